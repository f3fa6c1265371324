/** What a parameter of text, or a list of texts, could be: stretches of the text, by what was read and by their form. */
import { ENGLISH } from "#core/english/english.ts";
import { currencyBehind } from "#core/reading/currencies.ts";
import {
  type IdentifierKind,
  type IdentifierMention,
  identifiersIn,
  identifiersWantedBy,
} from "#core/reading/identifiers.ts";
import { numbersIn } from "#core/reading/numbers.ts";
import { digitsIn, digitsWanted, formedBy } from "#core/reading/pattern-forms.ts";
import { type PlaceKind, placeKindsOf, placeKindWantedBy, placesNamed } from "#core/reading/place-kinds.ts";
import { wantsRegion } from "#core/reading/places.ts";
import { spokenAddressesIn } from "#core/reading/spoken-addresses.ts";
import { spokenPhonesIn } from "#core/reading/spoken-digits.ts";
import { isSameSpan, isWithin, type Span } from "#core/span.ts";
import { contentWords, humanised } from "../name-words.ts";
import type { ParameterReading } from "../networks/joint-model.ts";
import type { Parameter } from "../tool-parameters.ts";
import { type Candidate, fixed } from "./candidate.ts";
import { shapedLike } from "./example-shapes.ts";
import { withoutOwnNoun } from "./own-noun.ts";
import { formsOf } from "./parameter-forms.ts";
import { partOfName } from "./person-names.ts";
import { type PriceName, price } from "./prices.ts";
import { meantBySynonym, synonymsSaid, withSaidItems } from "./said-synonyms.ts";
import type { SpanFit } from "./span-fit.ts";
import {
  crossesQuotes,
  listItems,
  mentionOf,
  nameOf,
  placeWithRegion,
  quotedExactly,
  quotedLists,
  quotedSpans,
  trimmed,
  wholeName,
  withoutHash,
  withoutMeasure,
} from "./texts.ts";
import { announced, cued, withOwnArticle } from "./value-cues.ts";
import { writtenAs } from "./written-values.ts";

const WORDS = ENGLISH.naming;

