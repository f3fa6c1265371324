/** Times of day as a language says them: "halb acht", "kwart over negen", "las siete menos diez". */
import { GLOSS_FORMS } from "../../english/gloss-forms.ts";
import { perLanguage } from "../../reading/language.ts";
import type { Span } from "../../span.ts";
import { clockTime, type TimeOfDay } from "./english-values.ts";
import { BEFORE_PHRASE, BEHIND_PHRASE, spaced } from "./phrase-forms.ts";
import type { ClockPhrases, PartOfDay, TimeForm, ValueGlossTables } from "./value-gloss-tables.ts";

const MINUTES_OF_HOUR = 60;
const HOURS_OF_HALF = 12;
const MINUTES_OF_DAY = 24 * MINUTES_OF_HOUR;
/** The thirteenth hour is counted by twenty-four. */
const LAST_BY_TWELVE = 13 * MINUTES_OF_HOUR;
/** Who writes the minutes so mostly counts the hours of a whole day. */
const WRITTEN = /\d[:.h]\d\d/u;
/** Between a preposition and its time: "all'una". */
const GAP = "(?:\\s{1,3}|(?<='))";

export interface ClockMention extends Span {
  /** Minutes from midnight or noon of an hour that people count by twelve; null where it says in which half of the day it is. */
  readonly open: number | null;
  /** With the part of the day that stands beside it, where it says none. */
  english(beside: PartOfDay | null): string;
}

export type ClockTables = Pick<ValueGlossTables, "clock">;

interface Form extends TimeForm {
  readonly pattern: RegExp;
}

