/** Where English puts a value, by what it is in the call: "at Chez Anna", "for 4 people", "to 21 degrees". */
import {
  ABOUT_WORDS,
  AREAS,
  AROUND_WORDS,
  BOUNDS,
  BRINGING_VERBS,
  CHANNELS,
  CONTAINERS,
  DEED_NOUNS,
  DELIVERED_TO,
  INSTRUMENTS,
  INTO_VERBS,
  MEASURED,
  MEASURED_BEHIND,
  MEASURES,
  NAMED_SETTINGS,
  NAMED_THINGS,
  NAMED_TIMES,
  NUMBERS_OF,
  ON_PLACES,
  ON_THINGS,
  PEOPLE_COUNTS,
  PLAIN_THINGS,
  type Role,
  SELLERS,
  SHIFTING_VERBS,
  SURFACES,
  TIME_COUNTS,
  TRAVELLING,
  VERSION_VERBS,
} from "../english/spoken-role-words.ts";
import { flagTail } from "./english-flags.ts";
import { durationOf, momentTail } from "./english-moments.ts";
import { isChange, isMeasure, isNewValue, isPersonsName, measured, quoted } from "./english-object.ts";
import { isPluralNoun, pluralOf, singularOf } from "./english-words.ts";
import type { SpokenDeed } from "./spoken-deed.ts";
import type { Fact } from "./spoken-facts.ts";

/** Parts of a sentence behind its object, in the order in which they are said. */
export const PLACES = [
  "title",
  "item",
  "setting",
  "from",
  "to",
  "with",
  "place",
  "people",
  "day",
  "time",
  "duration",
  "subject",
  "rest",
  "flag",
  "apart",
  "text",
] as const;
export type Place = (typeof PLACES)[number];
export type Part = readonly [place: Place, text: string];

/** What decides how a value is said, beside itself. */
export interface Situation {
  readonly deed: SpokenDeed;
  /** Whether two days or two times say from when to when. */
  readonly isSpan: boolean;
  readonly isOnlyNumber: boolean;
  /** Whether it is said how many days or nights it lasts: the one day is that of its start. */
  readonly lasts: boolean;
  /** The name of what gets a new value; null where nothing does. */
  readonly newValue: string | null;
}

/** A value, with the last word of its name, and the value as it is named: "order 4711". */
interface Saying extends Situation {
  readonly fact: Fact;
  readonly own: string;
  readonly name: string;
}

/** Null where nothing is known of its place. */
export function partOf(fact: Fact, situation: Situation): Part | null {
  const { role, text, words, value, isId } = fact;
  const own = words.at(-1) ?? "";
  if (typeof value === "boolean") return ["flag", flagTail(words, value)];
  if (singularOf(own) === situation.newValue && isNewValue(fact)) return ["setting", `to ${degrees(fact)}`];
  if (isMeasure(fact) && situation.deed.kind === "log") return ["item", `of ${measured(fact)}`];
  const counted = countedTime(fact);
  if (counted !== null) return ["duration", counted];
  const bound = BOUNDS[words[0] ?? ""];
  if (bound !== undefined && typeof value === "number" && words.length > 1) {
    const things = words.slice(1).join(" ");
    return role === "amount" ? ["duration", `for ${bound} ${text}`] : ["rest", `, ${bound} ${text} ${things}`];
  }
  // "to floor 9" of a `target_floor`, and "to 80%" of a `target_percent`.
  const isWay = (role === "from" || role === "to") && WAY_WORD.test(words[0] ?? "");
  const named = isWay ? words.slice(1) : words;
  const noun = isId && NUMBERS_OF.has(own) ? `${named.join(" ")} number` : named.join(" ");
  const name = isId || typeof value === "number" ? `${noun} ${text}`.trim() : text;
  const saying = { ...situation, fact, own, name };
  return role === null ? partOfUnknown(saying) : PARTS[role](saying);
}

