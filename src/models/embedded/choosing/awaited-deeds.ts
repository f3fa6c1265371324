/** "If the tank is full, stop the pump": all words of an order, for a case that may never be. */
import { ENGLISH } from "#core/english/english.ts";
import { humanised } from "../name-words.ts";
import { looksUp } from "./deeds.ts";
import { holdsText, quotesText } from "./held-text.ts";
import { beginsWithDeed } from "./same-deeds.ts";

const WORDS = ENGLISH.deeds;
const SENTENCE_END = /(?<=[.!?])\s+/;

interface Described {
  readonly name: string;
  readonly description: string;
  readonly parameters: readonly { readonly name: string; readonly description: string; readonly type: string }[];
}

/** Whether the text begins with what is to be so first. Not what is said out of politeness: "if it isn't too much trouble". */
export function beginsWithCondition(query: string): boolean {
  const said = query.replaceAll("’", "'");
  const found = WORDS.awaited.exec(said);
  if (!found || isOfText(query)) return false;
  const order = said.slice(found[0].length);
  return !WORDS.courtesy.test(found.groups?.clause ?? "") && !WORDS.supposes.test(order);
}

/** Whether its last sentence ends so, and begins with an order: "close the valve once the tank is full". */
function endsWithCondition(query: string): boolean {
  const sentence = query.replaceAll("’", "'").replace(WORDS.politeEnd, "").split(SENTENCE_END).at(-1) ?? "";
  const found = WORDS.awaitedBehind.exec(sentence);
  if (!found || isOfText(query) || WORDS.courtesy.test(found.groups?.clause ?? "")) return false;
  const order = sentence.slice(0, found.index).trim();
  const first = /\p{L}+/u.exec(order)?.[0].toLowerCase() ?? "";
  return WORDS.deeds.has(first) || beginsWithDeed(order) || WORDS.requests.test(order);
}

function isOfText(query: string): boolean {
  return quotesText(query) || holdsText(query);
}

/**
 * Whether the text begins or ends so, and the tool would do it now: not one that looks something up, as somebody has to, nor one that itself waits
 * for something to be so.
 */
export function awaitsSomething(query: string, tool: Described): boolean {
  if (!beginsWithCondition(query) && !endsWithCondition(query)) return false;
  // A flag for whom to notify is beside the deed.
  const parts = tool.parameters.flatMap(({ name, description, type }) =>
    type === "boolean" ? [] : [humanised(name), description],
  );
  return !looksUp(tool) && ![humanised(tool.name), tool.description, ...parts].some((text) => WORDS.waits.test(text));
}
