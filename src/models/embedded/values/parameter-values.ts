/** From the model's reading of a text and a tool to typed values. */

import type { LocalTime } from "#core/local-time.ts";
import { isSameSpan, isWithin, overlaps, type Span } from "#core/span.ts";
import { refusedOptions } from "../choosing/refused-options.ts";
import { exceptedOption, withoutExceptedValues } from "../exceptions/excepted-values.ts";
import type { SlotMemory } from "../memories/remembered-slots.ts";
import { type JointReading, type ParameterReading, wholeReading } from "../networks/joint-model.ts";
import type { ParameterValue } from "../parameter-value.ts";
import type { Parameter } from "../tool-parameters.ts";
import { type Certainty, chooseTogether } from "./beam.ts";
import type { OpenParameter } from "./candidate.ts";
import { CandidateFinder } from "./candidates.ts";
import { chooseTruth, chooseValue, otherNamed } from "./choices.ts";
import { withoutClaimed } from "./claimed-words.ts";
import { withCountedItems, withOwnCounts } from "./counted-items.ts";
import { isImpliedBy } from "./flags.ts";
import { withLoneObject } from "./lone-object.ts";
import { withNamedThings } from "./named-things.ts";
import { withOpenChoices } from "./open-choices.ts";
import { withOwnItems } from "./own-items.ts";
import { price } from "./prices.ts";
import { withoutUrgency } from "./urgencies.ts";
import { withWholePeriods } from "./whole-periods.ts";

/** What a text gives. */
export interface ReadValues {
  /** In the schema's order; what the text does not give is left out. */
  readonly values: readonly ParameterValue[];
  readonly certainty: Certainty;
}

/** As `readValues`, the values alone. */
export function valuesFrom(
  text: string,
  first: JointReading,
  now: LocalTime,
  examples: SlotMemory | null = null,
): readonly ParameterValue[] {
  return readValues(text, first, now, examples).values;
}

/** `examples`: what is remembered of the tool. */
export function readValues(
  text: string,
  first: JointReading,
  now: LocalTime,
  examples: SlotMemory | null = null,
): ReadValues {
  const reading = wholeReading(first);
  const isChosen = ({ parameter }: ParameterReading) => parameter.type === "boolean" || parameter.choices.length > 0;
  const chosen = apartOptions(
    text,
    reading.parameters.filter(isChosen).flatMap((open) => chosenValue(text, open)),
  );
  const finder = new CandidateFinder(text, reading, now, examples);
  const taken = chosen.flatMap(({ span }) => span ?? []);
  const found = reading.parameters
    .filter((parameter) => !isChosen(parameter))
    .map((parameter) => apartFrom(taken, withoutUrgency(text, chosen, finder.find(parameter))));
  const open = withoutClaimed(text, found);
  const together = chooseTogether(open);
  const values = together.chosen.flatMap((candidate, index): ParameterValue[] => {
    const parameter = open[index]?.reading.parameter;
    const isOthers = candidate?.why !== undefined && taken.some((span) => overlaps(span, candidate.span));
    return candidate && parameter && !isOthers ? [{ ...candidate, parameter }] : [];
  });
  const order = new Map(reading.parameters.map(({ parameter }, index) => [parameter, index]));
  const dated = withWholePeriods(
    text,
    reading.tool,
    [...chosen, ...withoutNumbersOfCodes(text, withOwnItems(text, values))],
    now,
  );
  const said = withCountedItems(text, withOwnCounts(text, dated), [...order.keys()]);
  const given = withNamedThings(
    text,
    reading.tool,
    withLoneObject(text, reading.tool, [...said, ...impliedFlags(said, [...order.keys()])]),
  );
  const all = [...given, ...refusedOptions(text, reading, given)];
  const told = withOpenChoices(text, reading.tool, withoutExceptedValues(text, first.further ? eachOnce(all) : all));
  const sorted = told.toSorted((a, b) => (order.get(a.parameter) ?? 0) - (order.get(b.parameter) ?? 0));
  return { values: sorted, certainty: together.certainty };
}

