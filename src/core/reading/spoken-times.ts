/** Times and days that are said aloud, written as chrono reads them: "half past seven in the evening" as 7:30 pm. */
import { type LanguageTables, perLanguage } from "./language.ts";
import { numbersIn } from "./numbers.ts";
import { type Replacement, Rewriting, type WrittenAnew } from "./rewriting.ts";
import { spokenNumber } from "./spoken-numbers.ts";
import { slipsMended } from "./time-slips.ts";
import { amountsIn, type Unit } from "./units.ts";
import type { SpokenTimeRule } from "./value-tables.ts";

const MINUTE: Unit = { dimension: "time", factor: 60, offset: 0 };
const MINUTES_OF_HOUR = 60;
const HOURS_OF_HALF = 12;
const HOURS = 24;
/** Longer stretches are counted in days or months, which no number of minutes is. */
const MINUTES_MAX = 48 * 60;

interface Rule {
  readonly form: RegExp;
  readonly by: string;
}

const formsOf = perLanguage(({ spokenTimes: { rules, finishing, bareHours } }) => {
  const made = (some: readonly SpokenTimeRule[]) =>
    some.map(({ form, by }): Rule => ({ form: new RegExp(form, "gi"), by }));
  return { rules: made(rules), finishing: made(finishing), bareHours: made(bareHours) };
});

/** `areHoursBare`: whether "for 6" can only be an hour. */
export function timesWritten(text: string, language: LanguageTables, areHoursBare = false): WrittenAnew {
  const { rules, finishing, bareHours } = formsOf(language);
  const steps = [
    (said: string) => slipsMended(said, language),
    ...(areHoursBare ? bareHours : []).map((rule) => (said: string) => saidIn(said, rule, language)),
    ...rules.map((rule) => (said: string) => saidIn(said, rule, language)),
    (said: string) => brokenAmounts(said, language),
    (said: string) => countedTimes(said, language),
    ...finishing.map((rule) => (said: string) => saidIn(said, rule, language)),
  ];
  return steps.reduce((written, step) => written.with(step(written.text)), new Rewriting(text));
}

function saidIn(text: string, { form, by }: Rule, language: LanguageTables): readonly Replacement[] {
  return [...text.matchAll(form)].flatMap((match) => {
    const { hour, minute, day, kept = "" } = match.groups ?? {};
    const [hours, minutes, days] = [hour, minute, day].map((words) =>
      words === undefined ? null : numberSaid(words, language),
    );
    if (typeof hours === "number" && hours > HOURS) return [];
    const two = (value: number) => String(value).padStart(2, "0");
    const written = by
      .replace("{earlier}", String(hours === 1 ? HOURS_OF_HALF : (hours ?? 0) - 1))
      .replace("{hour}", String(hours ?? ""))
      .replace("{:minute}", typeof minutes === "number" ? `:${two(minutes)}` : "")
      .replace("{minute}", two(minutes ?? 0))
      .replace("{left}", two(MINUTES_OF_HOUR - (minutes ?? 0)))
      .replace("{day}", String(days ?? ""))
      .replace("{kept}", kept);
    return [{ start: match.index, end: match.index + match[0].length, by: written }];
  });
}

/** Of "seven", "forty-five", "oh five", "twenty-first" and "12". */
function numberSaid(said: string, language: LanguageTables): number {
  const { ordinals, zero } = language.spokenTimes;
  const words = said.toLowerCase().split(/[\s-]+/);
  const own = words[0] === zero ? words.slice(1) : words;
  const spoken = spokenNumber((index) => own[index] ?? null, 0, language)?.value;
  return ordinals[own.join(" ")] ?? spoken ?? Number(said);
}

/** "an hour and a half", "three quarters of an hour" and "two and a half hours", in minutes. */
function brokenAmounts(text: string, language: LanguageTables): readonly Replacement[] {
  const { broken, minutes } = language.spokenTimes;
  if (!broken.test(text)) return [];
  return amountsIn(text, numbersIn(text, language), MINUTE, language)
    .filter(({ start, end, value }) => broken.test(text.slice(start, end)) && Number.isInteger(value))
    .filter(({ value }) => value < MINUTES_MAX)
    .map(({ start, end, value }) => ({ start, end, by: `${value} ${minutes}` }));
}

/** "forty minutes" in figures. */
function countedTimes(text: string, language: LanguageTables): readonly Replacement[] {
  const { ofTime } = language.spokenTimes;
  return numbersIn(text, language)
    .filter(({ start, end }) => /\p{L}/u.test(text.charAt(start)) && ofTime.test(text.slice(end)))
    .map(({ start, end, value }) => ({ start, end, by: String(value) }));
}