const PARTS: Readonly<Record<Role, (saying: Saying) => Part | null>> = {
  amount: ({ fact: { value, text }, deed }) => {
    if (typeof value !== "number") return null;
    return ["people", `${isChange(deed) ? "to" : HAS_UNIT.test(text) ? "with" : "for"} ${text}`];
  },
  by: ({ fact: { text } }) => ["with", `by ${text}`],
  count: ({ fact, own }) => ["rest", UNNAMED_COUNT.test(own) ? `, ${fact.text} of them` : `, ${manyNamed(fact)}`],
  currency: () => null,
  day: moment,
  direction: ({ fact: { text } }) => ["setting", text],
  duration: ({ fact, own, deed, isOnlyNumber }) => {
    const said = durationOf(fact);
    if (MEASURED.has(own) && LENGTH.test(said)) {
      const whose = fact.words.slice(0, -1).join(" ");
      return ["rest", `, ${whose === "" ? "" : `${whose} `}${said} long`];
    }
    if (fact.words[0] === "due") return ["rest", `, due in ${said}`];
    if (deed.verb === "report" || (deed.verb === "log" && isOnlyNumber)) return ["item", `of ${said}`];
    const isSpoken = typeof fact.value === "number" || SPOKEN_AMOUNT.test(said);
    return isSpoken ? ["duration", `${SHIFTING_VERBS.has(verbOf(deed)) ? "by" : "for"} ${said}`] : null;
  },
  expert: ({ fact: { text } }) => ["with", `with ${/^\p{Ll}/u.test(text) ? `the ${text}` : text}`],
  from: ({ name }) => ["from", `from ${name}`],
  item: ({ name, deed }) => {
    const isOf = OF_ITEM.has(deed.kind) || deed.verb === "report" || isDeedNoun(deed);
    return ["item", `${isOf ? "of" : "for"} ${name}`];
  },
  kind: ({ fact: { text, words }, own, deed }) => {
    if (isChange(deed)) return ["setting", `to ${text}`];
    if (own === "class") return ["duration", /\d/.test(text) ? `for class ${text}` : `in ${text} class`];
    return words.length > 1 ? ["rest", `, ${text} ${words.slice(0, -1).join(" ")}`] : null;
  },
  language: ({ fact: { text }, deed }) => [
    "setting",
    `${deed.kind === "translate" ? "into" : "in"} ${languageName(text)}`,
  ],
  level: ({ fact: { text }, own }) => ["rest", `, ${text} ${own}`],
  people: ({ fact }) => ["people", `for ${peopleOf(fact)}`],
  person: ({ name, own, deed }) => ["people", `${personWord(own, deed)} ${name}`],
  place: somewhere,
  reason: ({ fact: { text } }) => ["rest", `, reason: ${text}`],
  recipient: ({ fact: { isId, text }, name, own, deed }) => {
    const isTo = TO_SOMEBODY.has(deed.kind);
    const isAddress = own === "phone" || own === "email" || isId;
    if (!isTo && isAddress) return ["rest", name === text ? `, ${own}: ${text}` : `, ${name}`];
    return ["to", `${isTo ? "to" : "for"} ${name}`];
  },
  room: (saying) => {
    const { fact, name, deed } = saying;
    const isNumbered = fact.isId || typeof fact.value === "number";
    return isNumbered && deed.article === "a" && !isMoved(deed) ? ["people", `for ${name}`] : somewhere(saying);
  },
  setting: ({ fact, fact: { text }, own, deed }) => {
    const way = own === "mode" ? TRAVELLING.get(text) : undefined;
    if (way !== undefined) return ["with", way];
    const isPartly = (deed.kind === "open" || deed.kind === "close") && text.endsWith("%");
    if (isChange(deed) || isPartly) return ["setting", `to ${degrees(fact)}`];
    if (deed.article !== "the" || typeof fact.value !== "number" || own === "value") return null;
    const said = degrees(fact);
    return ["setting", NAMED_SETTINGS.has(own) && /^[\d.,]+$/.test(said) ? `at ${own} ${said}` : `at ${said}`];
  },
  span: ({ fact: { value, text }, own, name }) => [
    "day",
    `for ${typeof value === "number" && own !== "year" ? name : text}`,
  ],
  subject: ({ fact: { text }, own, deed }) => [
    "subject",
    `${ABOUT_WORDS.has(own) && ABOUT_DEEDS.has(deed.kind) ? "about" : "for"} ${text}`,
  ],
  text: ({ fact: { text } }) => ["text", `: ${quoted(text)}`],
  time: moment,
  title: ({ fact: { text, words }, own, deed }) => {
    if (words[0] === "new" && isChange(deed)) return ["setting", `to ${text}`];
    if (own === "caption") return ["text", `: ${quoted(text)}`];
    const isOfAnother = words.length > 1 && words[0] !== deed.object.at(-1);
    if (isOfAnother && deed.article === "the" && deed.kind !== "create") return ["title", `of ${quoted(text)}`];
    return own === "name" && isPersonsName(text) ? ["people", `for ${text}`] : ["title", `called ${quoted(text)}`];
  },
  to: ({ name, deed }) => ["to", `${INTO_VERBS.has(verbOf(deed)) ? "into" : "to"} ${name}`],
  unit: () => null,
  venue: ({ fact, own, deed }) => {
    if (isMoved(deed)) return ["to", `to ${placed(fact)}`];
    const isBrought = deed.kind === "order" || deed.kind === "send" || deed.verb === "deliver";
    if (isBrought && DELIVERED_TO.has(own)) return ["to", `to ${fact.text}`];
    if (isBrought && SELLERS.has(own)) return ["from", `from ${placed(fact)}`];
    return ["place", `at ${placed(fact)}`];
  },
  with: ({ fact: { text } }) => ["with", `with ${text}`],
};

