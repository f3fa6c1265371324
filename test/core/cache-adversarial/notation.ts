/**
 * A sentence with its call in one line: `[amount:200]` is the value 200 of `amount`, in words as it stands;
 * `[amount=200:two hundred]` says its value beside its words; `[currency=EUR:]` is a value that no words stand for.
 * A sentence that begins with "!" is one that no call of the tool is right for.
 */
import type { JsonObject } from "#core/json.ts";

export interface Annotated {
  readonly text: string;
  /** Null where no call of the tool is right. */
  readonly parameters: JsonObject | null;
}

export function annotated(line: string): Annotated {
  const isNone = line.startsWith("!");
  const parameters: Record<string, number | string> = {};
  const text = line
    .slice(isNone ? 1 : 0)
    .replace(/\[(\w+)(?:=([^:\]]*))?:([^\]]*)\]/g, (_, name: string, value: string | undefined, words: string) => {
      const meant = value ?? words;
      parameters[name] = NUMBERS.has(name) ? Number(meant) : meant;
      return words;
    });
  return { text: text.replace(/\s+/g, " ").trim(), parameters: isNone ? null : parameters };
}

/** Parameters whose values are numbers. */
export const NUMBERS: ReadonlySet<string> = new Set([
  ...["amount", "brightness", "degrees", "hours", "passengers", "price_max", "price_min", "quantity", "rating_min"],
  ...["times_per_day", "value", "position"],
]);