const SPANS_MAX = 8;
const NAMES_TRIED_MAX = 2;
const LISTS_TRIED_MAX = 4;
const NAME_UNITS_MAX = 60;
/** Kinds that nothing but themselves look like; a host may be a file, a code a number. */
const UNMISTAKABLE: ReadonlySet<IdentifierKind> = new Set([
  "email",
  "url",
  "uuid",
  "secret",
  "hash",
  "iban",
  "card",
  "phone",
]);
/** Kinds of which lists are made. */
const ADDRESSES: ReadonlySet<IdentifierKind> = new Set(["email", "url", "ip"]);
/** Kinds that have digits, however they are written. */
const NUMBERS: ReadonlySet<IdentifierKind> = new Set(["iban", "card", "phone"]);
const ONLY_FORMED: ReadonlySet<string> = new Set(["uri", "url", "iri", "uuid", "ipv4"]);
/** Behind the name of a parameter: another name, a number, or something in quotation marks. */
const VALUE_BEHIND = /^\s+(?:is\s+|of\s+)?["'“‘]?[\p{Lu}\d]/u;
const IS_CURRENCY = new RegExp(`^${currencyBehind(ENGLISH)}$`, "i");
const UNSPECIFIC = new RegExp(`\\b(?:${WORDS.unspecific.replaceAll(" ", "|")}|\\d+)\\b`, "i");
/** One or two words, the first of them right behind a number. */
const BEHIND_NUMBER = /(?<=[\p{L}\p{N}] )((?:[a-z][a-z'’-]* ){1,2})$/u;

const LOOKS_NUMERIC = /^[-\d.,%]+$/;

interface Stretch {
  readonly span: Span;
  /** Log-probability by what was read. */
  readonly fit: number;
}

/** A stretch that has the form a parameter asks for. */
interface Formed extends Span {
  /** As the parameter wants it; null for the words as they stand. */
  readonly value: string | null;
  /** Whether nothing else in everyday sentences has this form. */
  readonly isSure: boolean;
}

/** Whether something speaks for a stretch or against it, how much, and what else was read of the stretch counts at least. */
type Reason = readonly [holds: boolean, worth: PriceName | number, fitMin?: PriceName | null];

/** What the words around it say of the parameter's value. */
interface Hints {
  /** Stretches that have the form the parameter asks for, if it asks for any. */
  readonly formed: readonly Formed[];
  readonly qualified: readonly Span[];
  /** Values that the parameter's description gives as examples. */
  readonly exampled: readonly Span[];
  /** Values, and synonyms of values, that its schema gives. */
  readonly known: readonly Span[];
}

/** The stretches of one text. */
export class TextFinder {
  readonly #text: string;
  readonly #names: ReadonlySet<string>;
  readonly #quoted: readonly Span[];
  readonly #identifiers: readonly IdentifierMention[];
  readonly #numberEnds: ReadonlySet<number>;
  readonly #places: ReturnType<typeof placesNamed>;
  readonly #placeKinds: ReadonlySet<PlaceKind | null>;

  /** `names`: of all the tool's parameters, in words and small letters. */
  constructor(text: string, names: ReadonlySet<string>) {
    this.#text = text;
    this.#names = names;
    this.#quoted = quotedSpans(text);
    this.#identifiers = identifiersIn(text);
    this.#places = placesNamed(text, ENGLISH);
    this.#placeKinds = new Set([...names].map((name) => placeKindWantedBy(name, ENGLISH)));
    this.#numberEnds = new Set(numbersIn(text, ENGLISH).map(({ end }) => end));
  }

  single(parameter: Parameter, evidence: SpanFit): readonly Candidate[] {
    const best = evidence.bestSpans(SPANS_MAX).filter(({ span }) => !crossesQuotes(span, this.#quoted));
    const exampled = this.#exampled(parameter).filter((example) => !this.#isKindOf(example, best[0]?.span));
    const known = synonymsSaid(this.#text, parameter).map(({ span }) => span);
    const hints = { formed: this.#formed(parameter), qualified: this.#qualified(parameter), exampled, known };
    const told = [
      ...this.#quoted,
      ...hints.formed,
      ...hints.qualified,
      ...hints.exampled,
      ...hints.known,
      ...this.#placesFor(parameter),
      ...announced(this.#text, parameter),
    ];
    const toldOf = told.map((span) => ({ span, fit: evidence.fit(span) }));
    const found = [
      ...best,
      ...this.#wholeNames(best, parameter, evidence),
      ...this.#countedThings(best, evidence),
      ...toldOf,
    ]
      .filter(({ span }) => !known.some((whole) => isWithin(span, whole) && !isSameSpan(span, whole)))
      .flatMap((stretch) => this.#candidate(stretch, parameter, hints));
    const { pattern } = formsOf(parameter);
    // A year has four digits, too: digits are the ones that were looked for, or none.
    const isOfDigits = ({ span, value }: Candidate) =>
      !/^\d+$/.test(String(value)) || hints.formed.some((other) => isSameSpan(other, span));
    const isCounted = digitsWanted(parameter.description, parameter.pattern, ENGLISH) !== null;
    const counted = isCounted ? found.filter(isOfDigits) : found;
    if (pattern) return counted.filter(({ value }) => pattern.test(String(value)));
    if (isCounted) return counted;
    // Required, it may still be somebody whose address a fact tells.
    if (parameter.isRequired) return found;
    if (wantsNumber(parameter)) return found.filter(({ value }) => /\d/.test(String(value)));
    const mustBeFormed = ONLY_FORMED.has(parameter.format) || WORDS.namesAddress.test(humanised(parameter.name));
    return mustBeFormed ? found.filter(({ span }) => hints.formed.some((other) => isSameSpan(other, span))) : found;
  }

  /** The items of a list that is quoted or enumerated. */
  lists(parameter: Parameter, reading: ParameterReading, evidence: SpanFit): readonly Candidate[] {
    const saysSomething = ({ start, end }: Span) => !WORDS.pointsElsewhere.test(this.#text.slice(start, end));
    const valuesIn = (spans: readonly Span[]) =>
      this.#ofOneForm(spans.flatMap((span) => listItems(this.#text, span)).filter(saysSomething)).map((item) =>
        this.written(parameter, item),
      );
    const quoted = quotedLists(this.#text).flatMap((items) => {
      const span = { start: items[0]?.start ?? 0, end: items.at(-1)?.end ?? 0 };
      const values = items.map((item) => this.written(parameter, item));
      return [fixed(evidence.insideFit(span) + price.writtenList, span, values)];
    });
    if (quoted.some(({ score }) => score > price.quotedListMin)) return quoted;
    const said = synonymsSaid(this.#text, parameter).map(({ span }) => span);
    const runs = withSaidItems(evidence.insideRuns(), said, (span) => listItems(this.#text, span));
    const [first] = runs;
    const values = valuesIn(runs);
    if (first && values.length > 0) {
      const span = { start: first.start, end: runs.at(-1)?.end ?? first.end };
      return [fixed(Math.log(reading.stated + price.insideFloor), span, values)];
    }
    const examples = [...this.#exampled(parameter), ...said].toSorted((one, other) => one.start - other.start);
    const [example] = examples;
    if (example) {
      const fits = examples.map((span) => Math.max(evidence.fit(span), price.textFitMin));
      const span = { start: example.start, end: examples.at(-1)?.end ?? example.end };
      return [fixed(Math.max(...fits) + price.textExampled, span, valuesIn(examples))];
    }
    return evidence.bestSpans(LISTS_TRIED_MAX).flatMap(({ span, fit }) => {
      const values = valuesIn([span]);
      return values.length > 0 ? [fixed(fit, span, values)] : [];
    });
  }

  /** "My sister, ann@post.example": where an item is an address, who has it is none, nor what stands before it. */
  #ofOneForm(items: readonly Span[]): readonly Span[] {
    const addresses = this.#identifiers.filter(({ kind }) => ADDRESSES.has(kind));
    const within = items.flatMap((item) => addresses.filter((address) => isWithin(address, item)));
    const kinds = new Set(within.map(({ kind }) => kind));
    return kinds.size === 1 ? within : items;
  }

  /** The span's text as the parameter wants it written. */
  written(parameter: Parameter, span: Span): string {
    const text = this.#text.slice(span.start, span.end);
    return meantBySynonym(text, parameter) ?? writtenAs(parameter, text);
  }

  #wholeNames(best: readonly Stretch[], parameter: Parameter, evidence: SpanFit): readonly Stretch[] {
    const isPlace = wantsRegion(parameter.description, ENGLISH);
    return best.slice(0, NAMES_TRIED_MAX).flatMap(({ span, fit }) => {
      const named = wholeName(this.#text, span) ?? (isPlace ? placeWithRegion(this.#text, span) : null);
      const whole = this.#titledName(named ?? span, parameter, evidence) ?? named;
      return whole ? [{ span: whole, fit: fit + price.textWholeName }] : [];
    });
  }

  /** The "Museum of" of a name, where a museum is wanted or some of it was taken for a part of the value. */
  #titledName(span: Span, { name }: Parameter, evidence: SpanFit): Span | null {
    const whole = nameOf(this.#text, span);
    if (!whole) return null;
    const title = { start: whole.start, end: span.start };
    const said = new Set(contentWords(this.#text.slice(title.start, title.end)));
    const isWanted = contentWords(name).some((word) => said.has(word));
    return isWanted || evidence.inside(title) >= price.textTitleInsideMin ? whole : null;
  }

  /** "two blueberry muffins" are blueberry muffins: the words between a number and what was read belong to the thing. */
  #countedThings(best: readonly Stretch[], evidence: SpanFit): readonly Stretch[] {
    return best.slice(0, NAMES_TRIED_MAX).flatMap(({ span, fit }) => {
      const between = BEHIND_NUMBER.exec(this.#text.slice(0, span.start))?.[1] ?? "";
      const start = span.start - between.length;
      const isThing = between !== "" && this.#numberEnds.has(start - 1) && !WORDS.noQuality.test(between);
      if (!isThing || evidence.inside({ start, end: span.start }) < price.textQualityInsideMin) return [];
      return [{ span: { start, end: span.end }, fit: fit + price.textWholeName }];
    });
  }

  #candidate(
    { span, fit }: Stretch,
    parameter: Parameter,
    { formed, qualified, exampled, known }: Hints,
  ): readonly Candidate[] {
    const quoted = this.#quoted.find((other) => isSameSpan(trimmed(this.#text, other), trimmed(this.#text, span)));
    const isKnown = known.some((other) => isSameSpan(other, span));
    const exact = isKnown
      ? span
      : quoted
        ? quotedExactly(this.#text, quoted)
        : partOfName(this.#text, this.#withoutNoun(this.#ownWords(span), parameter), parameter);
    if (exact.end === exact.start || this.#announcesValue(exact)) return [];
    const about = `${humanised(parameter.name)} ${parameter.description}`.toLowerCase();
    const isQuoted = this.#quoted.some((other) => isSameSpan(other, span));
    const written = this.#text.slice(exact.start, exact.end);
    // Of "under 80 euros" the euros are the number's.
    if (this.#numberEnds.has(exact.start - 1) && IS_CURRENCY.test(written)) return [];
    const isBareNumber = LOOKS_NUMERIC.test(written) && !WORDS.mayBeNumeric.test(about);
    const form = formed.find((other) => isSameSpan(other, exact) || isSameSpan(other, withoutHash(this.#text, exact)));
    const isNamed = this.#isNamed(parameter, exact);
    const isPointing = formsOf(parameter).own.test(written) || WORDS.pointsElsewhere.test(written);
    const place = this.#placeFit(parameter, exact);
    const cue = formed.length === 0 ? cued(this.#text, exact, parameter, "text") : 0;
    const reasons: readonly Reason[] = [
      [form?.isSure === true, 0, "textSureFitMin"],
      [form !== undefined, "textOfForm", "textFitMin"],
      [form === undefined && formed.length > 0, "textOfOtherForm"],
      [cue !== 0, cue, cue > 0 ? "textCuedFitMin" : null],
      [isNamed, "textNamed", "textFitMin"],
      [qualified.some((other) => isSameSpan(other, exact)), "textQualified", "textFitMin"],
      [exampled.some((other) => isSameSpan(other, exact)), "textExampled", "textExampledFitMin"],
      [isKnown, "textExampled", "textSureFitMin"],
      [place !== 0, place, place > 0 ? "textPlaceFitMin" : null],
      [isPointing && !isQuoted, "textSaysNothing"],
      [isQuoted, "textQuoted"],
      [isBareNumber && !isNamed, "textBareNumber"],
    ];
    const holding = reasons.filter(([holds]) => holds);
    const fitMins = holding.flatMap(([, , fitMin]) => (fitMin ? [price[fitMin]] : []));
    const score = holding.reduce((sum, [, worth]) => sum + amountOf(worth), Math.max(fit, ...fitMins));
    const whole = withOwnArticle(this.#text, exact, parameter);
    return [fixed(score, whole, form?.value ?? this.written(parameter, whole))];
  }

  /** "the web deployment", "in the kids' room": what tells this one from others stands before the parameter's own name. */
  #qualified(parameter: Parameter): readonly Span[] {
    return [...this.#text.matchAll(formsOf(parameter).qualified)].flatMap((match) => {
      const [, qualifier = "", name = ""] = match;
      if (UNSPECIFIC.test(qualifier)) return [];
      const start = match.index + match[0].length - name.length - qualifier.length;
      const isPossessive = /['’]s?\s+$/.test(qualifier);
      return [trimmed(this.#text, { start, end: start + qualifier.length + (isPossessive ? name.length : 0) })];
    });
  }

  /** "The country Spain": the name of a parameter right before what can only be its value. In "sort by price" it is a value. */
  #announcesValue({ start, end }: Span): boolean {
    return this.#names.has(this.#text.slice(start, end).toLowerCase()) && VALUE_BEHIND.test(this.#text.slice(end));
  }

  /** Countries for a country, states for a state. */
  #placesFor({ name }: Parameter): readonly Span[] {
    const wanted = placeKindWantedBy(name, ENGLISH);
    return wanted === null ? [] : this.#places.filter(({ kinds }) => kinds.has(wanted));
  }

  /** Of a place that is of the kind that the parameter asks for, or of another one; 0 where nobody knows. */
  #placeFit({ name }: Parameter, span: Span): number {
    const wanted = placeKindWantedBy(name, ENGLISH);
    const kinds = placeKindsOf(this.#text.slice(span.start, span.end).replace(WORDS.townBehind, ""), ENGLISH);
    if (wanted === null || kinds.size === 0) return 0;
    // "Mexico" in "New Mexico" is none of its own.
    if (this.#places.some((place) => isWithin(span, place) && !isSameSpan(span, place)))
      return price.textPlaceElsewhere;
    if (kinds.has(wanted)) return price.textPlace;
    return [...kinds].some((kind) => this.#placeKinds.has(kind)) ? price.textPlaceElsewhere : price.textOtherPlace;
  }

  /** Where the text has what the parameter's description gives as an example, other than the name of a parameter. */
  #exampled(parameter: Parameter): readonly Span[] {
    const given = [...formsOf(parameter).examples, ...(parameter.examples ?? [])];
    const examples = given.filter((example) => !this.#names.has(example.toLowerCase()));
    return examples.flatMap((example) => mentionOf(example, this.#text) ?? []);
  }

  /** "television show" is more than the example "show", "nearest cinema" no more than "cinema". */
  #isKindOf(example: Span, longer: Span | undefined): boolean {
    if (longer === undefined || longer.end !== example.end || longer.start >= example.start) return false;
    return !UNSPECIFIC.test(this.#text.slice(longer.start, example.start));
  }

  /** Without blanks, and the unit of a number in front. */
  #ownWords(span: Span): Span {
    const words = trimmed(this.#text, span);
    return this.#numberEnds.has(words.start - 1) ? withoutMeasure(this.#text, words) : words;
  }

  /** "/tmp" of "directory /tmp", "1.2" of "version 1.2", "Cedar" of "Cedar chapel": what it is stands in front of it, or behind. */
  #withoutNoun({ start, end }: Span, parameter: Parameter): Span {
    const noun = WORDS.kindOfCode.exec(this.#text.slice(start, end))?.[0].length ?? 0;
    return withoutOwnNoun(this.#text, { start: start + noun, end }, parameter);
  }

  /** Where the text has what the parameter asks for by its form: an e-mail address, a code, whatever its pattern says. */
  #formed(parameter: Parameter): readonly Formed[] {
    const { pattern, numbered } = formsOf(parameter);
    const digits = digitsWanted(parameter.description, parameter.pattern, ENGLISH);
    if (digits !== null) {
      return digitsIn(this.#text, digits, ENGLISH).map((span) => ({ ...span, value: null, isSure: true }));
    }
    if (pattern) {
      const isNumbered = (span: Span) =>
        numbered.test(this.#text.slice(Math.max(0, span.start - NAME_UNITS_MAX), span.start)) ||
        this.#isNamed(parameter, span);
      const isSure = /[A-Za-z]{2}|[A-Za-z]-/.test(pattern.source.replace(/\[[^\]]*\]|\\\w/g, ""));
      return formedBy(this.#text, pattern, isNumbered).map((formed) => ({ ...formed, isSure }));
    }
    const shaped = shapedLike(parameter.examples ?? [], this.#text);
    if (shaped.length > 0) return shaped.map((span) => ({ ...span, value: null }));
    const wanted = identifiersWantedBy(parameter.name, parameter.format, parameter.description);
    const spoken = this.#spoken(wanted);
    if (spoken.length > 0) return spoken;
    const found = wanted.length === 0 ? [] : this.#identifiers.filter(({ kind }) => wanted.includes(kind));
    const isSecond = WORDS.second.test(humanised(parameter.name));
    return found.map((mention) => ({ ...mention, value: null, isSure: UNMISTAKABLE.has(mention.kind) && !isSecond }));
  }

  /** E-mail addresses and telephone numbers that are said aloud, written out; none where one of them stands there written. */
  #spoken(wanted: readonly IdentifierKind[]): readonly Formed[] {
    if (this.#identifiers.some(({ kind }) => wanted.includes(kind))) return [];
    const addresses = wanted.includes("email") ? spokenAddressesIn(this.#text, ENGLISH) : [];
    const phones = wanted.includes("phone") ? spokenPhonesIn(this.#text, ENGLISH) : [];
    return [
      ...addresses.map(({ start, end, address }) => ({ start, end, value: address, isSure: true })),
      ...phones.map(({ start, end, digits }) => ({ start, end, value: digits, isSure: true })),
    ];
  }

  /** "component AB10", "the subject is 'Hello'", "the 'main' database": the parameter's name stands right before, or behind. */
  #isNamed(parameter: Parameter, span: Span): boolean {
    if (WORDS.namingNoun.test(this.#text.slice(span.start, span.end))) return false;
    const left = this.#text.slice(Math.max(0, span.start - NAME_UNITS_MAX), span.start);
    const right = this.#text.slice(span.end, span.end + NAME_UNITS_MAX);
    const { before, behind } = formsOf(parameter);
    // In "Museum of Modern Art", "Museum of" does not announce a museum: it is a part of its name.
    const isAnnounced = before.test(left) && nameOf(this.#text, span) === null;
    return (WORDS.namesName.test(parameter.name) && WORDS.called.test(left)) || isAnnounced || behind.test(right);
  }
}

/** A telephone number without a digit is none. */
function wantsNumber({ name, format, description }: Parameter): boolean {
  const wanted = identifiersWantedBy(name, format, description);
  return wanted.length > 0 && wanted.every((kind) => NUMBERS.has(kind));
}

function amountOf(worth: PriceName | number): number {
  return typeof worth === "number" ? worth : price[worth];
}