const WAY_WORD = /^(?:target|destination|current|source|origin|from|to)$/;
const HAS_UNIT = /\p{L}{3}/u;
/** A count that its name says nothing of. */
export const UNNAMED_COUNT = /^(?:quantity|qty|count)$/;
/** "half an hour", in words. */
const SPOKEN_AMOUNT = /^\d|^(?:an?|one|two|half)\b/;
const OF_ITEM = new Set<string>(["look", "check", "log", "play", "start", "track"]);
const ABOUT_DEEDS = new Set<string>(["send", "create", "find", "look", "add", "plan"]);
const TO_SOMEBODY = new Set<string>(["send", "move", "do", "pay"]);

/** "a collection", which is of something. */
function isDeedNoun({ object }: SpokenDeed): boolean {
  return DEED_NOUNS.has(object.at(-1) ?? "");
}

/** The verb alone, where a word stands behind it: "roll back". */
function verbOf({ verb }: SpokenDeed): string {
  return verb.split(" ")[0] ?? "";
}

/** "twice a day" of `times_per_day`, "3 days before" of `days_before`; null for any other name. */
function countedTime({ words, value }: Fact): string | null {
  if (typeof value !== "number") return null;
  const [first = "", second = "", third = ""] = words;
  if (words.length === 3 && singularOf(first) === "time" && /^(?:per|an?)$/.test(second)) {
    const times = value === 1 ? "once" : value === 2 ? "twice" : `${value} times`;
    return `${times} ${third === "hour" ? "an" : "a"} ${third}`;
  }
  const isAround = words.length === 2 && TIME_COUNTS.has(first) && AROUND_WORDS.has(second);
  return isAround ? `${value} ${value === 1 ? singularOf(first) : first} ${second}` : null;
}

function moment({ fact, deed, isSpan, lasts }: Saying): Part {
  const isStart = fact.role === "day" && lasts && /^(?:on )?\d|^\p{Lu}\p{Ll}+day /u.test(fact.text);
  if (isStart && momentTail(fact, deed, isSpan).startsWith("on ")) return ["day", `from ${fact.text}`];
  return [fact.role === "time" ? "time" : "day", momentTail(fact, deed, isSpan)];
}

function somewhere({ fact, own, deed }: Saying): Part {
  if (isMoved(deed)) return ["to", `to ${placed(fact)}`];
  if (INTO_VERBS.has(verbOf(deed))) return ["to", `into ${placed(fact)}`];
  return ["place", `${ON_PLACES.has(own) ? "on" : "in"} ${placed(fact)}`];
}

