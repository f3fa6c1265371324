/** Whether a call is what a record's query asks for, as far as the record says. */
import type { JsonObject, JsonValue } from "#core/json.ts";
import type { Parameter } from "#models/embedded/tool-parameters.ts";
import type { Mark } from "./pair.ts";
import type { Slot } from "./record-pairs.ts";
import { numberOf } from "./record-values.ts";

/** −1: written in a way that the record does not have, as days are. */
export function markOfValue(query: string, slot: Slot | undefined, value: JsonValue, { type }: Parameter): Mark {
  if (!slot) return 0;
  if (slot.k === "bool") return value === slot.v ? 1 : 0;
  const texts = textsOf(query, slot);
  const given = Array.isArray(value) ? value : [value];
  if (type !== "array" && (given.length !== 1 || texts.length !== 1))
    return given.length === 1 && isOneOf(texts, given[0]) ? 1 : 0;
  if (given.length !== texts.length) return 0;
  const marks = given.map((one, at) => markOfText(texts[at] ?? "", one as JsonValue));
  return marks.includes(0) ? 0 : marks.includes(-1) ? -1 : 1;
}

/** 1 where every value is right and none is lacking but those in `missing`, 0 where one is wrong; −1 where nobody knows. */
export function markOfCall(
  { query, slots }: { readonly query: string; readonly slots: Readonly<Record<string, Slot>> },
  parameters: JsonObject,
  tool: { readonly parameters: readonly Parameter[] },
  missing: readonly string[],
): Mark {
  const marks = tool.parameters.map((parameter): Mark => {
    const { name } = parameter;
    const value = parameters[name];
    if (value !== undefined) return markOfValue(query, slots[name], value, parameter);
    return slots[name] && !missing.includes(name) ? 0 : 1;
  });
  return marks.includes(0) ? 0 : marks.includes(-1) ? -1 : 1;
}

function textsOf(query: string, { spans = [], v }: Slot): readonly string[] {
  if (Array.isArray(v)) return v;
  const points = [...query];
  return spans.map(([start, end]) => points.slice(start, end).join(""));
}

function isOneOf(texts: readonly string[], value: JsonValue | undefined): boolean {
  return value !== undefined && texts.some((text) => markOfText(text, value) === 1);
}

const NORMALISED = /^\d{4}-\d\d-\d\d|^\d\d?:\d\d|^[A-Z]{3}$/;

function markOfText(text: string, value: JsonValue): Mark {
  if (typeof value === "number") {
    const numbers = [numberOf(text, false), numberOf(text, true)];
    return numbers.includes(value) ? 1 : numbers[0] === null ? -1 : 0;
  }
  if (typeof value !== "string") return -1;
  if (bare(text) === bare(value)) return 1;
  if (NORMALISED.test(value)) return -1;
  const number = numberOf(text, false);
  return number !== null && numberOf(value, false) === number ? 1 : 0;
}

/** As BFCL compares texts, and without what stands before a noun. */
function bare(text: string): string {
  return text
    .toLowerCase()
    .replace(/^(?:the|a|an|my|our)\s+/u, "")
    .replace(/[\s,./\-_*^'"“”‘’!?:;]+/gu, "");
}
