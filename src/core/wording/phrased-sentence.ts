/** A call where the language is not that of the tool's names: "Ich buche: Chez Anna, 4 Personen, am 24. Dezember um 19 Uhr". */
import { UNNAMED_COUNT } from "./english-roles.ts";
import type { Phrases } from "./languages.ts";
import type { Speech } from "./response-values.ts";
import type { SpokenDeed } from "./spoken-deed.ts";
import type { Fact } from "./spoken-facts.ts";
import type { AskedSlot } from "./spoken-question.ts";

/** Without a full stop. */
export function phrasedSentence(phrases: Phrases, deed: SpokenDeed, facts: readonly Fact[], speech: Speech): string {
  const left = facts.filter((fact) => fact !== deed.used);
  const said = phrases.deeds[deed.kind];
  if (left.length === 0) return `${said}${phrases.colon} ${speech.language.quotes.join(deed.object.join(" "))}`;
  // What says when comes last, and in one breath.
  const moments = left.filter(({ role }) => role === "day" || role === "time");
  const others = left.filter((fact) => !moments.includes(fact)).map((fact) => partOf(phrases, fact, speech));
  const when = moments.map((fact) => partOf(phrases, fact, speech)).join(" ");
  const parts = when === "" ? others : [...others, when];
  return `${said}${phrases.colon} ${parts.join(", ")}`;
}

function partOf(phrases: Phrases, { role, text, value, words }: Fact, speech: Speech): string {
  const label = words.join(" ");
  if (typeof value === "boolean") return phrases.flag(label, value);
  const tail = role && phrases.tails[role];
  if (tail) return tail(text, value === 1);
  const isBare = typeof value === "number" && !/[^\d.,-]/.test(text) && !UNNAMED_COUNT.test(label);
  return isBare ? speech.language.isBriefly({ text: label, isPlural: false, isNoun: true }, text) : text;
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
