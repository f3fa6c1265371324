/** Sentences whose tool call is known, in pieces: the values of parameters, and the words around them. */
import type { JsonObject, JsonValue } from "#core/json.ts";

export interface Segment {
  readonly text: string;
  /** The parameter that the text is the value of; null for the words around values. */
  readonly parameter: string | null;
}

export interface Call {
  /** Null when no tool fits. */
  readonly tool: string | null;
  readonly parameters: JsonObject;
}

export const NO_CALL: Call = { tool: null, parameters: {} };

export interface Sentence {
  readonly segments: readonly Segment[];
  readonly call: Call;
  /** Where it was published. */
  readonly source: "bfcl" | "snips";
}

/** What somebody would type. */
export function textOf({ segments }: Pick<Sentence, "segments">): string {
  const text = segments.map((segment) => segment.text).join("");
  return text.replace(/\s+/g, " ").trim();
}

/** The words around the values, with a place for each value: equal for sentences that differ in their values alone. */
export function wordingOf({ segments, call }: Pick<Sentence, "call" | "segments">): string {
  const parts = segments.map(({ text, parameter }) => (parameter === null ? text : ` {${parameter}} `));
  const words = parts
    .join("")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}{}_' ]+/gu, " ");
  return `${call.tool}: ${words.replace(/\s+/g, " ").trim()}`;
}

/** The text of each value, by parameter. */
export function valueTextsOf({ segments }: Pick<Sentence, "segments">): ReadonlyMap<string, string> {
  return new Map(segments.flatMap(({ text, parameter }) => (parameter === null ? [] : [[parameter, text] as const])));
}

export function parametersIn(sentence: Pick<Sentence, "segments">): readonly string[] {
  return [...valueTextsOf(sentence).keys()];
}

/** Equal for sentences of the same tool with values for the same parameters. */
export function signatureOf(sentence: Sentence): string {
  return `${sentence.call.tool}(${parametersIn(sentence).toSorted().join(",")})`;
}

/** Texts that differ only in case, marks and spaces are one. */
export function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}_]+/gu, " ")
    .trim();
}

/** Equal for calls that are the same as BFCL compares them: strings without case and ` ,./-_*^'"`. */
export function callKey({ tool, parameters }: Call): string {
  if (tool === null) return "none";
  const entries = Object.entries(parameters).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([tool, entries.map(([name, value]) => [name, comparable(value)])]);
}

function comparable(value: JsonValue | undefined): unknown {
  if (typeof value === "string") return value.toLowerCase().replace(/[ ,./\-_*^'"’]/g, "");
  if (Array.isArray(value)) return value.map((item: JsonValue) => comparable(item));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value as JsonObject).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return entries.map(([name, inner]) => [name, comparable(inner)]);
}
