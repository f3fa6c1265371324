/**
 * The little words at a value that say whose it is: "from Berlin" is an origin, "since May" a beginning. Names of
 * parameters say which of them they wait for.
 */
import { ENGLISH } from "#core/english/english.ts";
import { currencyBehind, isMoney, wantsMoney } from "#core/reading/currencies.ts";
import { dateShapeOf } from "#core/reading/dates.ts";
import { isSameSpan, type Span } from "#core/span.ts";
import { contentWords } from "../name-words.ts";
import { spelledOut } from "../parameter-words.ts";
import type { Parameter } from "../tool-parameters.ts";
import { type PriceName, price } from "./prices.ts";
import { trimmed } from "./texts.ts";

const WORDS = ENGLISH.cues;

type Kind = "text" | "date";

/** What most cues are worth. What a date begins or ends is said by little else. */
const WORTH: Readonly<Record<Kind, PriceName>> = { text: "textCue", date: "dateCue" };

/** What a value can be to its tool, and how sentences say so. */
interface Role {
  readonly kind: Kind;
  /** Words of parameters' names. */
  readonly names: ReadonlySet<string>;
  /** What stands before the value. */
  readonly before: RegExp;
  /** What stands before a value of the contrary role; null where there is none. */
  readonly contrary: RegExp | null;
  /** How the value begins, which else is anybody's; missing where it may begin in any way. */
  readonly begins?: RegExp;
  /** Whether the value goes on to the end of the text. */
  readonly isOpenEnded: boolean;
  /** What a cue is worth. */
  readonly worth: PriceName;
}

const ROLES: readonly Role[] = [
  ...ends("text", WORDS.origin, WORDS.destination),
  ...ends("date", WORDS.beginning, WORDS.ending),
  { ...role("date", WORDS.moved[0], WORDS.moved[1]), contrary: role("date", "", WORDS.moved[2]).before },
  ...WORDS.single.map((cue) => role("text", ...cue)),
  // "for the euro trip"; "for Max" and "for Friday" say no purpose.
  {
    ...role("text", ...WORDS.purpose),
    worth: "textCueOfPurpose",
  },
  {
    ...role("text", ...WORDS.saying),
    isOpenEnded: true,
  },
  // "run git push --force": a command line begins behind the verb.
  {
    ...role("text", ...WORDS.running),
    isOpenEnded: true,
    worth: "textCueOfContent",
  },
  // "with content buy milk at nine": all that follows.
  {
    ...role("text", ...WORDS.withContent),
    isOpenEnded: true,
    worth: "textCueOfContent",
  },
  // "let Ann know that the bus is late": what somebody is told goes on to the end.
  {
    kind: "text",
    names: WORDS.told,
    before: WORDS.toldThat,
    contrary: null,
    isOpenEnded: true,
    worth: "textCueOfContent",
  },
  // "tell Ann the bus is late".
  {
    kind: "text",
    names: WORDS.told,
    before: WORDS.toldPlainly,
    begins: WORDS.clauseBegins,
    contrary: null,
    isOpenEnded: true,
    worth: "textCueOfContent",
  },
  // "note for 12: nobody called back": what is to be written down stands behind the colon.
  {
    kind: "text",
    names: WORDS.behindColon,
    before: /\w:(?:\s|\\n)+(?:\*\*)?$/,
    contrary: null,
    isOpenEnded: true,
    worth: "textCueOfContent",
  },
];

function ends(kind: Kind, one: readonly [string, string], other: readonly [string, string]): readonly Role[] {
  const [first, second] = [role(kind, ...one), role(kind, ...other)];
  return [
    { ...first, contrary: second.before },
    { ...second, contrary: first.before },
  ];
}

/** `cues`: alternatives of a regular expression; an article or "on" may stand between them and the value. */
function role(kind: Kind, names: string, cues: string): Role {
  const between = WORDS.between;
  const before = new RegExp(`(?<![\\w-])(?:${cues})\\s+${between}$`, "i");
  return { kind, names: new Set(names.split(" ")), before, contrary: null, isOpenEnded: false, worth: WORTH[kind] };
}

