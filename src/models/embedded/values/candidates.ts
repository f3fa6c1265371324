/** What each open parameter could be: stretches of the text with the typed value that they stand for. */

import { ENGLISH } from "#core/english/english.ts";
import type { JsonValue } from "#core/json.ts";
import type { LocalTime } from "#core/local-time.ts";
import { type DateMention, type DateShape, dateShapeOf, datesIn, wantsTime } from "#core/reading/dates.ts";
import { lengthsUntil } from "#core/reading/lengths-until.ts";
import { periodsIn } from "#core/reading/periods.ts";
import { type Span, SpanSet } from "#core/span.ts";
import { coveredWords, type SlotMemory, type SlotWord, slotWords, stretchesOf } from "../memories/remembered-slots.ts";
import { humanised } from "../name-words.ts";
import type { JointReading, ParameterReading } from "../networks/joint-model.ts";
import type { Parameter } from "../tool-parameters.ts";
import { BareHours } from "./bare-hours.ts";
import { type Candidate, type CandidateKind, fixed, type OpenParameter } from "./candidate.ts";
import { currencyCandidates, mayBeCurrencyIn } from "./currency-candidates.ts";
import { freeObjectIn } from "./free-objects.ts";
import { isNumeric, NumberFinder } from "./number-candidates.ts";
import { aheadDaysMax, liesBehind } from "./past-days.ts";
import { price } from "./prices.ts";
import { SpanFit } from "./span-fit.ts";
import { TextFinder } from "./text-candidates.ts";
import { cued, onlyDate } from "./value-cues.ts";
import { saysOnlyWhen } from "./when-apart.ts";
import { movesDays } from "./whole-periods.ts";

const CANDIDATES_MAX = 8;

/** One text with everything that can be found in it without knowing the parameter. */
export class CandidateFinder {
  readonly #text: string;
  readonly #reading: JointReading;
  readonly #now: LocalTime;
  readonly #parameters: readonly Parameter[];
  readonly #numbers: NumberFinder;
  readonly #hours: BareHours;
  readonly #texts: TextFinder;
  readonly #momentsFromNow: SpanSet;
  readonly #datesByShape = new Map<string, readonly DateMention[]>();

  /** Whether the tool wants a number, which "for 6" could be. */
  readonly #isCounting: boolean;
  readonly #examples: SlotMemory | null;
  readonly #words: readonly SlotWord[];

  /** `examples`: what is remembered of the tool; null for nothing. */
  constructor(text: string, reading: JointReading, now: LocalTime, examples: SlotMemory | null) {
    this.#text = text;
    this.#examples = examples;
    this.#words = examples ? slotWords(text) : [];
    this.#reading = reading;
    this.#now = now;
    const parameters = reading.parameters.map(({ parameter }) => parameter);
    this.#parameters = parameters;
    const timed = parameters.flatMap((parameter) => dateShapeOf(parameter, ENGLISH) ?? []).find(wantsTime);
    const numeric = parameters.filter(({ type }) => isNumeric(type));
    this.#isCounting = numeric.length > 0;
    this.#hours = new BareHours(text, parameters);
    this.#numbers = new NumberFinder(text, numeric, reading.tool, this.#hours.spans);
    const names = parameters.map(({ name }) => humanised(name).toLowerCase());
    this.#texts = new TextFinder(text, new Set(names));
    this.#momentsFromNow = new SpanSet(this.#fromNow(timed));
  }

