import { _, type Ajv2020, type CodeKeywordDefinition, type KeywordCxt, Name } from "ajv/dist/2020.js";
import type { JsonValue } from "../json.ts";
import { linearRegExp } from "./linear-regexp.ts";
import { patternSize } from "./pattern-size.ts";
import { partsOf } from "./schema-bounds.ts";

/**
 * What checking one value may take, in steps of some 0.1 µs. Schema and value are bounded, and what they take together is
 * not by that: each keyword may be looked at for each item, each failure is an object, and with references each level of
 * either can double it.
 */
const STEPS_MAX = 2_000_000;
/** To look at one keyword, or one part of what it lists, and to write down that it fails. */
const KEYWORD_STEPS = 10;
/** Calling the function that a reference points at. */
const REFERENCE_STEPS = 200;
/** Characters that a format, or a length in code points, reads in a step. */
const CHARACTERS_PER_STEP = 10;
/** Comparisons of two items in a step. */
const COMPARISONS_PER_STEP = 4;

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

/** Counts what the validators of one ajv instance do. */
export class WorkMeter {
  #work = new ValidationWork();

  /** From here on validators take what they need out of this. */
  use(work: ValidationWork): void {
    this.#work = work;
  }

  /** A pattern as ajv calls it. Throws what `linearRegExp` throws. */
  pattern(source: string): { test(text: string): boolean } {
    const { test } = linearRegExp(source);
    const steps = patternSize(source);
    return {
      test: (text) => {
        const isFound = test(text);
        this.#work.take(KEYWORD_STEPS + steps * text.length);
        return isFound;
      },
    };
  }

  /** Makes validators of this instance, compiled from now on, say what they do. */
  watch(ajv: Ajv2020): void {
    for (const rule of Object.values(ajv.RULES.all)) {
      if (typeof rule !== "object" || !("code" in rule.definition)) continue;
      const { definition } = rule;
      rule.definition = { ...definition, code: (context, type) => this.#watched(definition, context, type) };
    }
  }

  #watched(definition: CodeKeywordDefinition, context: KeywordCxt, type: string | undefined): void {
    const { gen, keyword, schema, data } = context;
    const call = (ref: (...of: never[]) => void) => gen.scopeValue("func", { ref });
    gen.code(_`${call(this.#look)}(${keyword}, ${weightOf(keyword, schema)}, ${data})`);
    if (keyword !== "$ref") {
      definition.code(context, type);
      return;
    }
    // What failed so far is copied together with what fails behind the reference.
    const errors = new Name("errors");
    gen.code(_`${call(this.#copy)}(${errors})`);
    definition.code(context, type);
    gen.code(_`${call(this.#copy)}(${errors})`);
  }

  readonly #look = (keyword: string, weight: number, data: JsonValue) => {
    this.#work.take(weight + stepsOver(keyword, data));
  };

  readonly #copy = (errors: number) => this.#work.take(errors);
}

/** What a keyword takes by itself, whatever it is applied to. */
function weightOf(keyword: string, schema: unknown): number {
  if (keyword === "$ref") return REFERENCE_STEPS;
  if (typeof schema !== "object" || schema === null) return KEYWORD_STEPS;
  const isCompared = keyword === "const" || keyword === "enum";
  const parts = isCompared ? partsOf(schema as JsonValue) : Object.keys(schema).length;
  return KEYWORD_STEPS * (1 + parts);
}

/** What a keyword takes the longer, the larger the value. Patterns count for themselves. */
function stepsOver(keyword: string, data: JsonValue): number {
  if (typeof data === "string") return data.length / CHARACTERS_PER_STEP;
  if (typeof data !== "object" || data === null) return 0;
  if (Array.isArray(data)) {
    const each = KEYWORD_STEPS * data.length;
    return keyword === "uniqueItems" ? each + (data.length * partsOf(data)) / COMPARISONS_PER_STEP : each;
  }
  return EACH_PROPERTY.has(keyword) ? KEYWORD_STEPS * Object.keys(data).length : 0;
}
