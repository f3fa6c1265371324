/**
 * Surface noise: what people do to a sentence without meaning anything else by it. Values keep their words; only their
 * case and the form of a number may change. Written apart from the cache's own normaliser, and to stay apart from it:
 * noise that the normaliser was made for would measure nothing.
 */
import type { Chance } from "./chance.ts";
import { numberWord, wholeNumberIn } from "./numbers.ts";
import { type Segment, type Sentence, textOf } from "./sentence.ts";
import { typingError } from "./typing-errors.ts";

type Change = (
  segments: readonly Segment[],
  chance: Chance,
  vocabulary: ReadonlySet<string>,
) => readonly Segment[] | null;

const FILLERS = ["um", "uh", "er", "erm", "hmm", "so", "well", "alright", "right", "ok so", "basically", "you know"];
const CLOSING_FILLERS = ["i guess", "i think", "if possible", "if you can"];
const IMPERATIVES =
  /^(add|book|buy|calculate|convert|find|get|give|locate|make|play|put|rate|reserve|retrieve|search|show|tell|use)\b/i;
const ASKED_KINDLY = [
  "could I get you to",
  "I'd appreciate it if you could",
  "be so kind as to",
  "do me a favor and",
  "would you be able to",
  "can u",
  "pls",
  "plz",
  "if you don't mind,",
];
const GREETINGS = ["hey there,", "good morning,", "hi there!", "yo,", "quick question:", "excuse me,"];
const CLOSINGS = ["thx", "cheers", "ty", "thanks a lot", "thank you very much", "if you don't mind", ":)", "asap"];

const CHATTY: readonly (readonly [string, string])[] = [
  ["want to", "wanna"],
  ["going to", "gonna"],
  ["give me", "gimme"],
  ["let me", "lemme"],
  ["you", "u"],
  ["are", "r"],
  ["please", "pls"],
  ["and", "&"],
  ["what is", "whats"],
  ["what's", "whats"],
  ["how is", "hows"],
  ["where is", "wheres"],
  ["I would like", "Id like"],
  ["I'd like", "Id like"],
  ["I am", "im"],
  ["I'm", "im"],
  ["it is", "its"],
  ["it's", "its"],
  ["will not", "wont"],
  ["don't", "dont"],
  ["cannot", "cant"],
  ["because", "cuz"],
];

const SPELLINGS: readonly (readonly [string, string])[] = [
  ["favourite", "favorite"],
  ["theatre", "theater"],
  ["theatres", "theaters"],
  ["neighbourhood", "neighborhood"],
  ["colour", "color"],
  ["programme", "program"],
  ["centre", "center"],
  ["organise", "organize"],
  ["cancelled", "canceled"],
  ["travelling", "traveling"],
  ["metre", "meter"],
  ["metres", "meters"],
  ["litres", "liters"],
  ["kilometre", "kilometer"],
  ["kilometres", "kilometers"],
  ["catalogue", "catalog"],
  ["grey", "gray"],
  ["okay", "ok"],
];

const CHANGES: Readonly<Record<string, Change>> = {
  "typing error": typingError,
  filler,
  politeness,
  "chat spelling": (segments, chance) => exchanged(segments, chance, CHATTY, "forwards"),
  "British and American": (segments, chance) => exchanged(segments, chance, SPELLINGS, "either way"),
  apostrophes,
  "number form": numberForm,
  punctuation,
  case: otherCase,
  "clause order": clauseOrder,
  spaces,
};

export interface Noisy {
  readonly sentence: Sentence;
  /** What was done to it. */
  readonly changes: readonly string[];
}

/**
 * The sentence with one to three changes; null where nothing could be changed.
 * @param vocabulary words in small letters that no typing error may make: another word would be another sentence.
 */
export function noisy(sentence: Sentence, chance: Chance, vocabulary: ReadonlySet<string>): Noisy | null {
  const wanted = 1 + chance.below(3);
  const changes: string[] = [];
  let { segments } = sentence;
  for (const name of chance.shuffled(Object.keys(CHANGES))) {
    if (changes.length === wanted) break;
    const changed = CHANGES[name]?.(segments, chance, vocabulary) ?? null;
    if (changed === null || textOf({ segments: changed }) === textOf({ segments })) continue;
    segments = changed;
    changes.push(name);
  }
  return changes.length === 0 ? null : { sentence: { ...sentence, segments }, changes: changes.sort() };
}

function words(text: string): Segment {
  return { text, parameter: null };
}

function isWords({ parameter }: Segment): boolean {
  return parameter === null;
}

/** With the first letter small, unless it begins a value or stands for the speaker. */
function uncapitalised(segments: readonly Segment[]): readonly Segment[] {
  const [first, ...rest] = segments;
  if (!first || !isWords(first) || /^(I\b|[A-Z]{2})/.test(first.text)) return segments;
  return [words(first.text.slice(0, 1).toLowerCase() + first.text.slice(1)), ...rest];
}

function withoutEnd(segments: readonly Segment[]): readonly Segment[] {
  const last = segments.at(-1);
  if (!last || !isWords(last)) return segments;
  return [...segments.slice(0, -1), words(last.text.replace(/[\s.?!]+$/, ""))];
}

