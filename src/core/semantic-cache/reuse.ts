import type { JsonObject } from "../json.ts";
import type { ReuseSubject } from "../ports/answers.ts";
import type { Path } from "./knowledge.ts";
import { saidBy } from "./lesson.ts";
import type { Question } from "./question.ts";
import type { Candidate } from "./search.ts";

/** Of an answer that was made from other words: what a correction has to know. */
export interface Reuse {
  readonly id: number;
  readonly path: Path;
  readonly subject: ReuseSubject;
  readonly bin: number;
  readonly score: number;
  readonly known: string;
  /** As people read it. */
  readonly given: JsonObject;
}

export function reuseOf(question: Question, { proposal, subject, verdict, known }: Candidate): Reuse {
  const { id, path, score } = proposal;
  const given = question.shown(saidBy(proposal));
  return { id, path, subject, bin: verdict.bin, score, known: known.sentence, given };
}
