/** Days, times and spans as English puts them into a sentence: "from 9 am", "until Friday", "for 3 days". */
import { RELATIVE_DAY, SPAN_ENDS, SPAN_STARTS } from "../english/spoken-role-words.ts";
import { singularOf } from "./english-words.ts";
import type { SpokenDeed } from "./spoken-deed.ts";
import type { Fact } from "./spoken-facts.ts";

/** `isSpan`: of two moments that say from when to when. */
export function momentTail({ words, role, text }: Fact, deed: SpokenDeed, isSpan: boolean): string {
  const name = words.join(" ").toLowerCase();
  const isEnd = words.some((word) => SPAN_ENDS.has(word));
  const isStart = !isEnd && words.some((word) => SPAN_STARTS.has(word));
  const on = role === "day" ? "on" : "at";
  if (/\b(?:due|deadline)\b/.test(name)) return `, due ${RELATIVE_DAY.test(text) ? text : `${on} ${text}`}`;
  if (isSpan && (isEnd || isStart)) return `${isEnd ? "to" : "from"} ${text}`;
  if (words.length > 1 && words.at(-1) === "by") return `by ${text}`;
  if (/\b(?:until|till|end)\b/.test(name)) return `until ${text}`;
  if (role === "day" && !text.includes(" at ") && /^(?:start|from|begin)/.test(name)) return `from ${text}`;
  if (words.includes("new") || (deed.kind === "move" && words.length === 1)) return `to ${text}`;
  const isLookedUp = deed.kind === "look" || deed.kind === "check";
  if (RELATIVE_DAY.test(text)) return isLookedUp ? `for ${text}` : text;
  if (role === "time") return `${deed.object.includes("alarm") ? "for" : "at"} ${text}`;
  return `${isLookedUp ? "for" : "on"} ${text}`;
}

/** "3 days" where only the name says that they are days. */
export function durationOf({ text, value, words }: Fact): string {
  if (typeof value !== "number" || /\p{L}/u.test(text)) return text;
  const own = words.at(-1) ?? "";
  const isUnit = own !== "duration" && own !== "length" && own !== "period";
  return isUnit ? `${text} ${value === 1 ? singularOf(own) : own}` : text;
}
