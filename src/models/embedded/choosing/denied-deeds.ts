/** "Nobody should stop the firing" and a tool that stops it: all words of an order, said to be left undone. */
import { ENGLISH } from "#core/english/english.ts";
import { humanised } from "../name-words.ts";
import type { ReadableTool } from "../networks/joint-model.ts";
import { flagIn } from "../values/flags.ts";
import { holdsText, quotesText } from "./held-text.ts";
import { deedKinds, deedsOf } from "./same-deeds.ts";

const WORDS = ENGLISH.deeds;

/**
 * Whether the text says what the tool does only to have it left undone: "don't cancel it yet", "it must not be paused". Not where the
 * tool has a flag for it, but for what nobody has to do, of a text that is to be kept, nor of "why don't you".
 */
export function deniesDeed(query: string, tool: ReadableTool): boolean {
  const said = query.replaceAll("’", "'");
  if (WORDS.answeredNo.test(said) || refuses(said, tool)) return true;
  if (said.search(WORDS.denied) < 0 || quotesText(query) || WORDS.requestsByNot.test(said) || holdsText(query))
    return false;
  const deeds = deedsOf(tool);
  const rest = said.replace(WORDS.denied, (words, stretch: string) => words.slice(0, words.length - stretch.length));
  const isDenied = deeds.some((deed) => deed.test(said)) && !deeds.some((deed) => deed.test(rest));
  const hasFlag = () =>
    tool.parameters.some(({ type, name }) => type === "boolean" && flagIn(query, name, false) !== null);
  return isDenied && (WORDS.unneeded.test(said) || !hasFlag());
}

/** "Mrs Miller won't have lunch" and a tool that orders it. What cancels it may be meant. */
function refuses(said: string, tool: ReadableTool): boolean {
  const does = [humanised(tool.name), tool.description];
  const kinds = deedKinds.filter(({ first }) => does.some((text) => first.test(text))).map(({ name }) => name);
  const gives = kinds.some((kind) => WORDS.gives.has(kind)) && !kinds.some((kind) => WORDS.takes.has(kind));
  return gives && WORDS.refused.test(said) && !WORDS.requests.test(said) && !holdsText(said);
}
