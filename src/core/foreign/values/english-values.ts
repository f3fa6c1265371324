/** Values in English as its readers know them. */
import { GLOSS_FORMS } from "../../english/gloss-forms.ts";
import { NUMBER_WORDS } from "../../english/number-words.ts";
import { UNIT_WORDS } from "../../english/unit-words.ts";
import type { PartOfDay } from "./value-gloss-tables.ts";

const HOURS_OF_HALF = 12;
const MINUTES_OF_HOUR = 60;
/** Until when it is still night. */
const NIGHT_HOURS = 5;

const FIRST_TEEN = 11;
const LAST_TEEN = 13;
const ORDINAL_WORDS = new Map(Object.entries(NUMBER_WORDS.ordinals).map(([word, value]) => [value, word]));

/** 3rd. */
export function ordinalFigures(value: number): string {
  const isTeen = value % 100 >= FIRST_TEEN && value % 100 <= LAST_TEEN;
  const ending = isTeen ? undefined : GLOSS_FORMS.ordinalEndings[value % 10];
  return `${value}${ending ?? GLOSS_FORMS.otherOrdinals}`;
}

/** "third", where its readers know the word. */
export function ordinal(value: number): string {
  return ORDINAL_WORDS.get(value) ?? ordinalFigures(value);
}

/** "twice", "3 times". */
export function times(value: number): string {
  return GLOSS_FORMS.times[value] ?? `${value} ${GLOSS_FORMS.otherTimes}`;
}

export function monthName(month: number): string {
  return GLOSS_FORMS.months[month - 1] ?? "";
}

export function plural(unit: string): string {
  const [form, ending = ""] = UNIT_WORDS.plurals.find(([known]) => known.test(unit)) ?? [/$/];
  return unit.replace(form, ending);
}

export interface TimeOfDay {
  /** From midnight, below a day. */
  readonly minutes: number;
  /** Null where it was not said: then hours up to twelve may be in either half of the day. */
  readonly part: PartOfDay | null;
  /** Whether it was said by its name, which leaves no doubt. */
  readonly isNamed: boolean;
  /** Whether the hour was written with a nought before it. */
  readonly isPadded: boolean;
}

/** "7:30", "8 pm", "noon". */
export function clockTime({ minutes, part, isNamed, isPadded }: TimeOfDay): string {
  const [hour, minute] = [Math.floor(minutes / MINUTES_OF_HOUR), minutes % MINUTES_OF_HOUR];
  if (isNamed && minute === 0 && hour === 0) return GLOSS_FORMS.midnight;
  if (isNamed && minute === 0 && hour === HOURS_OF_HALF) return GLOSS_FORMS.noon;
  const two = (value: number) => String(value).padStart(2, "0");
  const isOpen = hour <= HOURS_OF_HALF && !isNamed && part !== null;
  if (!isOpen) return `${isNamed || isPadded ? two(hour) : hour}:${two(minute)}`;
  return `${hour === 0 ? HOURS_OF_HALF : hour}:${two(minute)} ${isBeforeNoon(hour, part) ? GLOSS_FORMS.beforeNoon : GLOSS_FORMS.afterNoon}`;
}

function isBeforeNoon(hour: number, part: PartOfDay): boolean {
  const isTwelve = hour === HOURS_OF_HALF;
  if (hour === 0) return true;
  if (part === "morning") return !isTwelve;
  if (part === "afternoon") return false;
  return isTwelve || (part === "night" && hour <= NIGHT_HOURS);
}
