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
  readonly parameters: readonly { readonly name: string; readonly description: string }[];
}

/**
 * Whether the text begins with what is to be so first, and the tool would do it now. Not of what is said out of politeness ("if it isn't too
 * much trouble"), nor to a tool that looks something up, as somebody has to, or that itself waits for something to be so.
 */
export function awaitsSomething(query: string, tool: Described): boolean {
  const said = query.replaceAll("’", "'");
  if (!WORDS.awaited.test(said) || QUOTES.test(said) || holdsText(query)) return false;
  if (WORDS.courtesy.test(said) || WORDS.requests.test(said)) return false;
  const parts = tool.parameters.flatMap(({ name, description }) => [humanised(name), description]);
  return !looksUp(tool) && ![humanised(tool.name), tool.description, ...parts].some((text) => WORDS.waits.test(text));
}
