/** Whether a query stands on its own or goes on with what was said before. */

import { contentWords } from "../name-words.ts";
import type { ReadableTool } from "../networks/joint-model.ts";

const CONNECTIVE = /^(?:(?:and|also|but|or|then|ok|okay|no|actually|sorry|well|please|rather|hmm)\b[\s,]*)+/iu;
const ASKING_ALSO = /^(?:(?:and|so|but)\s+)?(?:what|how) about\b\s*/iu;
const CHANGE = /^(?:make|change|set|switch|move|let's make|let it be)\s+(?:it|that|them|those)\b/iu;
const CHANGE_END = /\b(?:instead|as well|too|rather|though)[\s.?!]*$/iu;
const PREPOSITION =
  /^(?:for|in|at|on|to|with|from|by|without|under|until|till|after|before|around|about|near|next|only|just)\b/iu;
const SHORT_WORDS_MAX = 3;

export type Standing = "whole" | "short" | "continuing";

/**
 * `continuing`: by its form it says nothing without what went before ("and for two people", "make it three"). `short`: it
 * may ("three people"). A word of a tool's name makes a whole query ("and cancel it").
 */
export function standingOf(query: string, tools: readonly ReadableTool[]): Standing {
  const bare = query.trim().replace(ASKING_ALSO, "");
  const rest = bare.replace(CONNECTIVE, "").replace(ASKING_ALSO, "");
  const words = rest.split(/\s+/u).filter((word) => word !== "");
  if (CHANGE.test(rest) || ASKING_ALSO.test(query.trim())) return "continuing";
  const [lead = ""] = contentWords(words[0] ?? "");
  const isCommand = lead !== "" && tools.some(({ name }) => contentWords(name)[0] === lead);
  if (isCommand) return "whole";
  if (PREPOSITION.test(rest) || (CHANGE_END.test(rest) && words.length <= 2 * SHORT_WORDS_MAX)) return "continuing";
  return words.length <= SHORT_WORDS_MAX ? "short" : "whole";
}

const COURTESIES = new Set(
  (
    "a afternoon again all alright bye cheers cool day evening fine for good goodbye great hello hey hi i it lot lovely " +
    "many morning much nice night ok okay perfect please so sorry super thank thanks that thats very welcome wonderful you your"
  ).split(" "),
);
const COURTESY_LEADS =
  /\b(?:bye|cheers|good|goodbye|great|hello|hey|hi|ok|okay|perfect|sorry|thank|thanks|welcome)\b/iu;

/** "thank you very much!": words that are polite and ask for nothing. */
export function isCourtesy(query: string): boolean {
  const words = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return COURTESY_LEADS.test(query) && words.every((word) => COURTESIES.has(word));
}
