/** What is answered otherwise when a set is replaced. */
import { contentHashOf } from "../json.ts";
import type { Given, Outcome } from "./outcome.ts";

/**
 * `mended` and `broken`: right by what is expected on one side alone; `other`: on both or neither, or nothing is expected, or a side got
 * no answer.
 */
export type Turn = "broken" | "mended" | "other";

/** A sentence whose answer changes. */
export interface Change {
  /** Of the sentence among all. */
  readonly position: number;
  readonly turn: Turn;
  readonly before: Outcome;
  readonly after: Outcome;
}

export interface Changes {
  readonly replayed: number;
  /** What is broken comes first, then what is mended. */
  readonly changes: readonly Change[];
}

/**
 * `expects`: whether something is expected of the sentence at that position. Throws a RangeError where they are not of the same
 * sentences.
 */
export function changesOf(
  before: readonly Outcome[],
  after: readonly Outcome[],
  expects: (position: number) => boolean,
): Changes {
  if (before.length !== after.length) throw new RangeError(`${before.length} outcomes beside ${after.length}`);
  const changes = before.flatMap((one, position): Change[] => {
    const other = after[position] as Outcome;
    if (saidBy(one) === saidBy(other)) return [];
    const turn = expects(position) ? turnOf(one, other) : "other";
    return [{ position, turn, before: one, after: other }];
  });
  const order: Readonly<Record<Turn, number>> = { broken: 0, mended: 1, other: 2 };
  return {
    replayed: before.length,
    changes: changes.toSorted((one, other) => order[one.turn] - order[other.turn] || one.position - other.position),
  };
}

/** What an answer comes down to: what would be carried out, and what is asked for; how sure it is may differ. */
function saidBy({ given, failure }: Outcome): string {
  if (failure) return failure.code;
  return contentHashOf(given.map(saidIn));
}

function saidIn({ name, call }: Given) {
  return { name, parameters: call?.parameters ?? null, missing: [...(call?.missing ?? [])].sort() };
}

/** That a model failed says nothing of the set. */
function turnOf(before: Outcome, after: Outcome): Turn {
  if (before.failure || after.failure) return "other";
  const [was, is] = [before, after].map(({ judgement }) => judgement.verdict === "right");
  if (was === is) return "other";
  return is ? "mended" : "broken";
}
