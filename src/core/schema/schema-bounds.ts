import { _, type Ajv2020, type CodeKeywordDefinition } from "ajv/dist/2020.js";
import type { JsonValue } from "../json.ts";

/**
 * References that one validation may follow. Without them the work is bounded by schema and value; with them each level of
 * either can double it, and forty lines of schema take for ever.
 */
const REFERENCES_FOLLOWED_MAX = 10_000;

/** They depend on how the validation got where it is: nothing can be said beforehand of where they lead. */
const UNFORESEEABLE = ["$dynamicRef", "$recursiveRef"] as const;

/** Objects and items of lists in a schema, itself included: what compiling it, and reading with it, costs grows with them. */
export function partsOf(value: JsonValue | undefined): number {
  if (typeof value !== "object" || value === null) return 1;
  return Object.values(value).reduce((sum: number, item) => sum + (isCounted(value, item) ? partsOf(item) : 0), 1);
}

/** Of an object's values only what has parts itself counts: `{"type": "string"}` is one part. */
function isCounted(holder: JsonValue, item: JsonValue | undefined): boolean {
  return Array.isArray(holder) || (typeof item === "object" && item !== null);
}

/** A keyword of the schema that is not supported wherever it stands; null without one. */
export function unforeseeableKeywordIn(value: JsonValue | undefined): string | null {
  if (typeof value !== "object" || value === null) return null;
  for (const [key, item] of Object.entries(value)) {
    if (UNFORESEEABLE.some((keyword) => keyword === key)) return key;
    const found = unforeseeableKeywordIn(item);
    if (found !== null) return found;
  }
  return null;
}

/** Thrown out of a validation that would take too long. */
export class TooManyReferences extends Error {}

/** Counts the references that a validation follows. */
export class ReferenceBudget {
  #left = REFERENCES_FOLLOWED_MAX;

  /** From here on a new validation counts. */
  renew(): void {
    this.#left = REFERENCES_FOLLOWED_MAX;
  }

  /** Makes validators of this instance, compiled from now on, keep to the budget. */
  watch(ajv: Ajv2020): void {
    const rule = ajv.RULES.all.$ref;
    if (typeof rule !== "object") throw new Error("ajv has no $ref");
    const definition = rule.definition as CodeKeywordDefinition;
    const follow = () => this.#follow();
    ajv.removeKeyword("$ref");
    ajv.addKeyword({
      ...definition,
      code(context, ruleType) {
        context.gen.code(_`${context.gen.scopeValue("func", { ref: follow })}()`);
        definition.code(context, ruleType);
      },
    });
  }

  #follow(): void {
    this.#left -= 1;
    if (this.#left < 0) throw new TooManyReferences();
  }
}
