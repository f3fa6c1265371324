/** What people put around an order: words that leave it one, and words after which nothing is to be done. */
import type { Chance } from "./pair.ts";

/** "X" is the order, in small letters. */
const STILL_ASKED = [
  "please X",
  "can you X?",
  "could you please X",
  "would you X for me",
  "I want you to X",
  "I'd like you to X",
  "I need you to X",
  "don't forget to X",
  "make sure you X",
  "why don't you X",
  "go ahead and X",
  "hey, X",
  "no wait, X",
  "I can't reach it myself, so X",
  "not sure if this is your job, but X",
  "if you can, X",
  "do X now",
  "yes, X",
  "X please, I won't have the time",
  "X, and thank you",
];

const NOT_ASKED = [
  "don't X",
  "do not X",
  "please don't X",
  "please do not X",
  "never X",
  "don't you dare X",
  "no need to X",
  "there is no reason to X",
  "I don't want you to X",
  "I don't want to X",
  "you must not X",
  "stop asking whether you should X",
  "under no circumstances X",
  "whatever happens, don't X",
  "did you X?",
  "did anybody X?",
  "why did you X?",
  "who told you to X?",
  "when did you X?",
  "have you been asked to X?",
  "should I X?",
  "is it a good idea to X?",
  "how do I X?",
  "how do you X?",
  "what does it mean to X?",
  "what happens if I X?",
  "how much does it cost to X?",
  "can I X on my own?",
  "I was about to X but changed my mind",
  "I nearly asked you to X",
  "yesterday I asked you to X",
  "I had to X last week",
  "my colleague wants to X, ignore him",
  "she said she will X herself",
  "if it rains, X",
  "X if nobody answers",
  "unless I call you, X",
  "as soon as the boss is back, X",
  "X only when I say so",
  "remind me what you do when I say X",
  "maybe one day I will X",
  "it would be nice if somebody had bothered to X",
  "X? no, leave it",
  "X... actually no, forget it",
];

export interface Framed {
  readonly text: string;
  readonly isAsked: boolean;
}

/** Words before an order that say no more than that it is one. */
const LEAD =
  /^(?:(?:please|hey|hi|can you|could you|would you|will you|i want(?: you)? to|i need(?: you)? to|i'd like(?: you)? to|i would like(?: you)? to|help me(?: to)?)[\s,]+)+/iu;

/** An order in one of the frames; null where the text is none that begins with a deed, and where it has several sentences. */
export function framed(text: string, deeds: ReadonlySet<string>, chance: Chance): Framed | null {
  const order = text
    .trim()
    .replace(LEAD, "")
    .replace(/[.!?]+$/u, "");
  if (/[.!?]\s/u.test(order)) return null;
  const [first = ""] = order.toLowerCase().split(/[\s,]+/u);
  if (!deeds.has(first)) return null;
  const isAsked = chance.next() < 0.4;
  const frame = chance.one(isAsked ? STILL_ASKED : NOT_ASKED) ?? "X";
  const inside = frame.startsWith("X") ? order : order.charAt(0).toLowerCase() + order.slice(1);
  return { text: frame.replace("X", () => inside), isAsked };
}
