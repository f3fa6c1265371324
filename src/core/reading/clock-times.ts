/** Times of day in a sentence, for parameters that want the hour or the minute as a number. */
import type { Span } from "../span.ts";
import type { LanguageTables } from "./language.ts";

/** Half-open UTF-16 code units. */
interface Part {
  readonly start: number;
  readonly end: number;
  readonly value: number;
}

export interface ClockTime {
  /** As it is said: 6 of "6:30 PM". */
  readonly hour: Part;
  /** 0–23; null where the text leaves open which half of the day is meant. */
  readonly hourOfDay: number | null;
  readonly minute: Part | null;
}

/** "6:30 PM", "18:05" and "11 pm", in the order of the text; a bare number is no time. */
export function clockTimesIn(text: string, { clock }: LanguageTables): readonly ClockTime[] {
  return [...text.matchAll(clock.time)].flatMap((match): ClockTime[] => {
    const [, hours = "", minutes, half] = match;
    const hour = Number(hours);
    if ((minutes === undefined && half === undefined) || hour > 24 || Number(minutes ?? 0) > 59) return [];
    if (half !== undefined && (hour < 1 || hour > 12)) return [];
    const minuteAt = match.index + hours.length + 1;
    return [
      {
        hour: { start: match.index, end: match.index + hours.length, value: hour },
        hourOfDay: hourOfDay(hour, half === undefined ? null : half.toLowerCase() === clock.secondHalf),
        minute:
          minutes === undefined ? null : { start: minuteAt, end: minuteAt + minutes.length, value: Number(minutes) },
      },
    ];
  });
}

/** Bare numbers that are most likely hours: "at 6", "at seven tomorrow". To be asked only where a time of day is wanted. */
export function bareHoursIn(text: string, { clock }: LanguageTables): readonly Span[] {
  return [...text.matchAll(clock.bareHour)].map(({ 0: lead, 1: hour = "", index }) => {
    const start = index + lead.length;
    return { start, end: start + hour.length };
  });
}

function hourOfDay(hour: number, isSecondHalf: boolean | null): number | null {
  if (isSecondHalf === null) return hour > 12 || hour === 0 ? hour % 24 : null;
  return (hour % 12) + (isSecondHalf ? 12 : 0);
}
