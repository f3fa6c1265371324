import type { Counted, Figures, Latency } from "#core/overview/figures.ts";
import type { AnswerSource } from "#core/ports/observer.ts";
import { METRICS, type MetricName } from "./definitions.ts";
import type { DistributionPoint, MetricSnapshot, NumberPoint } from "./snapshot.ts";

/** What of all metrics an overview is made of, as counted since the process began. */
export interface Tally extends Counted {
  /** Requests that are being worked on. */
  readonly inFlight: number;
  /** Model servers that are left alone because they failed. */
  readonly openBreakers: readonly string[];
}

const DURATION = "dragoman_http_request_duration_seconds";
const SECONDS = METRICS[DURATION].buckets;
const SOURCES: readonly AnswerSource[] = METRICS.dragoman_answers_total.labels.source;
const isOfApi = (route: string | undefined) => route?.startsWith("/v1/") === true;
/** A batch takes as long as it is large. */
const isQuestion = (route: string | undefined) => /^\/v1\/(classify|resolve(-quick|-respond)?)$/.test(route ?? "");

/** What it is made of. */
export const TALLIED: readonly MetricName[] = [
  "dragoman_http_requests_total",
  DURATION,
  "dragoman_http_requests_in_flight",
  "dragoman_answers_total",
  "dragoman_cache_saved_seconds_total",
  "dragoman_graduation_saved_seconds_total",
  "dragoman_cache_saved_money_total",
  "dragoman_graduation_saved_money_total",
  "dragoman_model_cost_total",
  "dragoman_model_breaker_open",
];

/** @param snapshot of those in `TALLIED`, at least. */
export function tallyOf(snapshot: readonly MetricSnapshot[]): Tally {
  const byName = new Map(snapshot.map((metric) => [metric.name, metric]));
  const numbers = (name: MetricName): readonly NumberPoint[] => byName.get(name)?.numbers ?? [];
  const distributions: readonly DistributionPoint[] = byName.get(DURATION)?.distributions ?? [];
  const calls = numbers("dragoman_http_requests_total").filter(({ labels }) => isOfApi(labels.route));
  const answers = numbers("dragoman_answers_total");
  const asked = distributions.filter(({ labels }) => isQuestion(labels.route));
  const breakers = numbers("dragoman_model_breaker_open").filter(({ value }) => value === 1);
  return {
    requests: sum(calls),
    refused: sum(calls.filter(({ labels }) => labels.status?.startsWith("4"))),
    failed: sum(calls.filter(({ labels }) => labels.status?.startsWith("5"))),
    answers: eachSource((source) => sum(answers.filter(({ labels }) => labels.source === source))),
    savedSeconds: sum([
      ...numbers("dragoman_cache_saved_seconds_total"),
      ...numbers("dragoman_graduation_saved_seconds_total"),
    ]),
    savedMoney: sum([
      ...numbers("dragoman_cache_saved_money_total"),
      ...numbers("dragoman_graduation_saved_money_total"),
    ]),
    spentMoney: sum(numbers("dragoman_model_cost_total")),
    durations: asked.reduce<readonly number[]>(
      (total, { counts }) => total.map((count, bucket) => count + (counts[bucket] ?? 0)),
      Array.from({ length: SECONDS.length + 1 }, () => 0),
    ),
    inFlight: sum(numbers("dragoman_http_requests_in_flight")),
    openBreakers: breakers.flatMap(({ labels }) => labels.model ?? []),
  };
}

/** What was counted after `before`; null: since the process began. */
export function countedSince(before: Counted | null, now: Counted): Counted {
  return combined(now, before, (value, earlier) => value - earlier);
}

/** All of them together. Of a node with other buckets, which another version has, it is not known how long its questions took. */
export function addedUp(first: Counted, others: readonly Counted[]): Counted {
  return others.reduce((sum, other) => {
    const isAlike = other.durations.length === sum.durations.length;
    return combined(sum, isAlike ? other : { ...other, durations: [] }, (one, more) => one + more);
  }, first);
}

export function figuresOf({ requests, refused, failed, answers, durations, ...money }: Counted): Figures {
  const { savedSeconds, savedMoney, spentMoney } = money;
  return { requests, refused, failed, answers, savedSeconds, savedMoney, spentMoney, latencyMs: latencyOf(durations) };
}

/** Figure by figure; where there is no other, each is put together with 0. */
function combined(one: Counted, other: Counted | null, put: (one: number, other: number) => number): Counted {
  const both = (count: (counted: Counted) => number) => put(count(one), other ? count(other) : 0);
  return {
    requests: both(({ requests }) => requests),
    refused: both(({ refused }) => refused),
    failed: both(({ failed }) => failed),
    answers: eachSource((source) => both(({ answers }) => answers[source])),
    savedSeconds: both(({ savedSeconds }) => savedSeconds),
    savedMoney: both(({ savedMoney }) => savedMoney),
    spentMoney: both(({ spentMoney }) => spentMoney),
    durations: one.durations.map((count, bucket) => put(count, other?.durations[bucket] ?? 0)),
  };
}

function latencyOf(counts: readonly number[]): Latency | null {
  const total = counts.reduce((all, count) => all + count, 0);
  if (total === 0) return null;
  const ms = (share: number) => quantileOf(counts, total * share) * 1_000;
  return { p50: ms(0.5), p95: ms(0.95), p99: ms(0.99) };
}

/** In seconds: within a bucket as if its values lay evenly, as Prometheus has it; above all bounds the last of them. */
function quantileOf(counts: readonly number[], rank: number): number {
  let below = 0;
  for (const [bucket, upper] of SECONDS.entries()) {
    const count = counts[bucket] ?? 0;
    const lower = SECONDS[bucket - 1] ?? 0;
    if (count > 0 && below + count >= rank) return lower + ((upper - lower) * (rank - below)) / count;
    below += count;
  }
  return SECONDS[SECONDS.length - 1] ?? 0;
}

function eachSource(count: (source: AnswerSource) => number): Record<AnswerSource, number> {
  return Object.fromEntries(SOURCES.map((source) => [source, count(source)])) as Record<AnswerSource, number>;
}

function sum(points: readonly NumberPoint[]): number {
  return points.reduce((total, { value }) => total + value, 0);
}
