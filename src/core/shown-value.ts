import type { JsonValue } from "./json.ts";

/** Of a value in what an error says. */
const SHOWN_CHARACTERS_MAX = 60;

/** A value as JSON, for an error that tells what stands where something else should. Cut where it is long. */
export function shownValue(value: JsonValue): string {
  if (typeof value === "string") return JSON.stringify(shortened(value));
  return shortened(JSON.stringify(value));
}

function shortened(text: string): string {
  if (text.length <= SHOWN_CHARACTERS_MAX) return text;
  return `${text.slice(0, SHOWN_CHARACTERS_MAX).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
