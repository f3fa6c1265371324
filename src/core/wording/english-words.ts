/** How English forms its words. */
import { A_BEFORE, AN_BEFORE, DOUBLED, IRREGULAR_PLURALS, MASS_NOUNS } from "../english/spoken-deed-words.ts";

/** "booking", "setting", "looking up": of a verb that may have a word behind it. */
export function gerund(phrase: string): string {
  const [verb = "", ...rest] = phrase.split(" ");
  return [gerundOf(verb), ...rest].join(" ");
}

function gerundOf(verb: string): string {
  if (DOUBLED.has(verb) || ONE_SHORT_SYLLABLE.test(verb)) return `${verb}${verb.at(-1)}ing`;
  if (verb.endsWith("ie")) return `${verb.slice(0, -2)}ying`;
  return /[^eyo]e$/.test(verb) ? `${verb.slice(0, -1)}ing` : `${verb}ing`;
}

/** "compressed", "skipped", "notified": of a regular verb. */
export function participleOf(verb: string): string {
  if (DOUBLED.has(verb) || ONE_SHORT_SYLLABLE.test(verb)) return `${verb}${verb.at(-1)}ed`;
  if (verb.endsWith("e")) return `${verb}d`;
  return /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ied` : `${verb}ed`;
}

/** "crop" is "cropping", "clean" is "cleaning". */
const ONE_SHORT_SYLLABLE = /^[^aeiou]*[aeiou][^aeiouwxy]$/;

export function withArticle(noun: string): string {
  return `${AN_BEFORE.test(noun) && !A_BEFORE.test(noun) ? "an" : "a"} ${noun}`;
}

export function pluralOf(noun: string): string {
  if (isPluralNoun(noun) || MASS_NOUNS.has(noun)) return noun;
  const irregular = IRREGULAR_PLURALS[noun];
  if (irregular !== undefined) return irregular;
  if (/(?:s|x|z|ch|sh)$/.test(noun)) return `${noun}es`;
  return /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}

/** Of a value: what is a name has no plural. */
export function manyOf(thing: string): string {
  const [, before = "", last = ""] = /^(.*?)(\p{Ll}+)$/u.exec(thing) ?? [];
  return last === "" || /\p{Lu}$/u.test(before) ? thing : before + pluralOf(last);
}

export function singularOf(noun: string): string {
  const irregular = Object.entries(IRREGULAR_PLURALS).find(([, plural]) => plural === noun);
  if (irregular) return irregular[0];
  if (!isPluralNoun(noun)) return noun;
  if (/ies$/.test(noun)) return `${noun.slice(0, -3)}y`;
  return /(?:x|z|ch|sh|ss)es$/.test(noun) ? noun.slice(0, -2) : noun.slice(0, -1);
}

const PLURAL = /[a-z]s$/;
const SINGULAR = /(?:ss|us|is|news|alias|canvas|gas|lens|series|status)$/;

export function isPluralNoun(noun: string): boolean {
  return (PLURAL.test(noun) && !SINGULAR.test(noun)) || Object.values(IRREGULAR_PLURALS).includes(noun);
}

export function isMassNoun(noun: string): boolean {
  return MASS_NOUNS.has(noun);
}

/** "x, y and z". */
export function all(items: readonly string[], word = "and"): string {
  if (items.length < 2) return items.join("");
  return `${items.slice(0, -1).join(", ")} ${word} ${items.at(-1)}`;
}
