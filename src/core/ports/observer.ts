import type { ModelFailureCode } from "../errors.ts";

/** Who answered a question. */
export type AnswerSource = "exact_cache" | "semantic_cache" | "model" | "taught";

/** How an answer comes to be given to a sentence that was never asked in these words. */
export type ReusePath =
  /** The words of an answered sentence around other values: the call with the values of this one. */
  | "template"
  /** The values of an answered sentence in other words: its call as it is. */
  | "rewording"
  /** The meaning of a sentence that no tool fits, in other words: none again. */
  | "none"
  /** The meaning of a classified text in other words: its label. */
  | "label";

/** How a question to a model ended. `abandoned`: nobody waited for the answer any more. */
export type QuestionOutcome = "answered" | "abandoned" | "failed" | ModelFailureCode;

/** What nodes of a cluster share a memory for: each goes on without. */
export type SharedMemoryUse = "answers" | "questions" | "windows";

/** What a model server was sent and gave back for one call. All are 0 where it failed. */
export interface SpentTokens {
  readonly input: number;
  /** Of the input, what it had read before and kept; 0 where it does not say. */
  readonly cached: number;
  readonly output: number;
  /** In the currency of the settings; 0 where prices are not known. */
  readonly money: number;
}

/**
 * Hears what happens, so that it can be counted. Its methods return at once and never throw. What they are told are words of
 * short lists, routes as the table has them, and models of the settings: never a path, an app or a text.
 */
export interface Observer {
  requestBegan(): void;
  /** `route`: its pattern; null where no route was found. `ms`: until the answer, or its last line, was handed over. */
  requestEnded(request: {
    readonly method: string;
    readonly route: string | null;
    readonly status: number;
    readonly ms: number;
  }): void;
  /** One item of a batch was answered; the batch itself is a request. `route`: null for an item of an unknown type. */
  itemEnded(route: string | null, status: number): void;
  /** A question of an app was answered, and charged where it costs something. */
  answerGiven(source: AnswerSource): void;
  /** The cache answered: what a model took for it once. `money`: in the currency of the settings, 0 where prices are not known. */
  answerReused(
    source: Exclude<AnswerSource, "model">,
    saved: { readonly seconds: number; readonly money: number },
  ): void;
  /** What a model, or a person who corrected it, said of an answer for other words: `proposed` for one that was not given. */
  reuseJudged(path: ReusePath, what: "given" | "proposed", isWrong: boolean): void;
  /** Both models said what a question means: the one inside, whose answer was `given` or only compared, and the one that was asked. */
  graduateJudged(what: "asked" | "given", agrees: boolean): void;
  /** The model inside answered alone: what the other one takes. `money` as above. */
  graduateAnswered(saved: { readonly seconds: number; readonly money: number }): void;
  /** A call over the limit of its minute. */
  windowRefused(by: "address" | "app"): void;
  /** Work on a request that was charged nothing, in milliseconds. */
  workWasted(by: "address" | "app", ms: number): void;
  /** A call refused because too much work on others of that app or address was wasted. */
  wasteRefused(by: "address" | "app"): void;
  reservationMade(): void;
  /** Once for each that was made. `requests`: what it held. */
  reservationEnded(how: "given_back" | "settled", requests: number): void;
  /** So many entries of the ledger went into months, in one change. */
  entriesCompacted(entries: number): void;
  questionBegan(model: string): void;
  /** Once for each that began. */
  questionEnded(question: {
    readonly model: string;
    readonly task: "call" | "classify";
    readonly outcome: QuestionOutcome;
    readonly ms: number;
  }): void;
  /** One call of a model server, tries again included. `outcome`: `answered`, or why not. */
  serverCalled(model: string, outcome: string, spent: SpentTokens): void;
  breakerChanged(model: string, state: "closed" | "open"): void;
  /** Questions that a model server works on, and that wait for it. */
  serverQueueChanged(model: string, queue: { readonly running: number; readonly waiting: number }): void;
  /** The store wrote what `operations` operations changed, in one commit. */
  committed(operations: number, ms: number): void;
  commitFailed(): void;
  /** The memory that nodes share can be used, or cannot. */
  sharedMemoryChanged(state: "down" | "up"): void;
  /** It was wanted for something, and could not be had in time. */
  sharedMemoryMissed(use: SharedMemoryUse): void;
}

/** Listens to nothing. */
export const NOBODY: Observer = {
  requestBegan() {},
  requestEnded() {},
  itemEnded() {},
  answerGiven() {},
  answerReused() {},
  graduateJudged() {},
  graduateAnswered() {},
  reuseJudged() {},
  windowRefused() {},
  workWasted() {},
  wasteRefused() {},
  reservationMade() {},
  reservationEnded() {},
  entriesCompacted() {},
  questionBegan() {},
  questionEnded() {},
  serverCalled() {},
  breakerChanged() {},
  serverQueueChanged() {},
  committed() {},
  commitFailed() {},
  sharedMemoryChanged() {},
  sharedMemoryMissed() {},
};
