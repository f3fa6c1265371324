import type { JsonObject, JsonValue } from "../../json.ts";
import { LIMITS } from "../../limits.ts";
import { codePointsIn } from "../../text.ts";
import { fittingText } from "../fitting-text.ts";
import { counted, type Notes } from "../notes.ts";
import type { Utterance } from "./assistant.ts";
import type { Enums, FilledSlot } from "./slot-schemas.ts";

/** Utterances that fit, each once, in their order; how many did not is added to `left`. */
export function fittingUtterances(
  utterances: readonly Utterance[],
  charactersMax: number,
  left: LeftOut,
): readonly Utterance[] {
  const seen = new Set<string>();
  return utterances.flatMap((utterance) => {
    const text = fittingText(utterance.text, charactersMax + 1);
    if (text === "") left.empty += 1;
    else if (codePointsIn(text) > charactersMax) left.long += 1;
    else if (seen.has(text)) left.repeated += 1;
    else {
      seen.add(text);
      return [{ ...utterance, text }];
    }
    return [];
  });
}

/** Counts what could not be used of all intents together. */
export class LeftOut {
  empty = 0;
  long = 0;
  repeated = 0;

  note(notes: Notes, what: string): void {
    if (this.empty > 0) notes.dropped(counted(this.empty, what), "has no text");
    if (this.long > 0)
      notes.dropped(counted(this.long, what), `is longer than ${LIMITS.exampleCharactersMax} characters`);
    if (this.repeated > 0)
      notes.dropped(counted(this.repeated, what), "says what an earlier one of the same intent says");
  }
}

/**
 * What the tool is to be called with for the utterance; null where that cannot be said for sure: words like "tomorrow"
 * stand for a date that no file knows.
 */
export function expectedParameters(
  { values }: Utterance,
  slots: readonly FilledSlot[],
  enums: Enums,
): JsonObject | null {
  if (values === null) return null;
  const expected = new Map<string, JsonValue>();
  for (const { slot: name, entity, words, value } of values) {
    const slot = slots.find((one) => one.name === name);
    if (!slot) return null;
    const meant = meaningOf(value ?? words, slot, enums.isEnum(entity, slot.kind));
    if (meant === null) return null;
    const known = expected.get(name);
    if (!slot.isList) expected.set(name, meant);
    else expected.set(name, [...(Array.isArray(known) ? (known as JsonValue[]) : []), meant]);
  }
  return Object.fromEntries(expected);
}

function meaningOf(given: string | number, { kind }: FilledSlot, isEnum: boolean): JsonValue | null {
  const { type, format } = kind.schema;
  if (type === "number" || type === "integer") {
    const number =
      typeof given === "number" ? given : /^[+-]?\d+(\.\d+)?$/.test(given.trim()) ? Number(given) : Number.NaN;
    return Number.isFinite(number) && (type === "number" || Number.isInteger(number)) ? number : null;
  }
  if (type !== "string" || typeof given !== "string") return null;
  if (format === "date") return /^\d{4}-\d\d-\d\d$/.test(given) ? given : null;
  const canonical = canonicalOf(given, kind.values);
  if (canonical !== null) return canonical;
  return isEnum ? null : given;
}

/** The value that these words stand for in a list. */
function canonicalOf(words: string, values: ReadonlyMap<string, readonly string[]>): string | null {
  if (values.has(words)) return words;
  const wanted = words.toLowerCase();
  for (const [value, others] of values) {
    if (value.toLowerCase() === wanted || others.some((other) => other.toLowerCase() === wanted)) return value;
  }
  return null;
}
