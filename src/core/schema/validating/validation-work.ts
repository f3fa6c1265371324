import type { JsonValue } from "../../json.ts";
import { partsOf } from "../schema-bounds.ts";

/**
 * What checking one value may take, in steps of some 0.1 µs. Schema and value are bounded, and what they take together is
 * not by that: each keyword may be looked at for each item, each failure is an object, and with references each level of
 * either can double it.
 */
const STEPS_MAX = 2_000_000;
/** To look at one keyword, or one part of what it lists. */
const KEYWORD_STEPS = 10;
/** To write down that one fails, and where. */
export const VIOLATION_STEPS = 30;
/** Characters that a format, or a length in code points, reads in a step. */
const CHARACTERS_PER_STEP = 10;
/** Items that are compared with each other are written out for it: parts of them in a step. */
const PARTS_PER_STEP = 0.2;

/** Each of their properties is looked at, and not only those that they name. */
const EACH_PROPERTY = new Set(["additionalProperties", "patternProperties", "propertyNames", "unevaluatedProperties"]);

/** Thrown out of a validation that would take too long. */
export class TooMuchToCheck extends Error {}

/** What is left for checking a value. Whoever checks it again and again, with less of it each time, does so out of one. */
export class ValidationWork {
  #stepsLeft = STEPS_MAX;

  /** Throws `TooMuchToCheck` where nothing is left. */
  take(steps: number): void {
    this.#stepsLeft -= steps;
    if (this.#stepsLeft < 0) throw new TooMuchToCheck();
  }
}

/** What a keyword takes by itself, whatever it is applied to. */
export function weightOf(keyword: string, value: JsonValue): number {
  if (typeof value !== "object" || value === null) return KEYWORD_STEPS;
  const isCompared = keyword === "const" || keyword === "enum";
  const parts = isCompared ? partsOf(value) : Object.keys(value).length;
  return KEYWORD_STEPS * (1 + parts);
}

/** What a keyword takes the longer, the larger the instance. */
export function stepsOver(keyword: string, instance: JsonValue): number {
  if (typeof instance === "string") return instance.length / CHARACTERS_PER_STEP;
  if (typeof instance !== "object" || instance === null) return 0;
  if (Array.isArray(instance)) {
    const each = KEYWORD_STEPS * instance.length;
    return keyword === "uniqueItems" ? each + partsOf(instance) / PARTS_PER_STEP : each;
  }
  return EACH_PROPERTY.has(keyword) ? KEYWORD_STEPS * Object.keys(instance).length : 0;
}

/** What one look at a text with a pattern takes. */
export function stepsOfPattern(patternSteps: number, text: string): number {
  return KEYWORD_STEPS + patternSteps * text.length;
}
