/** "Sales of last month": one stretch of days for the two parameters that want its first day and its last. */
import { ENGLISH } from "#core/english/english.ts";
import type { JsonObject } from "#core/json.ts";
import type { LocalTime } from "#core/local-time.ts";
import { wallClockOf } from "#core/local-time.ts";
import { dateShapeOf, datesIn } from "#core/reading/dates.ts";
import { dayAhead, type Period, periodsIn } from "#core/reading/periods.ts";
import { overlaps, type Span } from "#core/span.ts";
import { humanised } from "../name-words.ts";
import type { ReadableTool } from "../networks/joint-model.ts";
import type { ParameterValue } from "../parameter-value.ts";
import type { Parameter } from "../tool-parameters.ts";
import { aheadDaysMax, liesBehind } from "./past-days.ts";

const WORDS = ENGLISH.dates;
const DAY = "YYYY-MM-DD";
const AROUND_UNITS_MAX = 24;

/**
 * The values with both ends of the only period or day that the text names, where the tool wants a first and a last day and no word
 * makes it one end alone; with "since Monday", the last one is today where it is required.
 */
export function withWholePeriods(
  text: string,
  tool: ReadableTool,
  values: readonly ParameterValue[],
  now: LocalTime,
): readonly ParameterValue[] {
  const ends = endsOf(tool.parameters);
  if (!ends) return values;
  const [first, last] = ends;
  const isOver = liesBehind(tool, first);
  const days = datesIn(text, { kind: "pattern", pattern: DAY, isOver }, now, ENGLISH);
  const periods = periodsNear(text, now, isOver, aheadDaysMax(tool, first));
  const [period, ...morePeriods] = periods;
  const isApart = (one: Span) => !periods.some((other) => overlaps(one, other));
  const [day, ...moreDays] = days.filter(isApart);
  const others = values.filter(({ parameter }) => parameter !== first && parameter !== last);
  const today = wallClockOf(now).toISOString().slice(0, DAY.length);
  if (period && morePeriods.length === 0 && !day) {
    if (!period.isWhole && isOneEnd(text, period, period.first < today)) return values;
    return [...others, made(first, period.first, period), made(last, period.last, period)];
  }
  if (periods.length > 0 || !day || moreDays.length > 0) return values;
  // Who asks for a stay names its last day; a search or a record may be of one day.
  const mayBeOneDay = isOver || !(first.isRequired || last.isRequired);
  if (!isOneEnd(text, day, day.value <= today))
    return mayBeOneDay ? [...others, made(first, day.value, day), made(last, day.value, day)] : values;
  const isOpen = WORDS.openEnd.test(text.slice(Math.max(0, day.start - AROUND_UNITS_MAX), day.start));
  if (!isOpen || !last.isRequired || last.hasDefault) return values;
  return [...others, made(first, day.value, day), { ...made(last, today, day), span: null }];
}

/** Periods that would begin further ahead than a day may lie are the last ones of their name: "what was sold in January", asked in February. */
function periodsNear(text: string, now: LocalTime, isOver: boolean, aheadMax: number | null): readonly Period[] {
  const periods = periodsIn(text, now, isOver, ENGLISH);
  if (isOver || aheadMax === null) return periods;
  const furthest = dayAhead(now, aheadMax);
  return periods.some((period) => period.first > furthest) ? periodsIn(text, now, true, ENGLISH) : periods;
}

function made(parameter: Parameter, value: string, { start, end }: Span): ParameterValue {
  return { parameter, value, span: { start, end }, dependsOnClock: true };
}

/** `hasBegun`: "from last month" is of that month, "from next month" goes on after it. */
function isOneEnd(text: string, { start, end }: Span, hasBegun: boolean): boolean {
  const before = text.slice(Math.max(0, start - AROUND_UNITS_MAX), start);
  const own = `${text.slice(start, end).split(" ")[0]} `;
  const isEnd = WORDS.oneEnd.test(before) || WORDS.oneEnd.test(own);
  return isEnd || (!hasBegun && WORDS.mayBeOneEnd.test(before)) || WORDS.upTo.test(text.slice(end));
}

/** Whether of two days of the tool neither is an end: "move it from Friday to Wednesday". */
export function movesDays({ name, description }: ReadableTool): boolean {
  return WORDS.movesDays.test(`${humanised(name)} ${description}`);
}

/** Whether the values have an end that lies before their beginning: nobody asks for that. */
export function endsBeforeItBegins(tool: ReadableTool, values: JsonObject): boolean {
  if (movesDays(tool)) return false;
  const [first, last] = endsOf(tool.parameters)?.map(({ name }) => values[name]) ?? [];
  return typeof first === "string" && typeof last === "string" && last < first;
}

/** The first two parameters that want a day each and whose names differ in which end that is. */
function endsOf(parameters: readonly Parameter[]): readonly [Parameter, Parameter] | null {
  const dated = parameters.filter((parameter) => {
    const shape = dateShapeOf(parameter, ENGLISH);
    return shape?.kind === "pattern" && shape.pattern === DAY;
  });
  for (const first of dated) {
    for (const last of dated) {
      const [one, other] = [first, last].map(({ name }) => humanised(name).toLowerCase().split(" "));
      if (one && other && WORDS.periodEnds.some(([from, to]) => differsIn(one, other, from, to))) return [first, last];
    }
  }
  return null;
}

function differsIn(one: readonly string[], other: readonly string[], from: string, to: string): boolean {
  return one.includes(from) && one.map((word) => (word === from ? to : word)).join(" ") === other.join(" ");
}
