/** What the log of an app's questions holds. */
import type { JsonObject } from "../json.ts";
import type { AnswerSource } from "../ports/observer.ts";
import type { Instant } from "../tenant.ts";

export type LoggedKind = "classify" | "resolve";

/** What was asked and answered. A type, as all that is stored: so the compiler sees that it is JSON. */
export type LoggedQuestion = {
  readonly kind: LoggedKind;
  /** In the order named; none where definitions came along, or something was said before. */
  readonly sets: readonly string[];
  readonly sentence: string;
  /** What the request said that it is in; left out where its words told. */
  readonly language?: string;
  /** `{tool, parameters}`, `{calls}`, or `{labels}`. */
  readonly answer: JsonObject;
  /** 0–1; of several parts that of the least sure one. */
  readonly confidence: number;
  /** What came next; null where the model did not tell, or was not asked. */
  readonly runnerUp: { readonly name: string; readonly margin: number } | null;
  readonly missing: readonly string[];
  readonly source: AnswerSource;
};

/** What an app said of an answer. */
export type Verdict = "right" | "wrong";

/** A question on its way into the log, everything redacted that is to be. */
export interface LoggedRow {
  /** Equal for the same question with the same answer: those are one row. */
  readonly digest: string;
  readonly question: LoggedQuestion;
  /** 0–1: how much the answer is worth a look, by itself. */
  readonly doubt: number;
  /** How often it was asked. */
  readonly times: number;
  /** Of the last time. */
  readonly requestId: string;
  readonly at: Instant;
}

/** A row of the log. */
export interface KeptRow extends Omit<LoggedRow, "digest"> {
  /** Grows; is never used again. */
  readonly id: number;
  readonly firstAt: Instant;
  readonly verdict: Verdict | null;
}

/** How an app has its questions logged. */
export interface LogSettings {
  /** Rows that nobody asked again for so many days go. */
  readonly days: number;
  /** Over so many rows those go that were not asked for longest. */
  readonly rows: number;
  /** Whether addresses and numbers are taken out before anything is written. */
  readonly redact: boolean;
}