function partOfUnknown({ fact, own, name, deed, isOnlyNumber }: Saying): Part | null {
  const { text, value, isId } = fact;
  if (own === "version") return ["title", `${VERSION_VERBS.has(verbOf(deed)) ? "to " : ""}version ${text}`];
  if (ON_THINGS.has(own) && !isMoved(deed))
    return ["place", `on ${typeof value === "number" ? `${own} ${text}` : text}`];
  if (Array.isArray(value)) return ["with", `${isDeedNoun(deed) ? "of" : "with"} ${text}`];
  if (isId) return ["people", `${deed.kind === "find" ? "with" : "for"} ${name}`];
  if (typeof value === "number") {
    if (own === "distance") return ["setting", `over ${text}`];
    if (own === "radius") return ["place", `within ${text}`];
    if (own === "weight" && /\p{L}/u.test(text)) return ["rest", `, weighing ${text}`];
    const behind = MEASURED_BEHIND[own];
    if (behind !== undefined && /\p{L}/u.test(text)) return ["rest", `, ${text} ${behind}`];
    if (own === "altitude") return ["place", `at ${text}`];
    const named = NAMED_TIMES[own];
    if (named !== undefined && ENDS_IN_TIME.test(text)) return ["duration", `${named} ${text}`];
    if (own.length > 3 && isPluralNoun(own) && !isMeasure(fact) && !AREAS.has(own))
      return isChange(deed) ? ["setting", `to ${manyNamed(fact)}`] : ["with", `with ${manyNamed(fact)}`];
    const isThing = !isPluralNoun(own) && !MEASURES.has(own) && !MEASURED.has(own) && !isMeasure(fact);
    if (isThing && isChange(deed)) return isOnlyNumber ? ["setting", `to ${text}`] : ["item", `of ${name}`];
    return NAMED_THINGS.has(own) ? ["people", `for ${name}`] : null;
  }
  const isCommon = /^\p{Ll}[\p{Ll} ]*$/u.test(text);
  if (INSTRUMENTS.has(own)) return ["with", isCommon ? `with the ${text} ${own}` : `with ${text}`];
  if (CHANNELS.has(own) && deed.kind === "send") return ["with", `by ${text}`];
  if (SURFACES.has(own)) return ["with", `on ${text} ${own}`];
  if (isMoved(deed)) return ["to", `to ${isCommon ? `the ${text} ${own}` : text}`];
  if (deed.kind === "add" && CONTAINERS.has(own)) return ["to", `to the ${text} ${own}`];
  if (deed.kind === "add" && FILE_NAME.test(text)) return ["to", `to ${text}`];
  if (isNamed(text) && (deed.article === "the" || deed.kind === "log")) return ["people", `for ${text}`];
  const isCode = /\d/.test(text) && CODE.test(text);
  if (!NAMED_THINGS.has(own)) return isCode ? ["rest", `, ${fact.words.join(" ")} ${text}`] : null;
  if (isCode) return ["people", `for ${fact.words.join(" ")} ${text}`];
  if (!isCommon) return ["people", `for ${text}`];
  return ["people", text.includes(" ") || PLAIN_THINGS.has(own) ? `for the ${text}` : `for the ${text} ${own}`];
}
const LENGTH = / (?:(?:kilo|centi|milli)?met(?:re|er)|foot|feet|inch(?:e)?|mile)s?$/;
const ENDS_IN_TIME = / (?:second|minute|hour|day|week|month|year)s?$/;
/** "B-XY 12" and "AX-1", but no "16:9". */
const CODE = /^[A-Z]{1,4}[\s-]?[A-Z\d -]{1,10}$/;
const FILE_NAME = /^\S+\.[a-z]\w{1,3}$/;

function isNamed(text: string): boolean {
  return /^\p{Lu}[\p{L}.'’-]+(?: [\p{Lu}\d][\p{L}\d.'’-]*)*$/u.test(text);
}

/** Whether a place is where it goes to. */
function isMoved(deed: SpokenDeed): boolean {
  return deed.kind === "move" || deed.kind === "call" || BRINGING_VERBS.has(verbOf(deed));
}

/** "300 calories", "1 replica". */
export function manyNamed({ text, value, words }: Fact): string {
  const own = words.at(-1) ?? "";
  const noun = value === 1 ? singularOf(own) : pluralOf(own);
  return [text, ...words.slice(0, -1), noun].join(" ");
}

/** "4 people", "1 child". */
export function peopleOf({ text, words, value }: Fact): string {
  const own = words.at(-1) ?? "";
  const people = PEOPLE_COUNTS.has(own) ? own : "people";
  return `${text} ${value === 1 ? singularOf(people) : people}`;
}

/** "21 degrees", "4000 rpm". */
function degrees({ words, text, value }: Fact): string {
  const isBare = typeof value === "number" && !/\p{L}|°|%/u.test(text);
  const own = words.at(-1) ?? "";
  if (isBare && MEASURES.has(own)) return `${text} ${own}`;
  return isBare && words.includes("temperature") ? `${text} ${value === 1 ? "degree" : "degrees"}` : text;
}

/** Names of places that nobody says. */
const WHERE = /^(?:location|place)$/;

/** "the living room", "room 7", "Berlin". */
function placed({ text, words, value, role, isId }: Fact): string {
  const own = words.join(" ");
  if (isId || typeof value === "number" || /^(?:[A-Z]?\d+[A-Z]?|[A-Z])$/.test(text)) return `${own} ${text}`;
  const isCommon = /^\p{Ll}[\p{Ll} -]*$/u.test(text) && (role === "room" || role === "venue" || WHERE.test(own));
  if (!isCommon || text.startsWith("the ")) return text;
  return own === "room" || WHERE.test(own) ? `the ${text}` : `the ${text} ${own}`;
}

function personWord(own: string, { kind, verb }: SpokenDeed): string {
  if (kind === "send" || verb === "assign") return "to";
  if (verb === "share") return "with";
  return kind === "plan" && (own === "contact" || own === "colleague") ? "with" : "for";
}

let codes: Intl.DisplayNames | null = null;
/** The first of its kind reads the system's tables, for longer than a start should wait. */
const languageNames = () => (codes ??= new Intl.DisplayNames("en", { type: "language", fallback: "none" }));

/** "French" for "fr" and "french". */
function languageName(text: string): string {
  if (/^[a-z]{2}(?:-[A-Z]{2})?$/.test(text)) return languageNames().of(text) ?? text;
  return /^\p{Ll}+$/u.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}
