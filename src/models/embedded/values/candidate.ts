/** One value that a parameter could have. */
import type { JsonValue } from "#core/json.ts";
import type { WhyUnfilled } from "#core/ports/models.ts";
import type { Span } from "#core/span.ts";
import type { ParameterReading } from "../networks/joint-model.ts";

export interface Candidate {
  /** The higher the better; comparable between the candidates of one parameter and, roughly, between parameters. */
  readonly score: number;
  readonly span: Span;
  readonly value: JsonValue;
  readonly dependsOnClock: boolean;
  /** Whether its words may be a part of another's: the currency of "50 euros". */
  readonly isPart: boolean;
  /** Why the parameter cannot have it, though it is what was said; `value` has the words then. */
  readonly why?: WhyUnfilled;
}

/** Candidates of one kind keep the order of the schema more often than not. */
export type CandidateKind = "number" | "numbers" | "list" | "text";

export interface OpenParameter {
  readonly reading: ParameterReading;
  readonly kind: CandidateKind;
  /** Whether examples say how likely the candidates are; their scores are log-odds then. */
  readonly isRemembered: boolean;
  /** Best first. */
  readonly candidates: readonly Candidate[];
}

/** A candidate whose value is the same at any time. */
export function fixed(score: number, span: Span, value: JsonValue): Candidate {
  return { score, span: { start: span.start, end: span.end }, value, dependsOnClock: false, isPart: false };
}
