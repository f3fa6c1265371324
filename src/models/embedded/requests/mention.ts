import type { Span } from "#core/span.ts";

/** Words that may be a value of a parameter, in one piece of a text. */
export interface Mention extends Span {
  /** Which piece it stands in. */
  readonly piece: number;
  /** 0–1: how much of it the network takes for the parameter's value. */
  readonly inside: number;
  /** Whether it is one by what it stands in a row with, and no network says so. */
  readonly isListed?: boolean;
}
