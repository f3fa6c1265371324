/** A call where the language is not that of the tool's names: "Ich buche bei Chez Anna für 4 Personen am 24. Dezember um 19 Uhr". */
import type { DeedKind } from "../english/spoken-deed-words.ts";
import type { Role } from "../english/spoken-role-words.ts";
import { isMadeNew } from "./english-object.ts";
import { UNNAMED_COUNT } from "./english-roles.ts";
import { isPluralNoun } from "./english-words.ts";
import type { Phrases } from "./languages/spoken-language.ts";
import { unitIn } from "./response-labels.ts";
import { type Speech, withUnit } from "./response-values.ts";
import type { SpokenDeed } from "./spoken-deed.ts";
import type { Fact } from "./spoken-facts.ts";
import type { AskedSlot } from "./spoken-question.ts";

/** What is said within the sentence, in this order. */
const FLOW: readonly Role[] = [
  "item",
  "title",
  "amount",
  "by",
  "setting",
  "from",
  "to",
  "recipient",
  "with",
  "expert",
  "venue",
  "place",
  "person",
  "people",
  "duration",
  "day",
  "time",
];
/** What a deed is done to needs no preposition. */
const DONE_TO = new Set<Role>(["item", "title"]);
const OF_MONEY = new Set<DeedKind>(["send", "pay"]);

/** Without a full stop. */
export function phrasedSentence(phrases: Phrases, deed: SpokenDeed, facts: readonly Fact[], speech: Speech): string {
  const left = facts.filter((fact) => fact !== deed.used);
  const said = phrases.deeds[deed.kind];
  const quotes = speech.language.quotes;
  if (left.length === 0) return `${withFlow(said, [])}${phrases.colon} ${quotes.join(deed.object.join(" "))}`;
  const flowing = left.filter((fact) => flowOf(phrases, fact, deed, speech) !== null).toSorted(inOrder);
  const flags = left.filter(({ value }) => typeof value === "boolean");
  const others = left.filter((fact) => !flowing.includes(fact) && !flags.includes(fact));
  const thing = flowing.some(({ role }) => DONE_TO.has(role as Role)) ? null : thingOf(phrases, deed, left);
  const parts = [
    ...(thing === null ? [] : [thing]),
    ...flowing.map((fact) => flowOf(phrases, fact, deed, speech) ?? ""),
  ];
  const marks = flags.map(({ words, value }) => phrases.flag(words.join(" "), value === true));
  const bare = others.map((fact) => bareOf(fact, speech));
  // "Wird gemacht" is a sentence already: all values stand behind it.
  if (deed.kind === "do") return `${said}${phrases.colon} ${[...bare, ...parts, ...marks].join(", ")}`;
  const whole = [withFlow(said, parts), ...marks].join(parts.length === 0 ? " " : ", ");
  return bare.length === 0 ? whole : `${whole}${phrases.colon} ${bare.join(", ")}`;
}

/** "einen Tisch"; null for a thing without words, one that is counted, and where the verb takes no object. */
function thingOf({ things }: Phrases, deed: SpokenDeed, facts: readonly Fact[]): string | null {
  const isCounted = facts.some(({ role }) => role === "count" || role === "amount");
  const [noun = "", ...more] = deed.object;
  const thing = Object.hasOwn(things, noun) ? things[noun] : undefined;
  if (!thing || more.length > 0 || isCounted || NO_OBJECT.has(deed.kind)) return null;
  if (isPluralNoun(noun)) return thing[deed.kind === "find" ? 0 : 1];
  return thing[isMadeNew(deed) ? 0 : 1];
}
const NO_OBJECT = new Set<DeedKind>(["call", "do", "remind"]);

/** "Ich füge Milch hinzu" of "Ich füge … hinzu". */
function withFlow(said: string, parts: readonly string[]): string {
  const [before = "", behind] = said.split(" … ");
  return [before, ...parts, ...(behind === undefined ? [] : [behind])].join(" ");
}

function inOrder({ role: one }: Fact, { role: other }: Fact): number {
  return FLOW.indexOf(one as Role) - FLOW.indexOf(other as Role);
}

/** Null for what stands behind the colon. */
function flowOf(phrases: Phrases, fact: Fact, { kind }: SpokenDeed, speech: Speech): string | null {
  const { role, value, words } = fact;
  const isTime = role === "duration" && typeof value === "number" && !/\p{L}/u.test(fact.text);
  const text = isTime ? withUnit(value, words.at(-1) ?? "", speech) : fact.text;
  if (role === null || typeof value === "boolean" || !FLOW.includes(role)) return null;
  if (role === "amount") return OF_MONEY.has(kind) ? text : null;
  if (DONE_TO.has(role)) return text;
  // A room's name is English where its set is; a city's is the same everywhere.
  if ((role === "place" || role === "venue") && !/^\p{Lu}/u.test(text)) return null;
  if (role === "setting" && typeof value !== "number") return null;
  if (role === "duration" && (!/\p{L}/u.test(text) || (isTime && unitIn(`x_${words.at(-1)}`) === null))) return null;
  return phrases.tails[role]?.(text, value === 1) ?? null;
}

function bareOf({ text, value, words }: Fact, { language }: Speech): string {
  const label = words.join(" ");
  const isBare = typeof value === "number" && !/[^\d.,-]/.test(text) && !UNNAMED_COUNT.test(label);
  return isBare ? language.isBriefly({ text: label, isPlural: false, isNoun: true }, text) : text;
}

/** Each question a sentence of its own. */
export function phrasedQuestion(phrases: Phrases, slots: readonly AskedSlot[], { language }: Speech): string {
  const or = new Intl.ListFormat(language.locale, { type: "disjunction" });
  return slots
    .map(({ role, options, label }) => {
      const own = role === null || options.length > 0 ? undefined : phrases.questions[role];
      return own ?? phrases.ask(label, options.length === 0 ? null : or.format(options));
    })
    .join(" ");
}