  /** "in 20 minutes" is when something begins, where the tool asks for that, and not how long it takes. */
  #fromNow(timed: DateShape | undefined): readonly Span[] {
    const mentions = timed ? this.#datesIn(timed) : [];
    return mentions.filter(({ start, end }) => ENGLISH.dates.fromNow.test(this.#text.slice(start, end)));
  }

  find(reading: ParameterReading): OpenParameter {
    const evidence = new SpanFit(this.#text, this.#reading.tokens, reading);
    const { parameter } = reading;
    const { kind, found } = this.#byType(parameter, reading, evidence);
    const all = [...found, ...this.#literals(parameter, evidence)];
    const isRemembered = this.#examples !== null && kind !== "list" && kind !== "numbers";
    const scored = this.#examples && isRemembered ? this.#remembered(this.#examples, reading, evidence, all) : all;
    const candidates = [...scored].sort((a, b) => b.score - a.score).slice(0, CANDIDATES_MAX);
    return { reading, kind, isRemembered, candidates };
  }

  /** The candidates with the scores that examples give them, and for a free text every stretch that is like theirs. */
  #remembered(
    examples: SlotMemory,
    reading: ParameterReading,
    evidence: SpanFit,
    found: readonly Candidate[],
  ): readonly Candidate[] {
    const { parameter, stated } = reading;
    const isFree = parameter.type === "string" && !dateShapeOf(parameter, ENGLISH) && examples.knows(parameter);
    const stretches = isFree ? stretchesOf(this.#words) : [];
    const own = stretches.map((span) => fixed(evidence.fit(span), span, this.#texts.written(parameter, span)));
    return (isFree ? own : found).flatMap((candidate) => {
      const range = coveredWords(this.#words, candidate.span);
      const read = { fit: candidate.score, stated };
      return range ? [{ ...candidate, score: examples.logOdds(parameter, this.#words, range, read) }] : [];
    });
  }

  #byType(
    parameter: Parameter,
    reading: ParameterReading,
    evidence: SpanFit,
  ): { readonly kind: CandidateKind; readonly found: readonly Candidate[] } {
    if (isNumeric(parameter.type)) {
      const numbers = this.#numbers.single(parameter, evidence);
      const free = numbers.filter(({ span }) => !this.#momentsFromNow.overlaps(span));
      return { kind: "number", found: [...free, ...this.#lengths(parameter, evidence)] };
    }
    if (parameter.type === "array") {
      if (isNumeric(parameter.itemType)) return { kind: "numbers", found: this.#numbers.lists(parameter, evidence) };
      if (parameter.itemType !== "string") return { kind: "list", found: [] };
      return { kind: "list", found: this.#texts.lists(parameter, reading, evidence) };
    }
    if (parameter.type === "object") {
      const free = freeObjectIn(this.#text, parameter);
      return { kind: "text", found: free ? [fixed(price.writtenList, free.span, free.value)] : [] };
    }
    if (parameter.type !== "string") return { kind: "text", found: [] };
    const currencies = currencyCandidates(this.#text, parameter, evidence);
    if (currencies) return { kind: "text", found: [...currencies, ...this.#besides(currencies, parameter, evidence)] };
    const shape = dateShapeOf(parameter, ENGLISH);
    const { tool } = this.#reading;
    const isOver = shape !== null && liesBehind(tool, parameter);
    const ahead = shape === null || isOver ? null : aheadDaysMax(tool, parameter);
    return {
      kind: "text",
      found: shape
        ? this.#dates(
            parameter,
            { ...shape, ...(isOver && { isOver }), ...(ahead !== null && { aheadDaysMax: ahead }) },
            evidence,
          )
        : [
            ...this.#texts
              .single(parameter, evidence)
              .filter(({ span }) => !saysOnlyWhen(this.#text, span, parameter, this.#parameters)),
            ...this.#hours.candidates(parameter, evidence, () => this.#datesIn({ kind: "date-time" })),
          ],
    };
  }

  /** What counts for how long, where the text says until when. */
  #lengths(parameter: Parameter, evidence: SpanFit): readonly Candidate[] {
    if (!ENGLISH.dates.saysUntil.test(this.#text)) return [];
    const moments = this.#datesIn({ kind: "date-time" });
    return lengthsUntil({ text: this.#text, moments, now: this.#now }, parameter, this.#parameters, ENGLISH)
      .filter(({ value }) => value >= parameter.minimum && value <= parameter.maximum)
      .map(({ start, end, value }) => {
        const fit = Math.max(evidence.numberFit({ start, end }), price.numberToldFitMin);
        return { ...fixed(fit + price.numberWithUnit, { start, end }, value), dependsOnClock: true };
      });
  }

  /** Other words than those: "bitcoin" is a currency, too. */
  #besides(known: readonly Candidate[], parameter: Parameter, evidence: SpanFit): readonly Candidate[] {
    const knownSpans = new SpanSet(known.map(({ span }) => span));
    const mayBeOne = mayBeCurrencyIn(this.#text);
    return this.#texts
      .single(parameter, evidence)
      .filter((other) => !knownSpans.overlaps(other.span) && mayBeOne(other.span));
  }

  /** Dates in the shape asked for; only where there is none at all, the words as they stand. */
  #dates(parameter: Parameter, shape: DateShape, evidence: SpanFit): readonly Candidate[] {
    const said = this.#datesIn(shape);
    const isHourMeant = parameter.isRequired && said.length === 0 && wantsTime(shape) && !this.#isCounting;
    const mentions = isHourMeant ? this.#datesIn({ ...shape, areHoursBare: true }) : said;
    // A whole month has two ends, and a day to which something is moved is none.
    const mayBeEnd = mentions.length === 1 && !movesDays(this.#reading.tool);
    const isOnly = mayBeEnd && periodsIn(this.#text, this.#now, false, ENGLISH).length === 0;
    const fitOf = (date: DateMention) => {
      const told = cued(this.#text, date, parameter, "date");
      const cue = told === 0 && isOnly ? onlyDate(parameter, this.#parameters) : told;
      const cuedMin = cue > 0 ? price.dateCuedFitMin : Number.NEGATIVE_INFINITY;
      const hourMin = isHourMeant ? price.hourFitMin : this.#hours.fitMin(date);
      return Math.max(evidence.numberFit(date), cuedMin, hourMin) + cue;
    };
    const dates = mentions.map((date: DateMention) => ({
      score: fitOf(date) + price.date,
      span: { start: date.start, end: date.end },
      value: date.value,
      dependsOnClock: date.dependsOnClock,
      isPart: false,
    }));
    if (dates.length > 0 || parameter.format !== "") return dates;
    // Words without a figure are no day or hour that a parameter with such a pattern could have.
    const isWritten = ({ value }: Candidate) => shape.kind !== "pattern" || /\d/.test(String(value));
    return this.#texts.single(parameter, evidence).filter(isWritten);
  }

  /** Read once for all parameters that want the same shape. */
  #datesIn(shape: DateShape): readonly DateMention[] {
    const key = `${shape.kind === "pattern" ? shape.pattern : shape.kind} ${shape.isOver === true} ${shape.aheadDaysMax} ${shape.areHoursBare === true}`;
    const dates = this.#datesByShape.get(key) ?? datesIn(this.#text, shape, this.#now, ENGLISH);
    this.#datesByShape.set(key, dates);
    return dates;
  }

  /** `[…]` and `{…}` written as JSON, for lists and objects. */
  #literals(parameter: Parameter, evidence: SpanFit): readonly Candidate[] {
    if (parameter.type !== "array" && parameter.type !== "object") return [];
    if (parameter.type === "array" && parameter.itemType === "string") return [];
    const pattern = parameter.type === "array" ? /\[.*\]/s : /\{.*\}/s;
    const match = pattern.exec(this.#text);
    if (!match) return [];
    const span = { start: match.index, end: match.index + match[0].length };
    try {
      return [
        fixed(evidence.insideFit(span) + price.writtenList, span, JSON.parse(withDoubleQuotes(match[0])) as JsonValue),
      ];
    } catch {
      return []; // Not JSON: nothing that could be copied.
    }
  }
}

/** `{'a': 1}`, as Python writes it, is meant as JSON. */
function withDoubleQuotes(written: string): string {
  return written.includes('"') ? written : written.replaceAll("'", '"');
}
