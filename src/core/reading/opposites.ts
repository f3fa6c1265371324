/** Words that mean the opposite of each other. */
import { type LanguageTables, perLanguage } from "./language.ts";

/** "Into" is not the opposite of "to". */
const TURNED_LETTERS_MIN = 4;
const UNDONE_LETTERS_MIN = 2;

const oppositesOf = perLanguage(({ polarity }) => {
  const found = new Map<string, Set<string>>();
  const add = (one: string, other: string) => {
    const known = found.get(one);
    if (known) known.add(other);
    else found.set(one, new Set([other]));
  };
  for (const [one, other] of polarity.opposites) {
    add(one, other);
    add(other, one);
  }
  return found;
});

/** Whether the two words mean the opposite of each other, also as "like" and "unlike", "do" and "undo". */
export function areOpposites(one: string, other: string, language: LanguageTables): boolean {
  if (oppositesOf(language).get(one)?.has(other)) return true;
  const { undoing, turningPrefixes } = language.polarity;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (undoing.some((prefix) => long === prefix + short)) return short.length >= UNDONE_LETTERS_MIN;
  return short.length >= TURNED_LETTERS_MIN && turningPrefixes.some((prefix) => long === prefix + short);
}
