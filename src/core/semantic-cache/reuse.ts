import type { JsonObject } from "../json.ts";
import type { ReuseSubject } from "../ports/answers.ts";
import type { Path } from "./knowledge.ts";
import type { Question } from "./question.ts";
import { saidBy } from "./said.ts";
import type { Candidate } from "./search.ts";

/** Of an answer that was made from other words: what a correction has to know. */
export interface Reuse {
  readonly id: number;
  /** What went the same way when it was given: all that a correction knows where the partition is not in memory any more. */
  readonly kin: readonly number[];
  readonly path: Path;
  readonly subject: ReuseSubject;
  readonly bin: number;
  readonly score: number;
  readonly known: string;
  /** As people read it. */
  readonly given: JsonObject;
}

/** A record of a hit stays small: of more, those beyond are found when the partition is in memory. */
const KIN_MAX = 64;

/** `kin`: ids of what goes the same way. */
export function reuseOf(
  question: Question,
  { proposal, subject, verdict, known }: Candidate,
  kin: readonly number[],
): Reuse {
  const { id, path, score } = proposal;
  const given = question.shown(saidBy(proposal));
  return { id, kin: kin.slice(-KIN_MAX), path, subject, bin: verdict.bin, score, known: known.sentence, given };
}
