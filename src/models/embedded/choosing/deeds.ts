/** Questions about how things are or were, and tools that change things: one is seldom asked for with the other. */
import { ENGLISH } from "#core/english/english.ts";
import { humanised } from "../name-words.ts";

const WORDS = ENGLISH.deeds;

const SENTENCE_END = /(?<![.!?])[.!?]+\s+/;

/**
 * Whether an English query asks how something is or was: "did I lock the door?", "what did I pay?". Of the utterances of HWU64
 * that begin so, 98 of 100 are for tools that look something up. "How do I" may be answered by doing it, and is left out.
 */
export function asksHowThingsAre(query: string): boolean {
  // What was said before the last sentence is no longer asked.
  const last = query.trim().split(SENTENCE_END).at(-1) ?? "";
  return WORDS.asks.test(last) && !WORDS.requests.test(last) && !WORDS.requests.test(query);
}

/** Whether a tool, by its English name and description, changes something and tells nothing. */
export function isDeed({ name, description }: { readonly name: string; readonly description: string }): boolean {
  const said = [humanised(name), description];
  return said.some((text) => WORDS.deeds.has(firstVerb(text))) && !said.some((text) => WORDS.tells.test(text));
}

/** The first word, without the ending of "sets" and "switches". */
function firstVerb(text: string): string {
  const [word = ""] = /[a-z]+/i.exec(text) ?? [];
  const lower = word.toLowerCase();
  return (
    [lower, ...WORDS.thirdPerson.map((ending) => lower.replace(ending, ""))].find((one) => WORDS.deeds.has(one)) ??
    lower
  );
}
