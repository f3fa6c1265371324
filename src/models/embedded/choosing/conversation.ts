/** Whether a query stands on its own or goes on with what was said before. */
import { ENGLISH } from "#core/english/english.ts";
import { contentWords } from "../name-words.ts";
import type { ReadableTool } from "../networks/joint-model.ts";
import type { PlainCallRequest } from "../worker/worker-protocol.ts";

const WORDS = ENGLISH.asking;

const SHORT_WORDS_MAX = 3;
/** A longer sentence with an "it" has mostly said what it is. */
const ABOUT_WORDS_MAX = 8;

export type Standing = "whole" | "short" | "continuing";

/**
 * `continuing`: by its form it says nothing without what went before ("and for two people", "make it three"). `short`: it
 * may ("three people"). A word of a tool's name makes a whole query ("and cancel it").
 */
export function standingOf(query: string, tools: readonly ReadableTool[]): Standing {
  const bare = query.trim().replace(WORDS.askingAlso, "");
  const rest = bare.replace(WORDS.connective, "").replace(WORDS.askingAlso, "");
  const words = rest.split(/\s+/u).filter((word) => word !== "");
  if (ENGLISH.following.goesOn.test(query)) return "continuing";
  if (WORDS.change.test(rest) || WORDS.askingAlso.test(query.trim())) return "continuing";
  const [lead = ""] = contentWords(words[0] ?? "");
  const isCommand = lead !== "" && tools.some(({ name }) => contentWords(name)[0] === lead);
  if (isCommand) return "whole";
  if (WORDS.preposition.test(rest) || (WORDS.changeEnd.test(rest) && words.length <= 2 * SHORT_WORDS_MAX))
    return "continuing";
  const isAboutBefore = words.length <= ABOUT_WORDS_MAX && ENGLISH.following.pronoun.test(rest);
  return words.length <= SHORT_WORDS_MAX || isAboutBefore ? "short" : "whole";
}

/** "thank you very much!": words that are polite and ask for nothing. */
export function isCourtesy(query: string): boolean {
  const words = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return WORDS.courtesyLeads.test(query) && words.every((word) => WORDS.courtesies.has(word));
}

/** Earlier queries and the context, oldest first, to be put in front of the query; "" when there are none. */
export function saidBefore({ history, context }: PlainCallRequest): string {
  const said = [...history.map((entry) => entry.query), ...(context === null ? [] : [context])];
  return said.map((text) => `${text}. `).join("");
}
