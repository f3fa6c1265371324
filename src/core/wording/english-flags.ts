/** What is true or false, as English says it: ", with breakfast", ", not urgent", ", avoiding tolls". */
import { SPOKEN_DEEDS } from "../english/spoken-deed-words.ts";
import { IS_FLAGS, STATE_WORD, WITH_ENDINGS, WITH_FLAGS } from "../english/spoken-role-words.ts";
import { gerund, isPluralNoun, participleOf } from "./english-words.ts";

export function flagTail(words: readonly string[], isSo: boolean): string {
  const [first = "", ...rest] = words;
  const last = words.at(-1) ?? "";
  const not = isSo ? "" : "not ";
  const withIt = isSo ? "with" : "without";
  if (rest.length === 0 && SPOKEN_DEEDS.has(first)) return `, ${not}${participleOf(first)}`;
  if (rest.length > 0 && IS_FLAGS.has(first)) return `, ${not}${rest.join(" ")}`;
  if (rest.length > 0 && WITH_FLAGS.has(first)) return `, ${withIt} ${rest.join(" ")}`;
  if (rest.length > 0 && WITH_ENDINGS.has(last)) return `, ${withIt} ${words.slice(0, -1).join(" ")}`;
  if (STATE_WORD.test(words.join(" "))) return `, ${not}${words.join(" ")}`;
  if (SPOKEN_DEEDS.has(first)) return `, ${not}${gerund(first)} ${isPluralNoun(last) ? "" : "the "}${rest.join(" ")}`;
  return `, ${withIt} ${words.join(" ")}`;
}
