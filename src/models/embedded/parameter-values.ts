/** From the model's reading of a text and a tool to typed values. */
import type { JsonObject, JsonValue } from "#core/json.ts";
import type { Span } from "#core/ports/models.ts";
import { chooseTogether } from "./beam.ts";
import { CandidateFinder } from "./candidates.ts";
import { chooseTruth, chooseValue } from "./choices.ts";
import { withCountedItems } from "./counted-items.ts";
import type { JointReading, ParameterReading } from "./joint-model.ts";
import type { SlotMemory } from "./remembered-slots.ts";
import type { Parameter } from "./tool-parameters.ts";

export interface ParameterValue {
  readonly parameter: Parameter;
  readonly value: JsonValue;
  /** Where in the text it stands; null when it was understood, not copied. */
  readonly span: Span | null;
  readonly dependsOnClock: boolean;
  /** Which object of a list it belongs to, from 0; the first where it is left out. */
  readonly item?: number;
}

/**
 * The values that the text gives, in the schema's order; what it does not give is left out. `examples`: what is
 * remembered of the tool.
 */
export function valuesFrom(
  text: string,
  reading: JointReading,
  now: Date,
  examples: SlotMemory | null = null,
): readonly ParameterValue[] {
  const isChosen = ({ parameter }: ParameterReading) => parameter.type === "boolean" || parameter.choices.length > 0;
  const chosen = reading.parameters.filter(isChosen).flatMap((open) => chosenValue(text, open));
  const finder = new CandidateFinder(text, reading, now, examples);
  const open = reading.parameters
    .filter((parameter) => !isChosen(parameter))
    .map((parameter) => finder.find(parameter));
  const found = chooseTogether(open).flatMap((candidate, index): ParameterValue[] => {
    const parameter = open[index]?.reading.parameter;
    return candidate && parameter ? [{ ...candidate, parameter }] : [];
  });
  const order = new Map(reading.parameters.map(({ parameter }, index) => [parameter, index]));
  const all = withCountedItems(text, [...chosen, ...found], [...order.keys()]);
  return all.toSorted((a, b) => (order.get(a.parameter) ?? 0) - (order.get(b.parameter) ?? 0));
}

function chosenValue(text: string, reading: ParameterReading): readonly ParameterValue[] {
  const { parameter } = reading;
  if (parameter.choices.length > 0) {
    const choice = chooseValue(text, reading);
    return choice ? [{ parameter, ...choice, dependsOnClock: false }] : [];
  }
  const truth = chooseTruth(text, reading);
  return truth === null ? [] : [{ parameter, value: truth, span: null, dependsOnClock: false }];
}

/** The parameters' object that holds every value at its path. */
export function assembled(values: readonly ParameterValue[]): JsonObject {
  const root: { [key: string]: JsonValue } = {};
  for (const { parameter, value, item = 0 } of values) {
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
  for (const { parameter, span } of values) {
    const key = parameter.path[0]?.key;
    if (span === null || key === undefined) continue;
    const known = spans.get(key) ?? span;
    spans.set(key, { start: Math.min(known.start, span.start), end: Math.max(known.end, span.end) });
  }
  return Object.fromEntries(spans);
}