/**
 * Of many parameters that were not read beside each other, two may each be sure of the same words: the one that has to be given has
 * them, else the first.
 */
function eachOnce(values: readonly ParameterValue[]): readonly ParameterValue[] {
  const firstRequired = values.toSorted(
    (one, other) => Number(other.parameter.isRequired) - Number(one.parameter.isRequired),
  );
  return firstRequired.filter(({ span, parameter }, at) => {
    const isFree = !firstRequired.slice(0, at).some((other) => span && other.span && isSameSpan(other.span, span));
    return isFree || parameter.isRequired || span === null;
  });
}

/** "The reading of H-3800": of a code that is one parameter's no figures are another one's number. */
function withoutNumbersOfCodes(text: string, values: readonly ParameterValue[]): readonly ParameterValue[] {
  const codes = values.flatMap(({ span, value }) =>
    span && typeof value === "string" && !/\s/.test(text.slice(span.start, span.end)) ? [span] : [],
  );
  return values.filter(
    ({ span, value }) =>
      typeof value !== "number" ||
      span === null ||
      !codes.some((code) => isWithin(span, code) && !isSameSpan(span, code)),
  );
}

/** "100 euros in dollars": of two parameters with the same options, the words of one are not the other's as well. */
function apartOptions(text: string, values: readonly ParameterValue[]): readonly ParameterValue[] {
  const apart: ParameterValue[] = [];
  for (const value of values) {
    const isShared = apart.some((known) => isSameChoice(known, value));
    const other = isShared ? otherNamed(text, value.parameter, apart) : null;
    if (!isShared) apart.push(value);
    else if (other) apart.push({ ...value, ...other });
  }
  return apart;
}

/** Whether both took the same one of the same options, from the same words; lists may share what is said. */
function isSameChoice(one: ParameterValue, other: ParameterValue): boolean {
  const isFromSame = one.span !== null && one.span.start === other.span?.start && one.span.end === other.span.end;
  const isOne = one.parameter.type !== "array" && other.parameter.type !== "array";
  return isOne && isFromSame && one.parameter.choices.join("\n") === other.parameter.choices.join("\n");
}

/** Required flags of which the text says nothing, while it says how much there is to be of what they switch. */
function impliedFlags(values: readonly ParameterValue[], parameters: readonly Parameter[]): readonly ParameterValue[] {
  const isGiven = new Set(values.map(({ parameter }) => parameter));
  const degrees = values.filter(({ value }) => typeof value === "number" && value > 0);
  return parameters.flatMap((parameter) => {
    if (parameter.type !== "boolean" || !parameter.isRequired || isGiven.has(parameter)) return [];
    const isImplied = degrees.some((degree) => isImpliedBy(parameter.name, degree.parameter.name));
    return isImplied ? [{ parameter, value: true, span: null, dependsOnClock: false }] : [];
  });
}

/** Words that name an option are seldom another parameter's value as well. */
function apartFrom(taken: readonly Span[], open: OpenParameter): OpenParameter {
  if (open.kind !== "text" || open.isRemembered || taken.length === 0) return open;
  const candidates = open.candidates.map((candidate) => {
    const { start, end } = candidate.span;
    const shared = taken.reduce(
      (sum, span) => sum + Math.max(0, Math.min(end, span.end) - Math.max(start, span.start)),
      0,
    );
    return 2 * shared >= end - start ? { ...candidate, score: candidate.score - price.namesOption } : candidate;
  });
  return { ...open, candidates: candidates.toSorted((one, other) => other.score - one.score) };
}

function chosenValue(text: string, reading: ParameterReading): readonly ParameterValue[] {
  const { parameter } = reading;
  const excepted = exceptedOption(text, reading);
  if (excepted) return [excepted];
  if (parameter.choices.length > 0) {
    const choice = chooseValue(text, reading);
    return choice ? [{ parameter, ...choice, dependsOnClock: false }] : [];
  }
  const truth = chooseTruth(text, reading);
  return truth === null ? [] : [{ parameter, value: truth, span: null, dependsOnClock: false }];
}