const formsOf = perLanguage(({ clock }: ClockTables) => {
  const hour = `0?\\d|1\\d|2[0-4]|${Object.keys(clock.hours).join("|")}`;
  const named = Object.keys(clock.hours).filter((name) => (clock.hours[name] ?? 1) % HOURS_OF_HALF === 0);
  const withGroups = ({ said }: TimeForm) =>
    spaced(
      said
        .replaceAll("<hour>", `(?<hour>${hour})`)
        .replaceAll("<named>", `(?<hour>${named.join("|")})`)
        .replaceAll("<minute>", "(?<minute>[0-5]?\\d)")
        .replaceAll("<mm>", "(?<minute>[0-5]\\d)"),
    );
  const withoutGroups = (form: TimeForm) => withGroups(form).replaceAll(/\(\?<\p{L}+>/gu, "(?:");
  const before = `(?:(?<before>${spaced(Object.keys(clock.before).join("|"))})(?:\\s{1,3}|(?<=')))`;
  const part = `(?:,?\\s{1,3}(?<part>${spaced(Object.keys(clock.parts).join("|"))}))`;
  const counted = `(?!\\s{0,3}(?:${spaced(clock.counted)})(?!\\p{L}))`;
  // A part of the day says of a number that it is an hour as much as a preposition does.
  const made = (forms: readonly TimeForm[], beginning: string, end = `${part}?`) =>
    forms.map(
      (form): Form => ({
        ...form,
        pattern: new RegExp(`${BEFORE_PHRASE}${beginning}${withGroups(form)}${end}${BEHIND_PHRASE}${counted}`, "gu"),
      }),
    );
  const alone = (forms: readonly TimeForm[]) =>
    forms.map((form): Form => ({ ...form, pattern: new RegExp(`^(?:${withGroups(form)})$`, "u") }));
  // The longer first: "midi et demi" is no "midi".
  const definite = [...clock.plain, ...clock.behind]
    .map(withoutGroups)
    .toSorted((one, other) => other.length - one.length)
    .join("|");
  // Between two times that say so for both: "18.00 - 20.00 Uhr", "von 8 bis 10 Uhr".
  const bare: readonly TimeForm[] = [
    { said: "<hour>[:.]<mm>", adds: 0, minute: 1 },
    { said: "<hour>", adds: 0, minute: 0 },
  ];
  const any = [definite, ...bare.map(withoutGroups)].join("|");
  const between = (first: string, second: string) =>
    new RegExp(
      `${BEFORE_PHRASE}${first}(?<start>${any})${second}(?<end>${any})${part}?${BEHIND_PHRASE}${counted}`,
      "gu",
    );
  return {
    forms: [...made(clock.plain, `${before}?`), ...made(clock.behind, before), ...made(clock.behind, "", part)],
    times: alone([...clock.plain, ...clock.behind, ...bare]),
    isDefinite: new RegExp(`^(?:${definite})$`, "u"),
    ranges: [
      ...clock.ranges.map((range) => ({
        ...range,
        pattern: between(`(?:${spaced(range.first)})${GAP}`, `\\s{1,3}(?:${spaced(range.second)})${GAP}`),
      })),
      { english: GLOSS_FORMS.betweenTimes, isClock: false, pattern: between("", "\\s{0,3}[-–]\\s{0,3}") },
    ],
    before: Object.entries(clock.before).map(
      ([form, english]) => [new RegExp(`^(${spaced(form)})(?:\\s|(?<='))`, "u"), english] as const,
    ),
    parts: patterns(clock.parts),
    hours: new Map(Object.entries(clock.hours)),
  };
});

function patterns<Meaning>(words: Readonly<Record<string, Meaning>>): readonly (readonly [RegExp, Meaning])[] {
  return Object.entries(words).map(([form, meaning]) => [new RegExp(`^(?:${spaced(form)})$`, "u"), meaning]);
}

/** What stands before a time; forms may look at what follows them. */
function prepositionOf({ 0: whole, groups }: RegExpExecArray, tables: ClockTables): string | null {
  const length = groups?.before?.length;
  return formsOf(tables).before.find(([form]) => form.exec(whole)?.[1]?.length === length)?.[1] ?? null;
}

function meaningOf<Meaning>(said: string | undefined, words: readonly (readonly [RegExp, Meaning])[]): Meaning | null {
  return said === undefined ? null : (words.find(([form]) => form.test(said))?.[1] ?? null);
}

/** Makes what `clockMentions` needs, in steps: a form costs most when it is first looked for. */
export function* preparingClock(tables: ClockTables): Generator<void, void> {
  const { forms, ranges } = formsOf(tables);
  for (const some of [forms, ranges]) {
    yield;
    for (const { pattern } of some) pattern.exec("");
  }
}

/** Every time and every range of times in a folded text whose numbers are in figures; they may overlap. */
export function clockMentions(text: string, tables: ClockTables): readonly ClockMention[] {
  const { forms, ranges } = formsOf(tables);
  const single = forms.flatMap((form) =>
    [...text.matchAll(form.pattern)].flatMap((match) => timeMention(match, form, tables) ?? []),
  );
  const double = ranges.flatMap(({ pattern, english, isClock }) =>
    [...text.matchAll(pattern)].flatMap((match) => rangeMention(match, { english, isClock }, tables) ?? []),
  );
  return [...single, ...double];
}

function timeMention(match: RegExpExecArray, form: TimeForm, tables: ClockTables): ClockMention | null {
  const { parts } = formsOf(tables);
  const time = timeOf(match.groups, form, tables);
  const preposition = match.groups?.before === undefined ? null : prepositionOf(match, tables);
  const part = meaningOf(match.groups?.part, parts);
  const isOpen = time !== null && part === null && !time.isNamed && !time.isPadded && !WRITTEN.test(match[0]);
  const isByTwelve = isOpen && time.minutes < LAST_BY_TWELVE;
  return (
    time && {
      ...spanOf(match),
      open: isByTwelve ? time.minutes % (HOURS_OF_HALF * MINUTES_OF_HOUR) : null,
      english: (beside) =>
        [...(preposition === null ? [] : [preposition]), clockTime({ ...time, part: part ?? beside })].join(" "),
    }
  );
}

function rangeMention(
  match: RegExpExecArray,
  { english: [first, second], isClock }: Pick<ClockPhrases["ranges"][number], "english" | "isClock">,
  tables: ClockTables,
): ClockMention | null {
  const { times, isDefinite, parts } = formsOf(tables);
  const [from = "", to = ""] = [match.groups?.start, match.groups?.end];
  const part = meaningOf(match.groups?.part, parts);
  if (!isClock && part === null && !isDefinite.test(from) && !isDefinite.test(to)) return null;
  const [start, end] = [from, to].map((said) => {
    const form = times.find(({ pattern }) => pattern.test(said));
    return form ? timeOf(form.pattern.exec(said)?.groups, form, tables) : null;
  });
  if (!start || !end) return null;
  const english = (beside: PartOfDay | null) =>
    `${first} ${clockTime({ ...start, part: part ?? beside })} ${second} ${clockTime({ ...end, part: part ?? beside })}`;
  return { ...spanOf(match), open: null, english };
}

function spanOf(match: RegExpExecArray): Span {
  return { start: match.index, end: match.index + match[0].length };
}

function timeOf(
  groups: Readonly<Record<string, string | undefined>> | undefined,
  { adds, minute: sign }: TimeForm,
  tables: ClockTables,
): Omit<TimeOfDay, "part"> | null {
  const said = groups?.hour ?? "";
  const named = formsOf(tables).hours.get(said);
  const hour = named ?? Number(said);
  const total = hour * MINUTES_OF_HOUR + adds + sign * Number(groups?.minute ?? 0);
  // "viertel vor eins" is before the thirteenth hour as much as before the first, and who says "eins" hardly speaks of the night.
  const isBeforeOne = total < MINUTES_OF_HOUR && hour > 0;
  const minutes = (total + (isBeforeOne ? HOURS_OF_HALF * MINUTES_OF_HOUR : 0) + MINUTES_OF_DAY) % MINUTES_OF_DAY;
  if (Number.isNaN(minutes)) return null;
  return { minutes, isNamed: named !== undefined && hour % HOURS_OF_HALF === 0, isPadded: /^0\d/.test(said) };
}
