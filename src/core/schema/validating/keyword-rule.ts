import type { JsonObject, JsonValue } from "../../json.ts";
import type { Application, Validation } from "./validation.ts";

/**
 * Whether the instance of an application satisfies a keyword with this value, which has the form that the draft wants. What
 * fails is written down in the validation.
 */
export type Check = (validation: Validation, value: JsonValue, application: Application) => boolean;

/** Instances of another kind satisfy a keyword that is about one. */
export type Kind = "any" | "array" | "number" | "object" | "string";

export interface Rule {
  readonly on: Kind;
  readonly check: Check;
}

export type Rules = readonly (readonly [keyword: string, rule: Rule])[];

export function rulesOn(on: Kind, checks: Readonly<Record<string, Check>>): Rules {
  return Object.entries(checks).map(([keyword, check]) => [keyword, { on, check }]);
}

/** Of a keyword whose value is a number that the instance is held against. */
export function limit<Instance extends JsonValue>(
  keyword: string,
  holds: (instance: Instance, limit: number) => boolean,
): Check {
  return (validation, value, { instance, place }) =>
    holds(instance as Instance, value as number) || validation.fails(keyword, place, { limit: value });
}

/** The schemas of a map, by their names. */
export function entriesOf(map: JsonValue): readonly (readonly [name: string, schema: JsonValue])[] {
  return Object.entries(map as JsonObject) as readonly (readonly [string, JsonValue])[];
}

/** Whether all of it holds; the rest is looked at behind one that does not, too. */
export function all<Item>(items: Iterable<Item>, holds: (item: Item) => boolean): boolean {
  let isSo = true;
  for (const item of items) if (!holds(item)) isSo = false;
  return isSo;
}
