import type { NamedRunnerUp } from "../answering/afresh.ts";
import { isJsonObject, isListOf, isNumber, isText, type JsonObject, type JsonValue } from "../json.ts";
import { type AnsweredCall, type Judgement, VERDICTS } from "./case-judging.ts";

/** A call or label that is expected. Types, as all that is sent as JSON. */
export type Expected = {
  /** Of the tool or class. */
  readonly name: string;
  /** Null for a label, and where the tool alone is judged. */
  readonly parameters: JsonObject | null;
};

/** A call or label of an answer. */
export type Given = {
  readonly name: string;
  /** Null for a label. */
  readonly call: AnsweredCall | null;
};

/** What became of a case. */
export type Outcome = {
  readonly sentence: string;
  /** The first of what is right; empty where nothing is to be called. */
  readonly expected: readonly Expected[];
  readonly given: readonly Given[];
  readonly judgement: Judgement;
  /** 0–1; null where there was no answer. */
  readonly confidence: number | null;
  readonly runnerUp: NamedRunnerUp | null;
  /** Why there was no answer; null where there was one. */
  readonly failure: { readonly code: string; readonly message: string } | null;
  /** Of the whole answer, in milliseconds. */
  readonly latencyMs: number;
  /** What it cost; null where nothing can be counted. */
  readonly usage: { readonly inputTokens: number; readonly outputTokens: number; readonly money: number } | null;
  /** The model that answered; null where none did. */
  readonly model: string | null;
  /** The set has this sentence among its examples: that it is known by heart says little. */
  readonly isExample: boolean;
};

/** Whether it is an outcome of this version's, as far as a report looks at it: from the control socket it comes as JSON. */
export function isOutcome(value: JsonValue): value is Outcome {
  if (!isJsonObject(value)) return false;
  const { sentence, expected, given, judgement, confidence, latencyMs } = value;
  const verdict = isJsonObject(judgement) ? judgement.verdict : undefined;
  return (
    isText(sentence ?? null) &&
    isListOf(expected, isJsonObject) &&
    isListOf(given, isJsonObject) &&
    VERDICTS.some((known) => known === verdict) &&
    isJsonObject(judgement) &&
    Array.isArray(judgement.pairs) &&
    (confidence === null || isNumber(confidence)) &&
    isNumber(latencyMs)
  );
}
