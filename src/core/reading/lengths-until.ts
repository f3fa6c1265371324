/** "No alerts until 3 pm": how long that is from now, for a tool that counts minutes or hours and takes no moment. */
import type { LocalTime } from "../local-time.ts";
import type { Span } from "../span.ts";
import { type DatedParameter, type DateMention, dateShapeOf } from "./dates.ts";
import type { LanguageTables } from "./language.ts";
import { unitWantedBy } from "./units.ts";

/** Days are counted by their names, not from this minute on. */
const UNIT_SECONDS_MAX = 3_600;
const SECONDS_OF_MINUTE = 60;
const MS_OF_SECOND = 1_000;
/** Who says when something ends means a time of the next day at most. */
const SECONDS_MAX = 36 * 3_600;

export interface Length extends Span {
  /** In the unit that the parameter counts in. */
  readonly value: number;
}

export interface SaidMoments {
  readonly text: string;
  /** Every moment that the text names, as RFC 3339. */
  readonly moments: readonly DateMention[];
  readonly now: LocalTime;
}

/** The lengths up to each moment that is said to be an end; none where `others`, all that the tool takes, may have the moment itself. */
export function lengthsUntil(
  { text, moments, now }: SaidMoments,
  parameter: DatedParameter & { readonly name: string },
  others: readonly DatedParameter[],
  language: LanguageTables,
): readonly Length[] {
  const unit = unitWantedBy(parameter.name, parameter.description, language);
  if (unit?.dimension !== "time" || unit.factor > UNIT_SECONDS_MAX) return [];
  if (others.some((other) => dateShapeOf(other, language) !== null)) return [];
  const { untilThen } = language.dates;
  return moments.flatMap(({ start, end, value: moment }) => {
    const isEnd = untilThen.test(text.slice(0, start)) || untilThen.test(text.slice(0, start + LEAD_UNITS));
    const minutes = Math.round((Date.parse(moment) - now.at) / MS_OF_SECOND / SECONDS_OF_MINUTE);
    const value = (minutes * SECONDS_OF_MINUTE) / unit.factor;
    const isKept = isEnd && minutes > 0 && minutes * SECONDS_OF_MINUTE <= SECONDS_MAX;
    return isKept && (parameter.type === "number" || Number.isInteger(value)) ? [{ start, end, value }] : [];
  });
}

/** A mention may begin with the word itself. */
const LEAD_UNITS = "until ".length;