function filler(segments: readonly Segment[], chance: Chance): readonly Segment[] {
  if (chance.next() < 0.3) return [...withoutEnd(segments), words(`, ${chance.pick(CLOSING_FILLERS)}`)];
  const said = chance.pick(FILLERS);
  const before = chance.next() < 0.5 ? `${said} ` : `${said}, `;
  // In the middle, people hesitate before a value.
  const values = segments.flatMap((segment, index) => (index > 0 && !isWords(segment) ? [index] : []));
  const at = chance.next() < 0.3 ? chance.pickOrNull(values) : null;
  const quoted = at !== null && /["'“‘(]$/.test(segments[at - 1]?.text ?? "");
  if (at === null || quoted) return [words(before), ...uncapitalised(segments)];
  return [...segments.slice(0, at), words(`${chance.pick(["uh", "um", "er"])} `), ...segments.slice(at)];
}

function politeness(segments: readonly Segment[], chance: Chance): readonly Segment[] {
  const [first] = segments;
  const isAsked = first !== undefined && isWords(first) && IMPERATIVES.test(first.text);
  if (chance.next() < 0.35)
    return [...withoutEnd(segments), words(`${chance.pick([" ", ", "])}${chance.pick(CLOSINGS)}`)];
  const opening = isAsked && chance.next() < 0.75 ? chance.pick(ASKED_KINDLY) : chance.pick(GREETINGS);
  return [words(`${opening} `), ...uncapitalised(segments)];
}

function exchanged(
  segments: readonly Segment[],
  chance: Chance,
  pairs: readonly (readonly [string, string])[],
  direction: "either way" | "forwards",
): readonly Segment[] | null {
  const rules =
    direction === "forwards" ? pairs : pairs.flatMap(([one, other]) => [[one, other] as const, [other, one] as const]);
  for (const [from, to] of chance.shuffled(rules)) {
    const pattern = new RegExp(`(?<![\\p{L}'’])${from}(?![\\p{L}'’])`, "iu");
    const at = segments.findIndex((segment) => isWords(segment) && pattern.test(segment.text));
    const found = segments[at];
    if (found) return segments.with(at, words(found.text.replace(pattern, to)));
  }
  return null;
}

function apostrophes(segments: readonly Segment[], chance: Chance): readonly Segment[] {
  const mark = chance.pick(["", "’", "´"]);
  return segments.map((segment) =>
    isWords(segment) ? words(segment.text.replace(/(?<=\p{L})['’](?=\p{L})/gu, mark)) : segment,
  );
}

function numberForm(segments: readonly Segment[]): readonly Segment[] | null {
  for (const [index, segment] of segments.entries()) {
    const number = isWords(segment) ? null : wholeNumberIn(segment.text);
    if (number === null || (segment.text.startsWith("0") && number > 0)) continue;
    const other = /\d/.test(segment.text) ? (numberWord(number) ?? grouped(number)) : String(number);
    if (other !== null) return segments.with(index, { ...segment, text: other });
  }
  return null;
}

/** "25,000": only where nobody would take it for a year, a code or an address. */
function grouped(number: number): string | null {
  return number >= 10_000 && number % 100 === 0 ? number.toLocaleString("en-US") : null;
}

function punctuation(segments: readonly Segment[], chance: Chance): readonly Segment[] {
  const kind = chance.pick(["none", "end", "end"]);
  if (kind === "end")
    return [...withoutEnd(segments), words(chance.pick([".", "?", "!", "!!", "??", "...", " ?", " .", ";"]))];
  return segments.map((segment) =>
    isWords(segment) ? words(segment.text.replace(/[,;:!?](?!\d)|\.(?=\s|$)/g, "")) : segment,
  );
}

function otherCase(segments: readonly Segment[], chance: Chance): readonly Segment[] {
  const kind = chance.pick(["lower", "lower", "lower", "upper", "title"]);
  if (kind === "lower") return segments.map((segment) => ({ ...segment, text: segment.text.toLowerCase() }));
  if (kind === "upper") return segments.map((segment) => ({ ...segment, text: segment.text.toUpperCase() }));
  const titled = (text: string) => text.replace(/(?<![\p{L}'’])\p{Ll}/gu, (letter) => letter.toUpperCase());
  return segments.map((segment) => ({ ...segment, text: titled(segment.text) }));
}

/** "Book a table in Rome" as "in Rome, book a table". */
function clauseOrder(segments: readonly Segment[]): readonly Segment[] | null {
  const bare = withoutEnd(segments).filter(({ text }) => text !== "");
  const [before, value] = bare.slice(-2);
  if (!before || !value || isWords(value) || !isWords(before) || bare.length < 3) return null;
  const [, start = "", preposition] = /^(.*\s)(at|in|near|on)\s+$/i.exec(before.text) ?? [];
  if (preposition === undefined || start.trim() === "") return null;
  const moved = [words(`${preposition} `), value, words(", ")];
  return [...moved, ...uncapitalised([...bare.slice(0, -2), words(start)])];
}

function spaces(segments: readonly Segment[], chance: Chance): readonly Segment[] | null {
  const commas = segments.flatMap(({ text, parameter }, index) =>
    parameter === null && /, /.test(text) ? [index] : [],
  );
  const at = chance.pickOrNull(commas);
  if (at === null) return null;
  return segments.with(at, words((segments[at] as Segment).text.replace(", ", chance.pick([",", " , "]))));
}
