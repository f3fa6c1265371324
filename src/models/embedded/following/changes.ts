/** What a sentence that goes on may change of a call, in every way in which it may be understood. */
import { ENGLISH } from "#core/english/english.ts";
import type { LocalTime } from "#core/local-time.ts";
import { isWithin, overlaps } from "#core/span.ts";
import { moved, reachesFurther, withMore } from "../joined-values.ts";
import type { JointReader, JointReading, ParameterReading } from "../networks/joint-model.ts";
import type { ParameterValue } from "../parameter-value.ts";
import type { Parameter } from "../tool-parameters.ts";
import { valuesFrom } from "../values/parameter-values.ts";
import { endsBeforeItBegins } from "../values/whole-periods.ts";
import type { Before, Change } from "./change.ts";
import { completed } from "./completed-codes.ts";
import { exchangedIn } from "./exchanged-values.ts";
import { placesIn } from "./last-call.ts";
import { nearestTo, spoken } from "./moments.ts";
import { likeliestPlaces, plausibility } from "./plausible.ts";
import { otherValue, relativeValue } from "./relative-values.ts";
import { wordsOf } from "./said-as-one.ts";
import type { Tail } from "./tail.ts";

const WORDS = ENGLISH.following;

/** Places in the sentence before at which the new words are tried, the likeliest first: a pass of the joint extractor each. */
const PLACES_MAX = 3;
const UNIONS_MAX = 3;
/** Changes that are read back, the likeliest first: up to three passes of the read-back each, and one of the ranker. */
const READ_BACK_MAX = 3;

export interface LikelyChange extends Change {
  /** Beside a confidence: higher is likelier. */
  readonly plausibility: number;
}

export interface ChangeParts {
  readonly joint: JointReader;
  readonly now: LocalTime;
}

/**
 * The new words in the place of each value of the sentence before, behind that sentence, and by themselves. None where they say
 * nothing that the tool has a use for.
 */
export function changesOf(
  before: Before,
  query: string,
  tail: Tail,
  { joint, now }: ChangeParts,
): readonly LikelyChange[] {
  const { tool, text } = before;
  const said = query.slice(tail.said.start, tail.said.end);
  if (said === "") return [];
  const read = (sentence: string) => valuesFrom(sentence, joint.read(sentence, tool), now);
  const known = new Map(before.values.map(({ parameter, value }) => [parameter, value] as const));
  const isNew = ({ parameter, value, why }: ParameterValue) =>
    why !== undefined || !Bun.deepEquals(known.get(parameter), value);
  const isDenied = ({ span }: ParameterValue) => span !== null && tail.denied.some((other) => overlaps(other, span));
  const places = likeliestPlaces(before, said).slice(0, PLACES_MAX);
  const inPlace = places.flatMap(([parameter, place]): Change[] => {
    const bare = fittedIn(said, text.slice(0, place.start));
    const at = { start: place.start, end: place.start + bare.length };
    const sentence = text.slice(0, place.start) + bare + text.slice(place.end);
    const offset = tail.said.start + said.indexOf(bare) - at.start;
    const own = valuesFrom(sentence, nearOnlyFor(parameter, joint.read(sentence, tool)), now).flatMap((value) => {
      if (!value.span || !overlaps(value.span, at)) return [];
      const span = { start: value.span.start + offset, end: value.span.end + offset };
      // "The study" may begin with a word that both sentences have in front.
      const isSaid = query.slice(span.start, span.end) === sentence.slice(value.span.start, value.span.end);
      return isSaid && isWithin(span, tail.said) ? [{ ...value, span }] : [];
    });
    return own.some((value) => value.parameter === parameter) ? [{ values: own, text: sentence }] : [];
  });
  const lead = `${text}. `;
  const joined = read(lead + query)
    .map((value) => moved(value, lead.length))
    .filter(({ span }) => span !== null);
  const alone = read(said).map((value) => moved(value, -tail.said.start));
  const placed = alone.filter(({ span }) => span !== null);
  // Beside the call that it goes on with, a fragment is read best; alone, it shows what may have been missed there.
  const behind = withMore(
    joined.map((value) => placed.find((other) => reachesFurther(other, value)) ?? value),
    placed,
  );
  const understood = alone.filter(({ span }) => span === null);
  const all = [
    ...inPlace,
    { values: behind, text: lead + query },
    { values: placed, text: lead + query },
    { values: understood, text: lead + query },
  ];
  const several = new Set(before.values.flatMap(({ parameter, item = 0 }) => (item > 0 ? [parameter] : [])));
  const fresh = all
    .map((change) => ({ ...change, values: change.values.map((value) => fitted(value, before, query, now)) }))
    .map((change) => ({
      ...change,
      values: change.values.filter(
        (value) =>
          !isDenied(value) &&
          !saysNothing(value, query) &&
          !isOptionOfAnother(value, before, query) &&
          !isUnclear(value, before.values, query),
      ),
    }))
    // Nobody says which of several is meant.
    .filter(({ values }) => values.some(isNew) && !values.some(({ parameter }) => several.has(parameter)))
    .filter(({ values }) => !endsEarly(before, values));
  const exchanged = exchangedIn(before, query, tail.said);
  if (exchanged) return [{ ...exchanged, plausibility: plausibility(exchanged, before, query, tail) }];
  const reckoned = reckonedOf(before, query, tail);
  const found = reckoned ? withReckoned(reckoned, fresh, query) : [...fresh, ...unionsOf(fresh)];
  const denied = deniedBy(before, query, tail, now);
  const ofDenied = found.filter(({ values }) => values.some(({ parameter }) => denied.has(parameter)));
  return uniqueOf(ofDenied.length > 0 ? ofDenied : found)
    .map((change) => ({ ...change, plausibility: plausibility(change, before, query, tail) }))
    .sort((one, other) => other.plausibility - one.plausibility)
    .slice(0, READ_BACK_MAX);
}

