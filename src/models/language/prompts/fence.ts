/** How texts of users and owners stand in a prompt: as data that cannot be taken for instructions. */
import type { JsonValue } from "#core/json.ts";

/**
 * The value as JSON between tags. Inside, "<" is written as an escape, so no text can close its own fence, and a line
 * break cannot begin anything.
 */
export function fenced(tag: string, value: JsonValue): string {
  return `<${tag}>${fencedLine(value)}</${tag}>`;
}

/** Several values, one a line; nothing at all where there are none. */
export function fencedLines(tag: string, values: readonly JsonValue[]): readonly string[] {
  return values.length === 0 ? [] : [`<${tag}>`, ...values.map(fencedLine), `</${tag}>`];
}

export function fencedLine(value: JsonValue): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}