/** Also behind a line break that is still escaped, as in a text pasted out of JSON, and in bold print. */
const BEGINS_WORD = /(?<=\s|\\n|\\n\*\*)(?!\\n|\*\*)\S/g;
const CUE_UNITS_MAX = 40;
const LAST_WORD = /(?<=\s)\S+\s+$/;
const ENDS_TEXT = /^[\s.,;:!?*'"”’]*$/;
const CLAUSE_END = ENGLISH.clauseEnds.words.join("|");
/** Where a value that began behind such a word is over. */
const ENDS_VALUE = new RegExp(`\\s+(?:${CLAUSE_END})\\b|[,.;:!?](?:\\s|$)|\\s+\\d|$`, "i");
const WORDS_MAX = 6;

/** The roles of a kind that a parameter's name gives it. A parameter outlives many queries. */
const remembered = new WeakMap<Parameter, readonly Role[]>();

function rolesOf(parameter: Parameter, kind: Kind): readonly Role[] {
  const known = remembered.get(parameter);
  if (known) return known;
  const name = spelledOut(parameter.name).toLowerCase();
  const words = [...name.split(" "), name.replaceAll(" ", "-").replace(WORDS.dateNoun, "")];
  const made = ROLES.filter((role) => role.kind === kind && words.some((word) => role.names.has(word)));
  remembered.set(parameter, made);
  return made;
}

/** How much likelier what stands before the span makes it that the span is the parameter's, in units of log-odds. */
export function cued(text: string, span: Span, parameter: Parameter, kind: Kind): number {
  const reminded = kind === "text" ? remindedOf(text, parameter) : null;
  if (reminded && isSameSpan(reminded, span)) return price.textCueOfContent;
  const own = rolesOf(parameter, kind);
  if (own.length === 0) return 0;
  const left = text.slice(Math.max(0, span.start - CUE_UNITS_MAX), span.start);
  const isAll = ENDS_TEXT.test(text.slice(span.end));
  const whole = articleBefore(text, span) ?? span.start;
  const said = own.filter(
    (role) =>
      (isAll || !role.isOpenEnded) &&
      (announces(role, text, span.start) || (role.begins !== undefined && announces(role, text, whole))),
  );
  if (said.length > 0) return Math.max(...said.map(({ worth }) => price[worth]));
  return own.some(({ contrary }) => contrary?.test(left)) ? -price[WORTH[kind]] : 0;
}

/** Whether what begins there stands behind the role's words. */
function announces({ before, begins }: Role, text: string, at: number): boolean {
  return before.test(text.slice(Math.max(0, at - CUE_UNITS_MAX), at)) && begins?.test(text.slice(at)) !== false;
}

/** Where the article right in front of the span begins; null where there is none. */
function articleBefore(text: string, { start: end }: Span): number | null {
  const start = text.slice(0, end).search(LAST_WORD);
  return start >= 0 && ENGLISH.naming.articleInFront.test(text.slice(start)) ? start : null;
}

/**
 * Who says one day of a journey, and nothing of coming back, means the day of leaving; who says one day of a stretch, the first. In the
 * requests to trades whose tool has both ends, one day without a word for an end is the first in 36 of 36.
 */
export function onlyDate(parameter: Parameter, others: readonly Parameter[]): number {
  const [begins, ends] = WORDS.beginningAndEnd;
  const named = (pattern: RegExp, { name }: Parameter) => pattern.test(spelledOut(name));
  const isEnd = named(ends, parameter) && others.some((other) => named(begins, other) && wantsDate(other));
  return isEnd || WORDS.namesReturn.test(parameter.name) ? price.dateUnsaidReturn : 0;
}

function wantsDate(parameter: Parameter): boolean {
  return dateShapeOf(parameter, ENGLISH) !== null;
}

/** What a number counts stands right behind it: "3 nights", "five error lines", "120 a night" is money for a night. */
const PER = new RegExp(`^\\s*(?:${currencyBehind(ENGLISH)})?\\s*(?:${WORDS.each})\\b`, "i");
/** Who is counted is called by many names. */
const PEOPLE: ReadonlySet<string> = new Set(contentWords(WORDS.people));

const ENDS_CLAUSE = new RegExp(`^\\s*(?:$|[.,;!?](?:\\s|$)|(?:${CLAUSE_END})\\b)`, "i");
const TIMES: ReadonlySet<string> = new Set(contentWords(WORDS.lengths));

/** How much likelier what stands at the number makes it that the parameter counts it, or is so much money, as log-odds. */
export function counted(text: string, { start, end }: Span, { name }: Parameter): number {
  const right = text.slice(end, end + CUE_UNITS_MAX);
  if (wantsMoney(name, "", ENGLISH) && isMoney(text, { start, end }, ENGLISH)) return price.numberCounted;
  if (PER.test(right) && WORDS.namesCount.test(name) && !wantsMoney(name, "", ENGLISH)) return price.numberRate;
  if (WORDS.namesRate.test(name)) return 0;
  const wanted = contentWords(name);
  const wantsPeople = wanted.some(isPeople);
  if (WORDS.forPeople.test(text.slice(Math.max(0, start - CUE_UNITS_MAX), start)) && ENDS_CLAUSE.test(right))
    return wantsPeople ? price.numberCounted : wanted.some((word) => TIMES.has(word)) ? -price.numberCounted : 0;
  const noun = /^[\s-]+((?:[a-z]+[\s-]+)?[a-z]+)/i.exec(right)?.[1] ?? "";
  const said = contentWords(noun);
  const isNamed = said.some((word) => wanted.includes(word)) || (wantsPeople && said.some(isPeople));
  return isNamed ? price.numberCounted : 0;
}

/** "Note that the cultures broke": of a text that is announced and goes on to the end, the article in front is a part. */
export function withOwnArticle(text: string, span: Span, parameter: Parameter): Span {
  const start = articleBefore(text, span);
  if (start === null || !ENDS_TEXT.test(text.slice(span.end))) return span;
  const isAnnounced = rolesOf(parameter, "text").some((role) => role.isOpenEnded && announces(role, text, start));
  return isAnnounced ? { start, end: span.end } : span;
}

function isPeople(word: string): boolean {
  return PEOPLE.has(word);
}

/** What is to be done in "remind me to …", for a parameter that holds it. */
function remindedOf(text: string, { name }: Parameter): Span | null {
  const task = WORDS.reminded.exec(text)?.groups?.task;
  if (
    !task ||
    !spelledOut(name)
      .toLowerCase()
      .split(" ")
      .some((word) => WORDS.reminds.has(word))
  )
    return null;
  const start = text.lastIndexOf(task);
  return trimmed(text, { start, end: start + task.length });
}

/** The stretches behind words that announce a value of the parameter, each up to where the next part of the sentence begins. */
export function announced(text: string, parameter: Parameter): readonly Span[] {
  const spans = new Map<number, Span>();
  const reminded = remindedOf(text, parameter);
  if (reminded) spans.set(reminded.start, reminded);
  for (const role of rolesOf(parameter, "text")) {
    const { isOpenEnded } = role;
    for (const { index } of text.matchAll(BEGINS_WORD)) {
      if (!announces(role, text, index)) continue;
      const end = isOpenEnded ? text.length : index + (ENDS_VALUE.exec(text.slice(index))?.index ?? 0);
      const span = trimmed(text, { start: index, end });
      const words = text.slice(span.start, span.end).split(/\s+/).length;
      if (span.end > span.start && (isOpenEnded || words <= WORDS_MAX)) spans.set(span.start, span);
    }
  }
  return [...spans.values()];
}
