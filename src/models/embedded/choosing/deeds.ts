/** Questions about how things are or were, and tools that change things: one is seldom asked for with the other. */
import { ENGLISH } from "#core/english/english.ts";
import { humanised } from "../name-words.ts";
import { beginsWithDeed, deedsOf } from "./same-deeds.ts";

const WORDS = ENGLISH.deeds;

/** A longer question in the order of a statement tells more than it asks. */
const PLAIN_UNITS_MAX = 160;
const SENTENCE_END = /(?<![.!?])[.!?]+\s+/;

/**
 * Whether an English query asks how something is or was: "did I lock the door?", "what did I pay?". Of the utterances of HWU64
 * that begin so, 98 of 100 are for tools that look something up. "How do I" may be answered by doing it, and is left out.
 */
export function asksHowThingsAre(query: string): boolean {
  // What was said before the last sentence is no longer asked.
  const last = query.trim().split(SENTENCE_END).at(-1) ?? "";
  const isPlain = last.length <= PLAIN_UNITS_MAX && WORDS.asksPlainly.test(last) && !beginsWithDeed(last);
  const asks = WORDS.asks.test(last) || isPlain;
  return asks && !WORDS.requests.test(last) && !WORDS.requests.test(query);
}

/**
 * "The front door is unlocked" tells how the door is: nobody asks to unlock it. Whether the text says what the tool does only so, as
 * something that is done already.
 */
export function reportsDeed(query: string, tool: { readonly name: string; readonly description: string }): boolean {
  const said = query.replaceAll("’", "'");
  if (!isDeed(tool) || WORDS.requests.test(said) || WORDS.obliges.test(said)) return false;
  const deeds = deedsOf(tool);
  const says = (text: string) => deeds.some((deed) => deed.test(text));
  const reports = [...said.matchAll(WORDS.reported)].filter(({ 1: done = "" }) => says(done));
  const rest = reports.reduce((left, { 0: words }) => left.replace(words, " "), said);
  return reports.length > 0 && !says(rest);
}

/** Whether a tool, by its English name and description, changes something and tells nothing. */
export function isDeed({ name, description }: { readonly name: string; readonly description: string }): boolean {
  const said = [humanised(name), description];
  if (said.some((text) => WORDS.phrasal.test(text))) return true;
  if (said.some((text) => WORDS.tells.test(text))) return false;
  // A name of two words may begin with a noun: "order status". A sentence says what is done.
  if (WORDS.deeds.has(firstVerb(description)) || WORDS.described.test(description)) return true;
  return said.some((text) => WORDS.deeds.has(firstVerb(text))) && !said.some((text) => WORDS.toldOf.test(text));
}

/**
 * Whether a tool only looks something up, by how its English name or description begins, or what its name has in it. What nobody can tell may change something:
 * of "alarm_delete" the verb stands behind, of "hotspot" there is none.
 */
export function looksUp({ name, description }: { readonly name: string; readonly description: string }): boolean {
  const said = humanised(name);
  const isLookup =
    [said, description.trim()].some((text) => WORDS.looksUp.test(text)) ||
    WORDS.tells.test(said) ||
    WORDS.toldOf.test(said);
  return isLookup && !isDeed({ name, description });
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
