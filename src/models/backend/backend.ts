import type { DialectReply, Question } from "./dialect.ts";

/** A model server, with all that keeps its bad days from becoming ours. */
export interface Backend {
  /** Resolves when the first question would not have to wait for code of ours. Contacts nobody. */
  load(): Promise<void>;
  /**
   * Rejects with `bad_gateway`, or with the signal's reason when that is aborted. `deadlineMs`, on the monotonic clock, is
   * when the signal will be: nothing is tried again that could not be done before.
   */
  ask(question: Question, deadlineMs: number, signal: AbortSignal): Promise<DialectReply>;
}
