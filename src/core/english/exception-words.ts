/** What is taken out of what was named: "all but the last", "everywhere except in the hall". */
import type { ExceptionWords } from "../reading/request-tables.ts";

const EVERY = "(?:all|both|every|each|everything|everywhere|everyone|everybody|any(?:thing|one|where)?)";
/** Say so by themselves, wherever they stand. Those of near languages are no English words as well. */
const PLAIN =
  "(?:with the exception of|except(?:ing|ed)?(?: for| in| on| at| from| that)?|apart from|aside from|other than|save for|excluding|" +
  "leaving out|(?:but )?leave out|but (?:just |only )?not|but skip|just not|only not|only without|außer|ausgenommen|sauf|excepto|salvo|" +
  "tranne|eccetto|behalve)";
/** "but" says more than this: only behind "all" and its like. */
const BEHIND_ALL = String.raw`${EVERY}\b(?! other)[^.,;:!?]{0,40}?\s+(?:but|bar|save)`;

/** What is to stay as it is: ", but keep the hall on", "everywhere, just leave the hall open". */
const KEPT = String.raw`(?:but\s+(?:(?:please|just|only)\s+)*(?:leave|keep)|(?<=,\s*)(?:(?:and|just|only|please)\s+)*(?:leave|keep)(?=\s[^.,;:!?]*?\b(?:on|off|open|shut|closed|alone|untouched|running|\p{L}+ed)\b))`;

export const EXCEPTION_WORDS: ExceptionWords = {
  plain: new RegExp(String.raw`(?<![\p{L}\p{N}-])${PLAIN}\s+`, "iu"),
  behindAll: new RegExp(String.raw`(?<![\p{L}\p{N}-])${BEHIND_ALL}\s+(?!is\b|are\b|it\b|please\b)`, "iu"),
  kept: new RegExp(String.raw`(?<![\p{L}\p{N}-])${KEPT}\s+(?!in mind\b)`, "iu"),
  afterList: /(?<=[,;]\s{0,3})(?:(?:oh|well|no|though|only|just)[, ]\s*){0,2}not\s+/iu,
  group: new RegExp(String.raw`,\s*${EVERY}(?: of (?:them|those|these|it|the lot))?,?\s*$`, "iu"),
  groupAhead: new RegExp(String.raw`^${EVERY}\b(?: of (?:them|those|these))?,?\s+(?:but|bar|save)\s+$`, "iu"),
  ordinals: ["first|1st", "second|2nd", "third|3rd", "fourth|4th", "fifth|5th", "sixth|6th"],
  last: /^(?:very )?last\b/i,
  middle: /^(?:middle|mid)\b/i,
};
