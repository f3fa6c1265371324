import type { JsonObject, JsonValue } from "../json.ts";
import type { ReuseSubject } from "../ports/answers.ts";
import type { FindNearest, Knowledge, Proposal } from "./knowledge.ts";
import type { Question } from "./question.ts";

/**
 * How answers of one kind are given again: what of a cache is not the same for calls and for labels. An `Asker` is a
 * question with all that its answers depend on. Synchronous, but for `mayReuse`; nothing here changes anything.
 */
export interface Reuse<Answer extends JsonObject, Asker extends Question> {
  /** An answer as it stands in the store; null for one that is damaged: it is as if nothing had been kept. */
  read(stored: JsonValue | undefined): Answer | null;
  /** Whether an answer to the same words, as they were written then, can be given as it is. */
  fits(question: Asker, known: Answer): boolean;
  /** False when something else than the sentence, a memory that is near to it, would change the answer. */
  mayReuse(question: Asker): Promise<boolean>;
  /** What the answers of the question's partition teach, still empty; `findNearest` looks among what it knows. */
  openKnowledge(question: Asker, findNearest: FindNearest): Knowledge;
  /** The answer that a proposal makes of the known one; null when it does not hold for this sentence. */
  derive(question: Asker, proposal: Proposal, known: Answer): Answer | null;
  /** For what an answer is counted: the tool at the position, or the set. */
  subjectOf(question: Asker, tool: number | null): ReuseSubject;
  /** Of the tool or class at the position, for people to read. */
  nameOf(question: Asker, position: number | null): string;
}