/** "And Monday" is no first day and another, earlier last one. */
function endsEarly({ tool, values: known }: Before, values: readonly ParameterValue[]): boolean {
  const whole = [...known, ...values].map(({ parameter, value }) => [parameter.name, value] as const);
  return endsBeforeItBegins(tool, Object.fromEntries(whole));
}

/** Whether its words only stand for something else: no ward is called "that one", and no street "once more". */
function saysNothing({ value, span, parameter: { choices } }: ParameterValue, query: string): boolean {
  if (typeof value !== "string" || span === null || choices.length > 0) return false;
  // Who quotes a title may mean "It".
  const isQuoted = /[\p{Pi}"'`]$/u.test(query.slice(0, span.start));
  return !isQuoted && WORDS.standsForOther.test(query.slice(span.start, span.end));
}

/** "Two more": two, or two on top of those before? "The other one" is no 1, and "the 26th" beside a date no 26 of anything. */
export function isUnclear(
  { parameter, value, span }: ParameterValue,
  before: readonly ParameterValue[],
  query: string,
): boolean {
  if (typeof value !== "number" || span === null) return false;
  const isWord = /^\p{L}/u.test(query.slice(span.start));
  if (value === 1 && isWord && WORDS.otherInFront.test(query.slice(0, span.start))) return true;
  if (WORDS.ordinal.test(query.slice(span.start)))
    return before.some(({ value: known }) => spoken(String(known)) !== null);
  if (!WORDS.moreBehind.test(query.slice(span.end))) return false;
  return before.some((known) => known.parameter === parameter && typeof known.value === "number");
}

/** Whether a text is said with the very word for an option of another parameter: "the cows" are a herd, and no pasture. */
function isOptionOfAnother({ parameter, span }: ParameterValue, { values }: Before, query: string): boolean {
  if (span === null || parameter.type !== "string" || parameter.choices.length > 0) return false;
  const said = query.slice(span.start, span.end).toLowerCase();
  return values.some(({ parameter: { choices } }) => choices.some((choice) => String(choice).toLowerCase() === said));
}

/** Options that are only near in meaning count for the parameter whose place it is, and are looked up for no other. */
function nearOnlyFor(parameter: Parameter, { further, ...reading }: JointReading): JointReading {
  const own = (parameters: readonly ParameterReading[]) =>
    parameters.map(({ near, ...one }) => (near && one.parameter === parameter ? { ...one, near } : one));
  return {
    ...reading,
    parameters: own(reading.parameters),
    ...(further && { further: () => own(further()) }),
  };
}

/** Without what stands in front of its place already: the "page" of "page 6" in the place of the 5 of "page 5". */
function fittedIn(said: string, inFront: string): string {
  const bare = WORDS.preposition.test(inFront) ? said.replace(WORDS.leadingPreposition, "") : said;
  const [, word = "", rest = ""] = /^(\S+)\s+(\S.*)$/su.exec(bare) ?? [];
  const last = /(\S+)\s*$/u.exec(inFront)?.[1] ?? "";
  return word !== "" && word.toLowerCase() === last.toLowerCase() ? rest : bare;
}

/** A value by its distance from the one before, or the other one of two; null where none is said so. */
function reckonedOf(before: Before, query: string, { said }: Tail): Change | null {
  const value = relativeValue(before.values, query, said) ?? otherValue(before.values, query, said);
  if (!value) return null;
  const { text, places } = before;
  const place = places.get(value.parameter);
  const sentence = place
    ? text.slice(0, place.start) + (wordsOf(value.value) ?? "") + text.slice(place.end)
    : `${text}. ${query}`;
  return { values: [value], text: sentence, isReckoned: true };
}

/** By itself, and with what else the words say: "for the altos, but an hour later". Its own words stand for nothing else. */
function withReckoned(reckoned: Change, changes: readonly Change[], query: string): readonly Change[] {
  const [value] = reckoned.values;
  const span = value?.span;
  if (!value || !span) return [reckoned];
  const rest = query.slice(0, span.start) + query.slice(span.end);
  const unions = changes.flatMap(({ values }) => {
    const others = values.filter((one) => one.parameter !== value.parameter && !(one.span && overlaps(one.span, span)));
    return others.length === 0
      ? []
      : [{ values: [value, ...others], text: `${reckoned.text}. ${rest}`, isReckoned: true }];
  });
  return [reckoned, ...unions];
}

/** The value as it is meant in the place of the one before: the code or the date in full. */
function fitted(value: ParameterValue, { values }: Before, query: string, now: LocalTime): ParameterValue {
  const { parameter, span, why } = value;
  const old = values.find((known) => known.parameter === parameter)?.value;
  if (old === undefined || span === null || why !== undefined || parameter.choices.length > 0) return value;
  // "The 26th" is a day behind "for" or "on" alone.
  const before = /\S+\s+$/u.exec(query.slice(0, span.start))?.[0].length ?? 0;
  const nearestIn = (words: string) => (typeof old === "string" ? nearestTo(old, words, parameter, now) : null);
  const said = query.slice(span.start, span.end);
  const whole =
    completed(old, said) ??
    (typeof old === "string" && value.value !== old
      ? (nearestIn(said) ?? nearestIn(query.slice(span.start - before, span.end)))
      : null);
  return whole === null ? value : { ...value, value: whole };
}

/** Two that say different things of different words, as one: "as bullets, up to eight". */
function unionsOf(changes: readonly Change[]): readonly Change[] {
  const unions: Change[] = [];
  for (const [at, one] of changes.entries()) {
    for (const other of changes.slice(at + 1)) {
      if (unions.length >= UNIONS_MAX) return unions;
      const values = withMore(one.values, other.values);
      if (values.length === one.values.length + other.values.length) unions.push({ values, text: other.text });
    }
  }
  return unions;
}

/** The parameters whose values are taken back by name: "45, not 35". */
function deniedBy(
  { text, values, places }: Before,
  query: string,
  { denied }: Tail,
  now: LocalTime,
): ReadonlySet<Parameter> {
  const texts = denied.map(({ start, end }) => query.slice(start, end));
  return new Set(
    values
      .filter(({ parameter, value }) => {
        const place = places.get(parameter);
        const said = place && text.slice(place.start, place.end).toLowerCase();
        const isSaid = (denied: string) => said !== undefined && ` ${said} `.includes(` ${denied.toLowerCase()} `);
        return texts.some((denied) => isSaid(denied) || placesIn(denied, parameter, value, now).length > 0);
      })
      .map(({ parameter }) => parameter),
  );
}

function uniqueOf(changes: readonly Change[]): readonly Change[] {
  const known = new Map<string, Change>();
  for (const change of changes) {
    const name = JSON.stringify(change.values.map(({ parameter, value }) => [parameter.path, value] as const));
    if (!known.has(name)) known.set(name, change);
  }
  return [...known.values()];
}
