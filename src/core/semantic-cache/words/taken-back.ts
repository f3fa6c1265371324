/** What is said and taken back: "in Rome, no wait, in Bonn", "forget it". */
import type { Spoken } from "./politeness.ts";

/** Wherever they stand. */
const ANYWHERE = phrases(
  "no wait|wait no|uh no|no no|never mind|nevermind|nvm|forget about|forget i asked|forget i said|forget what i|ignore what i|" +
    "scratch that|strike that|just kidding|just joking|jk|or rather|my mistake|my bad|on second thought|on second thoughts|" +
    "changed my mind|do not bother|false alarm",
);
/** Behind other words: in front they fill a pause, or are the wish itself. */
const INSIDE = phrases("i mean|i meant|make that");
/** Between marks, or where the sentence ends: elsewhere they are words like others. */
const ON_ITS_OWN = phrases(
  "wait|hold on|stop|abort|cancel|no|nope|not|oops|sorry|correction|forget it|forget that|forget this|ignore that|ignore this|ignore me|cancel that",
);
/** Those that only a mark tells from the last word of a wish: "the next bus stop". */
const NEED_MARK: ReadonlySet<string> = new Set(["wait", "stop", "cancel", "sorry", "correction"]);
/** Behind other words, a mark behind them is enough: "in Rome sorry, in Bonn". */
const CORRECTING: ReadonlySet<string> = new Set(["no", "nope", "oops", "sorry", "correction", "wait"]);

/** With a mark before them, they need none behind: "in Rome, sorry in Bonn". */
const EXCUSES: ReadonlySet<string> = new Set(["oops", "sorry", "correction", "nope"]);

/** "Disney Universe er, Abby", "Rome uh no Bonn": where a little word stands before it, somebody only thinks. */
const HESITANT =
  /(?<!\b(?:an?|the|in|at|on|for|to|of|by|with|from|and|my|is)\s)(?<=[\p{L}\p{N}]\s)(?:u[hm]+|erm?|ehm)(?:,|\s+no\b)/u;

function phrases(list: string): readonly (readonly string[])[] {
  return list.split("|").map((phrase) => phrase.split(" "));
}

/** Whether the speaker takes back or corrects what is said; of which part, nobody can tell. */
export function takesBack(spoken: readonly Spoken[], text: string): boolean {
  if (HESITANT.test(text)) return true;
  const standsAt = (phrase: readonly string[], at: number) =>
    phrase.every((word, index) => spoken[at + index]?.word === word);
  const isOnItsOwn = (phrase: readonly string[], at: number) => {
    const end = at + phrase.length;
    const whole = phrase.join(" ");
    const isParted = spoken[at]?.isParted === true;
    if (end === spoken.length) return isParted || !NEED_MARK.has(whole);
    if (isParted && EXCUSES.has(whole)) return true;
    // "No. 4" is a number.
    const isCutOff = spoken[end]?.isParted === true && !/^\d/.test(spoken[end]?.word ?? "");
    return isCutOff && (isParted || phrase.length > 1 || CORRECTING.has(whole));
  };
  const isFollowed = (phrase: readonly string[], at: number) => at + phrase.length < spoken.length;
  return spoken.some(
    (_, at) =>
      ANYWHERE.some((phrase) => standsAt(phrase, at)) ||
      (at > 0 && INSIDE.some((phrase) => standsAt(phrase, at) && isFollowed(phrase, at))) ||
      (at > 0 && ON_ITS_OWN.some((phrase) => standsAt(phrase, at) && isOnItsOwn(phrase, at))),
  );
}
