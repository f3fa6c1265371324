import type { AnswerSource } from "../ports/observer.ts";

/** What was counted over some time, of all apps together. */
export interface Figures {
  /** Calls of the API. */
  readonly requests: number;
  /** Those answered with a 4xx: the caller's own mistakes. */
  readonly refused: number;
  /** Those answered with a 5xx. */
  readonly failed: number;
  /** Questions, by who answered. */
  readonly answers: Readonly<Record<AnswerSource, number>>;
  /** What models took for answers that the cache gave again. Money is in the currency of the settings. */
  readonly savedSeconds: number;
  readonly savedMoney: number;
  /** What model servers took. */
  readonly spentMoney: number;
  /** How long questions took, in milliseconds; null where there were none. */
  readonly latencyMs: Latency | null;
}

/** The same where it is to be added up, over nodes and over time. */
export interface Counted extends Omit<Figures, "latencyMs"> {
  /** Questions by how long they took, a count for each bucket of the metric. */
  readonly durations: readonly number[];
}

/** Half, 95 % and 99 % of the questions took no longer. */
export interface Latency {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}
