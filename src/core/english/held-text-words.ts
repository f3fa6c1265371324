/** How people begin who want something written down, said or looked for, as it stands: "remind me to", "note down:". */
import type { HeldTextWords } from "../reading/request-tables.ts";

/** A name or a pronoun: "tell the oven to stop" asks the oven. */
const SOMEBODY = String.raw`(?:\p{Lu}[\p{L}'’-]*|me|us|him|her|them|everyone|everybody)`;
/** In small letters a name has no article: "tell anna to", "ask my son to", and not "tell the oven to". */
const PERSON = String.raw`(?:my \p{L}+|(?!(?:an?|the|this|that|all|your|our|it|something)\b)\p{Ll}+)`;
const KEEPING = `(?:note|jot|write)(?: (?:it|this|that))?(?: down)?|(?:make|take|add|leave|create) an? (?:note|reminder|memo|comment)|remind ${SOMEBODY}|don['’]t let me forget|record|log`;
const SAYING = `(?:tell|ask|text|message|e-?mail|ping|send|write(?: to)?|remind|warn) ${SOMEBODY}|let ${SOMEBODY} know|post|tweet|announce|say|send`;
/** Whoever it may be, where what follows can only be what is said to them: "let the night shift know that", "ask the clinic whether". */
const TOLD = String.raw`(?:(?:tell|let|ask|text|message|e-?mail|mail|inform|notify|warn|ping|(?:write|reply)(?: to)?) (?!me\b|us\b)(?:(?:[^\s:,;.!?"“‘]+ ){1,6}?(?:know )?(?:that|whether|saying)|[^:,;.!?"“‘]{1,40}:)|let (?!me\b|us\b)(?:[^\s:,;.!?"“‘]+ ){1,6}?know)\s(?=\S)`;
const LOOKING = "(?:search|google|look)(?: (?:the web|online))?(?: (?:up|for))?|google|translate";

export const HELD_TEXT_WORDS: HeldTextWords = {
  // What is written down stands behind a colon, a quotation mark or "to" and "that"; what is looked for behind the verb.
  before: new RegExp(
    String.raw`^(?:(?:${KEEPING}|${SAYING})[^:"“‘${"`"}]{0,30}?(?::\s|\s(?=["“‘'${"`"}])|\s(?:to|that|saying)\s)|(?:tell|ask|remind) ${PERSON} to\s|${TOLD}|(?:${LOOKING})\s)`,
    "u",
  ),
  telling: new Set("know saying whether note message mail email text".split(" ")),
  told: new RegExp(`^${TOLD}`, "u"),
  handingOver: /^(?:transfer|pay|wire|remit)(?:s|ring|red|ing)?\b/iu,
};
