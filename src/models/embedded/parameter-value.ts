/** A value that was read for a parameter, and how values become the object of a call. */
import type { JsonObject, JsonValue } from "#core/json.ts";
import type { DraftUnfilled, WhyUnfilled } from "#core/ports/models.ts";
import type { Span } from "#core/span.ts";
import type { Parameter } from "./tool-parameters.ts";

export interface ParameterValue {
  readonly parameter: Parameter;
  readonly value: JsonValue;
  /** Where in the text it stands; null when it was understood, not copied. */
  readonly span: Span | null;
  readonly dependsOnClock: boolean;
  /** Which object of a list it belongs to, from 0; the first where it is left out. */
  readonly item?: number;
  /** Why the parameter cannot have what was said; `value` has the words then. */
  readonly why?: WhyUnfilled;
}

/** What was said and cannot be had. Of what stands in a list the whole list is named. */
export function unfilledOf(values: readonly ParameterValue[]): readonly DraftUnfilled[] {
  return values.flatMap(({ parameter: { path }, value, span, why }) => {
    if (why === undefined) return [];
    const list = path.findIndex(({ isList }) => isList);
    const named = list < 0 ? path : path.slice(0, list + 1);
    return [{ parameter: named.map(({ key }) => key).join("."), said: String(value), why, span }];
  });
}

/** The parameters' object that holds every value at its path. */
export function assembled(values: readonly ParameterValue[]): JsonObject {
  const root: { [key: string]: JsonValue } = {};
  for (const { parameter, value, item = 0, why } of values) {
    if (why !== undefined) continue;
    let at = root;
    for (const { key, isList } of parameter.path.slice(0, -1)) at = entered(at, key, isList, item);
    const last = parameter.path.at(-1);
    if (last) define(at, last.key, value);
  }
  return root;
}

type Mutable = { [key: string]: JsonValue };

/** The object under the key, made where it is missing; of a list, the item at the position. */
function entered(at: Mutable, key: string, isList: boolean, item: number): Mutable {
  if (!Object.hasOwn(at, key)) define(at, key, isList ? [] : {});
  const present = at[key];
  if (!Array.isArray(present)) return present as Mutable;
  while (present.length <= item) present.push({});
  return present[item] as Mutable;
}

/** A parameter may be called `__proto__`: assigning would set the prototype. */
function define(at: Mutable, key: string, value: JsonValue): void {
  Object.defineProperty(at, key, { value, enumerable: true, configurable: true, writable: true });
}

/** Where each top-level parameter was copied from: of an object, the stretch from its first to its last value. */
export function spansOf(values: readonly ParameterValue[]): Readonly<Record<string, Span>> {
  const spans = new Map<string, Span>();
  for (const { parameter, span, why } of values) {
    const key = parameter.path[0]?.key;
    if (span === null || key === undefined || why !== undefined) continue;
    const known = spans.get(key) ?? span;
    spans.set(key, { start: Math.min(known.start, span.start), end: Math.max(known.end, span.end) });
  }
  return Object.fromEntries(spans);
}

/** Required parameters that have neither a value nor a default. */
export function openIn(
  { parameters }: { readonly parameters: readonly Parameter[] },
  values: readonly ParameterValue[],
): readonly Parameter[] {
  const filled = new Set(values.map(({ parameter }) => parameter));
  return parameters.filter((parameter) => parameter.isRequired && !parameter.hasDefault && !filled.has(parameter));
}
