/** "If the tank is full, stop the pump": all words of an order, for a case that may never be. */
import { ENGLISH } from "#core/english/english.ts";
import { humanised } from "../name-words.ts";
import { looksUp } from "./deeds.ts";
import { holdsText } from "./held-text.ts";

const WORDS = ENGLISH.deeds;
/** What is said behind a colon or in quotation marks is a text. */
const QUOTES = /:\s|["“”«»]/;

interface Described {
  readonly name: string;
  readonly description: string;
  readonly parameters: readonly { readonly name: string; readonly description: string; readonly type: string }[];
}

/** Whether the text begins with what is to be so first. Not what is said out of politeness: "if it isn't too much trouble". */
export function beginsWithCondition(query: string): boolean {
  const said = query.replaceAll("’", "'");
  if (!WORDS.awaited.test(said) || QUOTES.test(said) || holdsText(query)) return false;
  return !WORDS.courtesy.test(said) && !WORDS.requests.test(said);
}

/**
 * Whether the text begins so, and the tool would do it now: not one that looks something up, as somebody has to, nor one that itself waits
 * for something to be so.
 */
export function awaitsSomething(query: string, tool: Described): boolean {
  if (!beginsWithCondition(query)) return false;
  // A flag for whom to notify is beside the deed.
  const parts = tool.parameters.flatMap(({ name, description, type }) =>
    type === "boolean" ? [] : [humanised(name), description],
  );
  return !looksUp(tool) && ![humanised(tool.name), tool.description, ...parts].some((text) => WORDS.waits.test(text));
}
