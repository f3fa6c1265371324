/** What English asks for what is missing: "For which day?", "Which size: small or large?". */
import {
  IS_FLAGS,
  PEOPLE_COUNTS,
  ROLES_BY_WORD,
  type Role,
  SEARCH_WORDS,
  STATE_WORD,
  WITH_FLAGS,
} from "../english/spoken-role-words.ts";
import { UNNAMED_COUNT } from "./english-roles.ts";
import { all, isPluralNoun, pluralOf } from "./english-words.ts";
import type { SpokenDeed } from "./spoken-deed.ts";
import type { AskedSlot } from "./spoken-question.ts";

/** One question for all of them, with its question mark. */
export function englishQuestion(slots: readonly AskedSlot[], deed: SpokenDeed): string {
  const questions = slots.map((slot) => questionFor(slot, deed));
  const [first = "", ...more] = questions;
  if (more.length === 0) return `${first}?`;
  // Options make one of several too long to be heard.
  const [head = "", ...rest] = questions.map((question) => question.replace(/:.*$/, ""));
  const lower = rest.map((question) => question.charAt(0).toLowerCase() + question.slice(1));
  return lower.length === 1 ? `${head}, and ${lower[0]}?` : `${all([head, ...lower])}?`;
}

function questionFor(slot: AskedSlot, deed: SpokenDeed): string {
  const { words, role, isId, property, options, label } = slot;
  if (property.type === "boolean") return flagQuestion(words);
  const name = words.join(" ");
  if (options.length > 0) return `Which ${name}: ${all(options, "or")}`;
  if (isId) return `What is the ${label}`;
  const ask = role === null ? undefined : QUESTIONS[role];
  if (ask) return ask({ slot, deed, own: words.at(-1) ?? "", name });
  if (property.type === "integer" && isPluralNoun(words.at(-1) ?? "")) return `How many ${name}`;
  return `${property.type === "integer" || property.type === "number" ? "What" : "Which"} ${name}`;
}

/** What is missing, with the last word of its name and all of them. */
interface Missing {
  readonly slot: AskedSlot;
  readonly deed: SpokenDeed;
  readonly own: string;
  readonly name: string;
}

/** Without a question mark. What is not here is asked for as "Which …". */
const QUESTIONS: Partial<Readonly<Record<Role, (missing: Missing) => string>>> = {
  amount: ({ slot: { property }, name }) => (property.type === "string" ? `What ${name}` : "How much"),
  count: ({ own, deed }) => {
    const isNamed = !UNNAMED_COUNT.test(own) && own !== "number";
    return `How many ${isNamed ? pluralOf(own) : pluralOf(deed.object.at(-1) ?? "of them")}`;
  },
  day: ({ slot: { words, property } }) => {
    if (isLast(words)) return "Until which day";
    return property.format === "date-time" ? "For when" : "For which day";
  },
  duration: () => "For how long",
  from: ({ slot: { words } }) => (words.length > 1 ? `From which ${without("from", words)}` : "Where from"),
  language: ({ deed }) => (deed.kind === "translate" ? "Into which language" : "In which language"),
  people: ({ own }) => `For how many ${PEOPLE_COUNTS.has(own) ? own : "people"}`,
  reason: ({ name }) => `What is the ${name}`,
  recipient: ({ own, name }) => (own === "email" || own === "phone" ? `What is the ${name}` : "To whom"),
  setting: ({ name }) => `What ${name}`,
  subject: ({ own, name }) => (SEARCH_WORDS.has(own) ? "What should I look for" : `What is the ${name}`),
  text: ({ own, name, deed }) => {
    const isSaid = own === "message" || own === "text" || own === "body";
    return isSaid ? `What should the ${deed.object.at(-1) ?? own} say` : `What is the ${name}`;
  },
  time: ({ slot: { words } }) => (isLast(words) ? "Until what time" : "At what time"),
  title: ({ name, deed }) => (isNamedAnew(deed) ? "What should it be called" : `What is the ${name}`),
  to: ({ slot: { words }, deed }) => {
    if (words.length > 1) return `To which ${without("to", words)}`;
    return deed.kind === "send" || deed.kind === "pay" ? "To whom" : "Where to";
  },
  venue: ({ own, name }) => (own === "address" || own === "street" ? `What is the ${name}` : `Which ${name}`),
};

function without(first: string, words: readonly string[]): string {
  return words.filter((word) => word !== first).join(" ");
}

function isLast(words: readonly string[]): boolean {
  return words.some((word) => ["end", "until", "till"].includes(word));
}

function flagQuestion(words: readonly string[]): string {
  const [first = "", ...rest] = words;
  const name = (IS_FLAGS.has(first) || WITH_FLAGS.has(first)) && rest.length > 0 ? rest.join(" ") : words.join(" ");
  return IS_FLAGS.has(first) || STATE_WORD.test(name) ? `Should it be ${name}` : `With ${name}`;
}

/** A person has a name already. */
function isNamedAnew({ article, object }: SpokenDeed): boolean {
  return article === "a" && ROLES_BY_WORD.get(object.at(-1) ?? "") !== "person";
}
