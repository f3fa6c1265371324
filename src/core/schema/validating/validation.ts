import type { JsonObject, JsonValue } from "../../json.ts";
import { isJsonObject } from "../../json.ts";
import type { LinearRegExp } from "../linear-regexp.ts";
import { patternSize } from "../pattern-size.ts";
import type { SchemaReferences } from "../schema-references.ts";
import { RULES, UNEVALUATED } from "./keyword-rules.ts";
import {
  stepsOfPattern,
  stepsOver,
  TooMuchToCheck,
  type ValidationWork,
  VIOLATION_STEPS,
  weightOf,
} from "./validation-work.ts";

/** A keyword that an instance does not satisfy. */
export interface Violation {
  readonly keyword: string;
  /** Where in the instance, as a JSON pointer: `/address/city`, and empty for the whole. */
  readonly instancePath: string;
  /** What the keyword says, or what of the instance breaks it: `{type: "integer"}`, `{additionalProperty: "colour"}`. */
  readonly params: JsonObject;
}

/** A place in an instance; null for the whole of it. A path is only made of it where something fails. */
export type Place = { readonly within: Place; readonly key: string | number } | null;

/** Which properties and items of an instance some keyword looked at, for `unevaluatedProperties` and `unevaluatedItems`. */
export interface Evaluated {
  readonly properties: Set<string>;
  readonly itemsAt: Set<number>;
  /** So many items from the first. */
  items: number;
}

/** A schema applied to an instance. */
export interface Application {
  readonly schema: JsonObject;
  readonly instance: JsonValue;
  readonly place: Place;
  /** Null where nobody asks. */
  readonly evaluated: Evaluated | null;
}

/** What is known of a schema before any instance comes. */
export interface SchemaPlan {
  readonly root: JsonObject;
  readonly references: SchemaReferences;
  readonly patterns: ReadonlyMap<string, LinearRegExp>;
  /** It has `unevaluatedProperties` or `unevaluatedItems` somewhere. */
  readonly asksForEvaluated: boolean;
}

/** Schemas within schemas, references included. More would be near the end of the stack. */
const DEPTH_MAX = 2_500;

/**
 * One instance checked against one schema, by walking through both (JSON Schema, draft 2020-12). Nothing is compiled: a schema
 * of a megabyte costs nothing before it is used, and then only what of it the instance touches.
 */
export class Validation {
  readonly violations: Violation[] = [];
  readonly #plan: SchemaPlan;
  readonly #work: ValidationWork;
  #depth = 0;

  constructor(plan: SchemaPlan, work: ValidationWork) {
    this.#plan = plan;
    this.#work = work;
  }

  /** Whether the instance is as the schema wants it; what is not is among the violations then. Throws `TooMuchToCheck`. */
  fits(schema: JsonValue | undefined, instance: JsonValue, place: Place, evaluated = this.evaluation()): boolean {
    if (schema === false) return this.fails("false schema", place, {});
    if (!isJsonObject(schema)) return true;
    this.#depth += 1;
    if (this.#depth > DEPTH_MAX) throw new TooMuchToCheck();
    const application = { schema, instance, place, evaluated };
    let fits = true;
    const last: string[] = [];
    for (const keyword of Object.keys(schema)) {
      if (UNEVALUATED.has(keyword)) last.push(keyword);
      else if (!this.#satisfies(keyword, application)) fits = false;
    }
    // They are about what no other keyword looked at.
    for (const keyword of last) if (!this.#satisfies(keyword, application)) fits = false;
    this.#depth -= 1;
    return fits;
  }

  /** The same for a schema that is about the same instance as the one it stands in. */
  fitsInPlace(schema: JsonValue | undefined, { instance, place, evaluated }: Application): boolean {
    if (evaluated === null) return this.fits(schema, instance, place, null);
    const here = evaluation();
    const fits = this.fits(schema, instance, place, here);
    // What a schema looked at that does not hold counts as never looked at.
    if (fits) merge(here, evaluated);
    return fits;
  }

  /** Whether it fits, without a word of why not. */
  fitsSilently(check: () => boolean): boolean {
    const before = this.violations.length;
    const fits = check();
    this.violations.length = before;
    return fits;
  }

  evaluation(): Evaluated | null {
    return this.#plan.asksForEvaluated ? evaluation() : null;
  }

  targetOf(schema: JsonObject): JsonObject | boolean | undefined {
    return this.#plan.references.targetOf(schema);
  }

  /** Throws `TooMuchToMatch` for a text that is too long for the pattern, and `TooMuchToCheck`. */
  matches(pattern: string, text: string): boolean {
    const isFound = this.#plan.patterns.get(pattern)?.test(text) ?? true;
    this.#work.take(stepsOfPattern(patternSize(pattern), text));
    return isFound;
  }

  /** Writes down that the keyword is not satisfied. Always false, so that a rule may end with it. */
  fails(keyword: string, place: Place, params: JsonObject): false {
    this.#work.take(VIOLATION_STEPS);
    this.violations.push({ keyword, instancePath: pathOf(place), params });
    return false;
  }

  #satisfies(keyword: string, application: Application): boolean {
    const rule = RULES.get(keyword);
    const value = application.schema[keyword];
    if (rule === undefined || value === undefined) return true;
    const { instance } = application;
    this.#work.take(weightOf(keyword, value) + stepsOver(keyword, instance));
    if (rule.on !== "any" && rule.on !== kindOf(instance)) return true;
    return rule.check(this, value, application);
  }
}

function kindOf(instance: JsonValue): "array" | "object" | "string" | "number" | "other" {
  if (Array.isArray(instance)) return "array";
  if (typeof instance === "string" || typeof instance === "number") return typeof instance as "string" | "number";
  return typeof instance === "object" && instance !== null ? "object" : "other";
}

function evaluation(): Evaluated {
  return { properties: new Set(), itemsAt: new Set(), items: 0 };
}

function merge(from: Evaluated, into: Evaluated): void {
  for (const name of from.properties) into.properties.add(name);
  for (const at of from.itemsAt) into.itemsAt.add(at);
  into.items = Math.max(into.items, from.items);
}

function pathOf(place: Place): string {
  let path = "";
  for (let here = place; here !== null; here = here.within) {
    path = `/${String(here.key).replaceAll("~", "~0").replaceAll("/", "~1")}${path}`;
  }
  return path;
}
