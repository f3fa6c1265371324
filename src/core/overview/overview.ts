import type { ReusePath } from "../ports/observer.ts";
import type { Instant } from "../tenant.ts";
import type { Attention } from "./attention.ts";
import type { Figures } from "./figures.ts";

/** The figures of a short time that ended at an instant. */
export interface Moment extends Pick<Figures, "answers" | "failed" | "latencyMs" | "refused" | "requests"> {
  readonly at: Instant;
}

/** The last hour by minutes, the oldest first: a value for each minute in each list. */
export interface Minutes {
  readonly requests: readonly number[];
  readonly failed: readonly number[];
  /** Within how many milliseconds 95 % of the questions were answered; null where there were none. */
  readonly p95Ms: readonly (number | null)[];
}

/** How wrong answers for other words are; null where none is given on the path. */
export interface WrongHits {
  readonly path: ReusePath;
  /** The likeliest share, and between which it is, at 90 % each. */
  readonly likely: number | null;
  readonly between: readonly [number, number] | null;
}

/** What an owner sees first. */
export interface Overview {
  /** The name of the node that was asked: of its own alone are the moments, how wrong answers are, and what it sees of its machine. */
  readonly node: string;
  /** Of so many running nodes the figures are, all together. */
  readonly nodes: number;
  /** Counting began with the process; of several with the first of them. */
  readonly since: Instant;
  readonly total: Figures;
  readonly lastHour: Figures;
  /** Oldest first; each as long as the last, at most an hour together. */
  readonly recent: readonly Moment[];
  readonly wrongHits: readonly WrongHits[];
  /** The most urgent first. */
  readonly attention: readonly Attention[];
}
