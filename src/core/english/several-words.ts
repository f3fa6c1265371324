/** How several things are said in short: as a row of numbers, all at once, as what is left, or by a word that points at one. */
import type { SeveralWords } from "../reading/several-tables.ts";

const COUNT = "two|three|four|five|six|seven|eight|[2-8]";

export const SEVERAL_WORDS: SeveralWords = {
  rangeTo: /^\s*(?:(?:to|through|thru|up\s+to|until|till)\s+|[-–—]\s*)$/iu,
  orAnywhere: /\bor\b/iu,
  or: /^(?:\s+\p{L}+)?\s*,?\s+or\s+(?:(?:the|in|on|at|to|for|from|by|with)\s+){0,2}$/iu,
  orWithin: /^\p{L}+(?:\s+\p{L}+)?\s+or\s+(?:(?:the|an?)\s+)?\p{L}+(?:\s+\p{L}+)?$/iu,
  numberOr: /^\s*,?\s+or\s+(?:(?<noun>\p{L}+)\s+)?$/iu,
  each: /\s{0,3}\b(?:each|apiece)(?=\s{0,3}(?:$|[.,;!?]|(?:to|for|in|at|on|with|from|of|and|please|now|again)(?!\p{L})))/giu,
  total: new RegExp(
    String.raw`\b(?:(?:all|both|every|each)(?!\p{L})(?:\s+(?:single|of))?(?:\s+(?:the|these|those|my|our|your))?` +
      String.raw`(?:\s+(?<count>${COUNT})(?!\p{L}))?(?:\s+(?<noun>\p{L}+))?|everywhere|everything|everyone|` +
      String.raw`(?:all\s+)?the\s+(?<rest>others?|rest|remaining)(?!\p{L})(?:\s+(?<left>${COUNT})(?!\p{L}))?(?:\s+ones?(?!\p{L}))?(?:\s+(?<of>\p{L}+))?)`,
    "diu",
  ),
  both: /^both\b/iu,
  theOther: /^the\s+other(?:\s+one)?$/iu,
  manners: new Set(
    "action state status mode level colour color kind type reason cause size grade speed intensity strength priority quality method sound scene way aspect format repeat program scope".split(
      " ",
    ),
  ),
  pronoun: /(?<!\p{L})(?:there(?!\s+(?:is|are|was|were)\b)|it|him|them|her|(?:that|this)\s+one)(?!\p{L})/iu,
};
