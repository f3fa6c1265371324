import type { AnswerSource, Observer, SharedMemoryUse, SpentTokens } from "#core/ports/observer.ts";
import { METRICS, type MetricDefinition, type MetricName } from "./definitions.ts";
import { Histogram, Plain } from "./family.ts";
import { freeBytes, type Readings, sampleEventLoop, sizeOf } from "./readings.ts";
import type { MetricSnapshot } from "./snapshot.ts";

type Named<Type> = { [Name in MetricName]: (typeof METRICS)[Name]["type"] extends Type ? Name : never }[MetricName];

const METHODS: ReadonlySet<string> = new Set(METRICS.dragoman_http_requests_total.labels.method);
const OTHER_METHOD = "other";
const NO_ROUTE = "none";

/** Counts what it hears, and writes it down for Prometheus. */
export class Metrics implements Observer {
  readonly #plain: ReadonlyMap<string, Plain>;
  readonly #histograms: ReadonlyMap<string, Histogram>;

  /** @param version of the program. */
  constructor(version: string) {
    const all = Object.entries(METRICS) as readonly (readonly [string, MetricDefinition])[];
    this.#plain = new Map(all.flatMap(([name, one]) => (one.buckets ? [] : [[name, new Plain(name, one)]])));
    this.#histograms = new Map(all.flatMap(([name, one]) => (one.buckets ? [[name, new Histogram(name, one)]] : [])));
    this.#numbers("dragoman_build_info").set(1, { version });
    this.#numbers("process_start_time_seconds").set(performance.timeOrigin / 1_000);
  }

  /** All of it in Prometheus' text format, 0.0.4. */
  page(readings: Readings): string {
    const lines = this.#families(readings).flatMap((family) => family.lines());
    return `${lines.join("\n")}\n`;
  }

  /** The same figures for whoever writes them down in another form. */
  snapshot(readings: Readings): readonly MetricSnapshot[] {
    return this.#families(readings).map((family) => family.snapshot());
  }

