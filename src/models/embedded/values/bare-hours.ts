/** "At 6", where a tool takes a time of day: the hour is that one's, and nobody's number. */
import { ENGLISH } from "#core/english/english.ts";
import { bareHoursIn } from "#core/reading/clock-times.ts";
import { type DateMention, dateShapeOf, wantsTime } from "#core/reading/dates.ts";
import { overlaps, type Span } from "#core/span.ts";
import { spelledOut } from "../parameter-words.ts";
import type { Parameter } from "../tool-parameters.ts";
import { type Candidate, fixed } from "./candidate.ts";
import { price } from "./prices.ts";
import type { SpanFit } from "./span-fit.ts";

/** "at twelve" is no more than an hour. */
const BARE_UNITS_MAX = 9;

/** The hours of one text. */
export class BareHours {
  readonly #text: string;
  /** None where the tool takes no time of day. */
  readonly spans: readonly Span[];

  constructor(text: string, parameters: readonly Parameter[]) {
    this.#text = text;
    this.spans = parameters.some(takesTime) ? bareHoursIn(text, ENGLISH) : [];
  }

  /** What the words that say when fit at least, where they have such an hour. */
  fitMin(said: Span): number {
    return this.spans.some((hour) => overlaps(hour, said)) ? price.hourFitMin : Number.NEGATIVE_INFINITY;
  }

  /** For a time of day in words, as they stand: "6", and "tomorrow at 6". `moments`: all that the text has. */
  candidates(parameter: Parameter, evidence: SpanFit, moments: () => readonly DateMention[]): readonly Candidate[] {
    if (this.spans.length === 0 || !isInWords(parameter)) return [];
    const candidate = ({ start, end }: Span, fitMin: number) => {
      const span = { start, end };
      return fixed(Math.max(evidence.fit(span), fitMin), span, this.#text.slice(start, end));
    };
    // With a day: "at 6" has none.
    const whole = moments().filter(
      (moment) => this.spans.some((hour) => overlaps(hour, moment)) && moment.end - moment.start > BARE_UNITS_MAX,
    );
    return [
      ...this.spans.map((hour) => candidate(hour, price.hourFitMin)),
      ...whole.map((moment) => candidate(moment, price.hourOfDayFitMin)),
    ];
  }
}

function takesTime(parameter: Parameter): boolean {
  const shape = dateShapeOf(parameter, ENGLISH);
  return shape ? wantsTime(shape) : isInWords(parameter);
}

/** A time of day that is taken in the words in which it is said. */
function isInWords(parameter: Parameter): boolean {
  const { name, type, choices } = parameter;
  const isOpen = type === "string" && choices.length === 0 && dateShapeOf(parameter, ENGLISH) === null;
  return isOpen && ENGLISH.clock.namesTime.test(spelledOut(name).toLowerCase());
}
