import { NODE_STATES } from "#core/ports/node-store.ts";
import type { ReusePath } from "#core/ports/observer.ts";

export interface MetricDefinition {
  readonly type: "counter" | "gauge" | "histogram";
  /** Of the values; null for plain numbers. */
  readonly unit: "bytes" | "seconds" | null;
  readonly help: string;
  /** What each label may be: all its values, or in words what bounds them. */
  readonly labels: Readonly<Record<string, readonly string[] | string>>;
  /** Upper bounds, of a histogram only. */
  readonly buckets?: readonly number[];
}

const METHODS = ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "other"];
const ROUTE = "the pattern of a route, as in `/v1/toolsets/:signature`; `none` where there was none";
const STATUS = "the HTTP status";
const MODEL = "a model of the settings, as in `openai/qwen3:4b`";

const REQUEST_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const MODEL_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60];
const COMMIT_SECONDS = [0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 2.5];
const DELAY_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5];

const REUSED = ["exact_cache", "semantic_cache"];
const PATHS: readonly ReusePath[] = ["label", "none", "rewording", "template"];

/** Every metric there is. `docs/reference/metrics.md` is made of this table, and so is the page. */
export const METRICS = {
  dragoman_http_requests_total: {
    type: "counter",
    unit: null,
    help: "Requests that were answered, by route and status.",
    labels: { method: METHODS, route: ROUTE, status: STATUS },
  },
  dragoman_http_request_duration_seconds: {
    type: "histogram",
    unit: "seconds",
    help: "From a request's arrival to its answer, or to the last line of one that is streamed.",
    labels: { method: METHODS, route: ROUTE },
    buckets: REQUEST_SECONDS,
  },
  dragoman_http_requests_in_flight: {
    type: "gauge",
    unit: null,
    help: "Requests that are being worked on.",
    labels: {},
  },
  dragoman_batch_items_total: {
    type: "counter",
    unit: null,
    help: "Items of batches, and uses of routes over MCP, that were answered; the request itself counts as one.",
    labels: { route: ROUTE, status: STATUS },
  },
  dragoman_answers_total: {
    type: "counter",
    unit: null,
    help: "Questions that were answered, by who answered: the cache for the same words, the cache for other words, a model.",
    labels: { source: ["exact_cache", "semantic_cache", "model", "taught"] },
  },
  dragoman_windows_refused_total: {
    type: "counter",
    unit: null,
    help: "Calls refused with 429, by whose window of one minute was used up.",
    labels: { by: ["address", "app"] },
  },
  dragoman_failed_work_seconds_total: {
    type: "counter",
    unit: "seconds",
    help: "Work of the server's own thread, and of the embedded model, on calls that failed and were charged nothing.",
    labels: { by: ["address", "app"] },
  },
  dragoman_failed_work_refused_total: {
    type: "counter",
    unit: null,
    help: "Calls refused with 429 because too much work went into others of the same app or address that failed.",
    labels: { by: ["address", "app"] },
  },
  dragoman_ledger_reservations_in_flight: {
    type: "gauge",
    unit: null,
    help: "Reservations that are neither settled nor given back. With no request in flight it is 0.",
    labels: {},
  },
  dragoman_ledger_requests_total: {
    type: "counter",
    unit: null,
    help: "Requests of the apps' balances that were reserved, by what became of them.",
    labels: { outcome: ["given_back", "settled"] },
  },
  dragoman_ledger_compacted_entries_total: {
    type: "counter",
    unit: null,
    help: "Entries of the ledger that were put into months, whose sums stand for them.",
    labels: {},
  },
  dragoman_model_questions_total: {
    type: "counter",
    unit: null,
    help: "Questions to a model, repairs and tries again included in one, those that verify the cache too.",
    labels: {
      model: MODEL,
      task: ["call", "classify"],
      outcome: ["answered", "abandoned", "bad_gateway", "failed", "llm_processing_error", "service_unavailable"],
    },
  },
  dragoman_model_question_duration_seconds: {
    type: "histogram",
    unit: "seconds",
    help: "From a question to a model's answer or failure, waiting included.",
    labels: { model: MODEL, task: ["call", "classify"] },
    buckets: MODEL_SECONDS,
  },
  dragoman_model_questions_in_flight: {
    type: "gauge",
    unit: null,
    help: "Questions that a model works on or that wait for it.",
    labels: { model: MODEL },
  },
  dragoman_model_server_calls_total: {
    type: "counter",
    unit: null,
    help: "Calls of a model server, each try by itself. left_alone: not sent, the breaker was open. examined: answered, to find out what it can do.",
    labels: {
      model: MODEL,
      outcome:
        "`answered`, `examined`, `left_alone`, `timed_out`, `abandoned`, `error`, or how it failed: `unreachable`, `rate_limited`, `overloaded`, `failed`, `rejected`, `unreadable`, `forbidden_address`",
    },
  },
  dragoman_model_tokens_total: {
    type: "counter",
    unit: null,
    help: "Tokens that a model server counted, those of answers that could not be used included.",
    labels: { model: MODEL, direction: ["input", "output"] },
  },
  dragoman_model_cached_tokens_total: {
    type: "counter",
    unit: null,
    help: "Of the input tokens, those that a model server had read before and kept, as far as it says so.",
    labels: { model: MODEL },
  },
  dragoman_model_cost_total: {
    type: "counter",
    unit: null,
    help: "What a model server takes for these tokens, by the prices of the settings and in their currency.",
    labels: { model: MODEL },
  },
  dragoman_model_breaker_open: {
    type: "gauge",
    unit: null,
    help: "1 while a model server is left alone because it failed, else 0.",
    labels: { model: MODEL },
  },
  dragoman_model_server_running: {
    type: "gauge",
    unit: null,
    help: "Questions that a model server works on.",
    labels: { model: MODEL },
  },
  dragoman_model_server_waiting: {
    type: "gauge",
    unit: null,
    help: "Questions that wait for a place at a model server.",
    labels: { model: MODEL },
  },
  dragoman_ready: {
    type: "gauge",
    unit: null,
    help: "1 when a request could be answered now, as /readyz says, else 0.",
    labels: {},
  },
  dragoman_store_commit_duration_seconds: {
    type: "histogram",
    unit: "seconds",
    help: "What one commit of the store takes, the disk's confirmation included. On Linux others are served while the disk is waited for.",
    labels: {},
    buckets: COMMIT_SECONDS,
  },
  dragoman_store_operations_total: {
    type: "counter",
    unit: null,
    help: "Changes that were committed; those that arrive together share a commit.",
    labels: {},
  },
  dragoman_store_commit_failures_total: {
    type: "counter",
    unit: null,
    help: "Commits that the disk or the database refused; those who waited for them were answered with 503.",
    labels: {},
  },
  dragoman_shared_memory_up: {
    type: "gauge",
    unit: null,
    help: "Whether the Valkey of the settings can be used at the moment: 1, or 0, also where there is none in the settings.",
    labels: {},
  },
  dragoman_shared_memory_misses_total: {
    type: "counter",
    unit: null,
    help: "How often a node of a cluster went on without Valkey, which was away or late, by what it was wanted for.",
    labels: { use: ["answers", "questions", "windows"] },
  },
  dragoman_backup_followed: {
    type: "gauge",
    unit: null,
    help: "Whether a `dragoman backup --follow` was heard of since the start: 1, or 0.",
    labels: {},
  },
  dragoman_backup_behind_seconds: {
    type: "gauge",
    unit: "seconds",
    help: "How old the last moment is that could be restored from the folder that `dragoman backup --follow` writes; 0 where nobody was heard of. It grows when the follower has ended.",
    labels: {},
  },
  dragoman_store_size_bytes: {
    type: "gauge",
    unit: "bytes",
    help: "The files of the store.",
    labels: { file: ["database", "write_ahead_log"] },
  },
  dragoman_kept_answers_bytes: {
    type: "gauge",
    unit: "bytes",
    help: "What answers that are kept under idempotency keys take in the database, of all apps.",
    labels: {},
  },
  dragoman_disk_free_bytes: {
    type: "gauge",
    unit: "bytes",
    help: "Room left for the server's user where the data folder is.",
    labels: {},
  },
  dragoman_cache_saved_seconds_total: {
    type: "counter",
    unit: "seconds",
    help: "What a model once took for the answers that the cache gave again.",
    labels: { source: REUSED },
  },
  dragoman_cache_saved_money_total: {
    type: "counter",
    unit: null,
    help: "What a model once cost for the answers that the cache gave again, in the currency of the settings' prices.",
    labels: { source: REUSED },
  },
  dragoman_cache_judged_total: {
    type: "counter",
    unit: null,
    help: "Answers for other words of which a model or a correction told whether they were right: those that were given, and those that were only proposed.",
    labels: { path: PATHS, what: ["given", "proposed"], outcome: ["right", "wrong"] },
  },
  dragoman_graduation_judged_total: {
    type: "counter",
    unit: null,
    help: "Calls and labels of which both the model inside and a language model told what they are: of those that the model inside had given alone, and of those that were only compared. Right: both said the same.",
    labels: { what: ["asked", "given"], outcome: ["right", "wrong"] },
  },
  dragoman_graduation_answers_total: {
    type: "counter",
    unit: null,
    help: "Answers of the model inside in the place of a language model.",
    labels: {},
  },
  dragoman_graduation_saved_seconds_total: {
    type: "counter",
    unit: "seconds",
    help: "What the language model would have taken for them, by what it took for the last that it answered.",
    labels: {},
  },
  dragoman_graduation_saved_money_total: {
    type: "counter",
    unit: null,
    help: "What the language model would have cost for them, in the currency of the settings' prices.",
    labels: {},
  },
  dragoman_cache_error_ratio: {
    type: "gauge",
    unit: null,
    help: "The share of answers for other words that is wrong, all apps together: most likely, and the ends of the interval, each with 90 % certainty. From development data and what was judged since the start; 0 while the path is shut. `dragoman cache` has it of each app and set.",
    labels: { path: PATHS, of: ["high", "likely", "low"] },
  },
  dragoman_cache_index_entries: {
    type: "gauge",
    unit: null,
    help: "Answers in memory among which the cache finds those for other words.",
    labels: {},
  },
  dragoman_cache_index_partitions: {
    type: "gauge",
    unit: null,
    help: "Indexes in memory: one for each app, set and context that was asked for lately.",
    labels: {},
  },
  dragoman_cache_index_bytes: {
    type: "gauge",
    unit: "bytes",
    help: "Memory that these indexes take, as far as it is known.",
    labels: {},
  },
  dragoman_event_loop_delay_seconds: {
    type: "histogram",
    unit: "seconds",
    help: "How late a timer of 100 ms comes: how long requests wait for others.",
    labels: {},
    buckets: DELAY_SECONDS,
  },
  dragoman_log_lines_dropped_total: {
    type: "counter",
    unit: null,
    help: "Lines of the log that whoever reads it did not take in time, or that a full disk did not.",
    labels: {},
  },
  dragoman_telemetry_spans_total: {
    type: "counter",
    unit: null,
    help: "Spans of traces, by what became of them. dropped: the queue was full, or the collector did not take them.",
    labels: { outcome: ["dropped", "sent"] },
  },
  dragoman_telemetry_sendings_total: {
    type: "counter",
    unit: null,
    help: "Sendings to the collector of the settings, by what it made of them. Both stay 0 where none is set.",
    labels: { signal: ["metrics", "traces"], outcome: ["failed", "taken"] },
  },
  dragoman_build_info: {
    type: "gauge",
    unit: null,
    help: "Always 1; the label is the version that runs.",
    labels: { version: "the version" },
  },
  dragoman_node_info: {
    type: "gauge",
    unit: null,
    help: "Always 1; the label is what this node is called, as `[server] node_name` has it.",
    labels: { node: "the name of the node" },
  },
  dragoman_cluster_nodes: {
    type: "gauge",
    unit: null,
    help: "Nodes that share the database, as this one heard last, this one among them. gone: nothing was heard of it for 15 seconds, and it did not say that it stops. On a data folder the server that runs on it is the only one.",
    labels: { state: [...NODE_STATES, "gone"] },
  },
  process_resident_memory_bytes: {
    type: "gauge",
    unit: "bytes",
    help: "Memory of the process.",
    labels: {},
  },
  process_cpu_seconds_total: {
    type: "counter",
    unit: "seconds",
    help: "Processor time of the process, all threads together.",
    labels: {},
  },
  process_start_time_seconds: {
    type: "gauge",
    unit: "seconds",
    help: "When the process started, since 1970-01-01T00:00Z.",
    labels: {},
  },
} as const satisfies Readonly<Record<string, MetricDefinition>>;

export type MetricName = keyof typeof METRICS;