  /** Some of what is counted as it happens; nothing is looked at for it. */
  counted(names: readonly MetricName[]): readonly MetricSnapshot[] {
    return names.flatMap((name) => (this.#plain.get(name) ?? this.#histograms.get(name))?.snapshot() ?? []);
  }

  /** Looks at the event loop now and then, until what it returns is called. */
  watchEventLoop(): () => void {
    const delays = this.#histogram("dragoman_event_loop_delay_seconds");
    return sampleEventLoop((seconds) => delays.observe(seconds));
  }

  requestBegan(): void {
    this.#numbers("dragoman_http_requests_in_flight").add(1);
  }

  requestEnded(request: {
    readonly method: string;
    readonly route: string | null;
    readonly status: number;
    readonly ms: number;
  }): void {
    const method = METHODS.has(request.method) ? request.method : OTHER_METHOD;
    const route = request.route ?? NO_ROUTE;
    this.#numbers("dragoman_http_requests_in_flight").add(-1);
    this.#numbers("dragoman_http_requests_total").add(1, { method, route, status: String(request.status) });
    this.#histogram("dragoman_http_request_duration_seconds").observe(request.ms / 1_000, { method, route });
  }

  itemEnded(route: string | null, status: number): void {
    this.#numbers("dragoman_batch_items_total").add(1, { route: route ?? NO_ROUTE, status: String(status) });
  }

  answerGiven(source: AnswerSource): void {
    this.#numbers("dragoman_answers_total").add(1, { source });
  }

  answerReused(...[source, { seconds, money }]: Parameters<Observer["answerReused"]>): void {
    this.#numbers("dragoman_cache_saved_seconds_total").add(seconds, { source });
    this.#numbers("dragoman_cache_saved_money_total").add(money, { source });
  }

  reuseJudged(...[path, what, isWrong]: Parameters<Observer["reuseJudged"]>): void {
    this.#numbers("dragoman_cache_judged_total").add(1, { path, what, outcome: isWrong ? "wrong" : "right" });
  }

  graduateJudged(...[what, agrees]: Parameters<Observer["graduateJudged"]>): void {
    this.#numbers("dragoman_graduation_judged_total").add(1, { what, outcome: agrees ? "right" : "wrong" });
  }

  graduateAnswered({ seconds, money }: Parameters<Observer["graduateAnswered"]>[0]): void {
    this.#numbers("dragoman_graduation_answers_total").add(1);
    this.#numbers("dragoman_graduation_saved_seconds_total").add(seconds);
    this.#numbers("dragoman_graduation_saved_money_total").add(money);
  }

  windowRefused(by: "address" | "app"): void {
    this.#numbers("dragoman_windows_refused_total").add(1, { by });
  }

  workWasted(by: "address" | "app", ms: number): void {
    this.#numbers("dragoman_failed_work_seconds_total").add(ms / 1_000, { by });
  }

  wasteRefused(by: "address" | "app"): void {
    this.#numbers("dragoman_failed_work_refused_total").add(1, { by });
  }

  reservationMade(): void {
    this.#numbers("dragoman_ledger_reservations_in_flight").add(1);
  }

  reservationEnded(outcome: "given_back" | "settled", requests: number): void {
    this.#numbers("dragoman_ledger_reservations_in_flight").add(-1);
    this.#numbers("dragoman_ledger_requests_total").add(requests, { outcome });
  }

  entriesCompacted(entries: number): void {
    this.#numbers("dragoman_ledger_compacted_entries_total").add(entries);
  }

  questionBegan(model: string): void {
    this.#numbers("dragoman_model_questions_in_flight").add(1, { model });
  }

  questionEnded({ model, task, outcome, ms }: Parameters<Observer["questionEnded"]>[0]): void {
    this.#numbers("dragoman_model_questions_in_flight").add(-1, { model });
    this.#numbers("dragoman_model_questions_total").add(1, { model, task, outcome });
    this.#histogram("dragoman_model_question_duration_seconds").observe(ms / 1_000, { model, task });
  }

  serverCalled(model: string, outcome: string, { input, cached, output, money }: SpentTokens): void {
    this.#numbers("dragoman_model_server_calls_total").add(1, { model, outcome });
    this.#numbers("dragoman_model_tokens_total").add(input, { model, direction: "input" });
    this.#numbers("dragoman_model_tokens_total").add(output, { model, direction: "output" });
    this.#numbers("dragoman_model_cached_tokens_total").add(cached, { model });
    this.#numbers("dragoman_model_cost_total").add(money, { model });
  }

  breakerChanged(model: string, state: "closed" | "open"): void {
    this.#numbers("dragoman_model_breaker_open").set(state === "open" ? 1 : 0, { model });
  }

  serverQueueChanged(
    model: string,
    { running, waiting }: { readonly running: number; readonly waiting: number },
  ): void {
    this.#numbers("dragoman_model_server_running").set(running, { model });
    this.#numbers("dragoman_model_server_waiting").set(waiting, { model });
  }

  committed(operations: number, ms: number): void {
    this.#histogram("dragoman_store_commit_duration_seconds").observe(ms / 1_000);
    this.#numbers("dragoman_store_operations_total").add(operations);
  }

  commitFailed(): void {
    this.#numbers("dragoman_store_commit_failures_total").add(1);
  }

  sharedMemoryChanged(state: "down" | "up"): void {
    this.#numbers("dragoman_shared_memory_up").set(state === "up" ? 1 : 0);
  }

  sharedMemoryMissed(use: SharedMemoryUse): void {
    this.#numbers("dragoman_shared_memory_misses_total").add(1, { use });
  }

  /** Spans of traces that went out, or that nobody will see. */
  spansEnded(outcome: "dropped" | "sent", count: number): void {
    this.#numbers("dragoman_telemetry_spans_total").add(count, { outcome });
  }

  telemetrySent(signal: "metrics" | "traces", outcome: "failed" | "taken"): void {
    this.#numbers("dragoman_telemetry_sendings_total").add(1, { signal, outcome });
  }

  #families(readings: Readings): readonly (Histogram | Plain)[] {
    this.#read(readings);
    return Object.keys(METRICS).flatMap((name) => this.#plain.get(name) ?? this.#histograms.get(name) ?? []);
  }

  #read(readings: Readings): void {
    const { isReady, cacheIndex, cacheErrorOn, droppedLogLines, keptAnswerBytes, databasePath, dataDir } = readings;
    const { nodes, followedUntil } = readings;
    for (const path of METRICS.dragoman_cache_error_ratio.labels.path) {
      const { error, interval } = cacheErrorOn(path);
      const [low, high] = interval ?? [0, 0];
      for (const [of, share] of Object.entries({ high, likely: error ?? 0, low }))
        this.#numbers("dragoman_cache_error_ratio").set(share, { path, of });
    }
    const { name = null, counts = null } = nodes() ?? {};
    if (name !== null) this.#numbers("dragoman_node_info").set(1, { node: name });
    for (const [state, count] of Object.entries(counts ?? {}))
      this.#numbers("dragoman_cluster_nodes").set(count, { state });
    const { entries, partitions, bytes } = cacheIndex();
    const { user, system } = process.cpuUsage();
    this.#numbers("dragoman_log_lines_dropped_total").set(droppedLogLines());
    this.#numbers("dragoman_ready").set(isReady() ? 1 : 0);
    this.#numbers("dragoman_cache_index_entries").set(entries);
    this.#numbers("dragoman_cache_index_partitions").set(partitions);
    this.#numbers("dragoman_cache_index_bytes").set(bytes);
    this.#numbers("dragoman_store_size_bytes").set(sizeOf(databasePath), { file: "database" });
    this.#numbers("dragoman_store_size_bytes").set(sizeOf(`${databasePath}-wal`), { file: "write_ahead_log" });
    this.#numbers("dragoman_kept_answers_bytes").set(keptAnswerBytes());
    const until = followedUntil();
    this.#numbers("dragoman_backup_followed").set(until === null ? 0 : 1);
    this.#numbers("dragoman_backup_behind_seconds").set(until === null ? 0 : (Date.now() - until) / 1_000);
    this.#numbers("dragoman_disk_free_bytes").set(freeBytes(dataDir));
    this.#numbers("process_resident_memory_bytes").set(process.memoryUsage.rss());
    this.#numbers("process_cpu_seconds_total").set((user + system) / 1_000_000);
  }

  #numbers(name: Named<"counter" | "gauge">): Plain {
    return this.#plain.get(name) as Plain;
  }

  #histogram(name: Named<"histogram">): Histogram {
    return this.#histograms.get(name) as Histogram;
  }
}
