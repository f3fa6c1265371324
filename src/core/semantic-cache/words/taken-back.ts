/** What is said and taken back: "in Rome, no wait, in Bonn", "forget it". */
import { ENGLISH } from "../../english/english.ts";
import type { Spoken } from "./politeness.ts";

const { takenBack } = ENGLISH;
const ANYWHERE = phrases(takenBack.anywhere);
const INSIDE = phrases(takenBack.inside);
const ON_ITS_OWN = phrases(takenBack.onItsOwn);

/** By their first word: every sentence is looked through for all of them. */
type Phrases = ReadonlyMap<string, readonly (readonly string[])[]>;

function phrases(list: string): Phrases {
  return Map.groupBy(
    list.split("|").map((phrase) => phrase.split(" ")),
    ([first = ""]) => first,
  );
}

/** Whether the speaker takes back or corrects what is said; of which part, nobody can tell. */
export function takesBack(spoken: readonly Spoken[], text: string): boolean {
  if (takenBack.hesitant.test(text)) return true;
  const standsAt = (phrase: readonly string[], at: number) =>
    phrase.every((word, index) => spoken[at + index]?.word === word);
  const isOnItsOwn = (phrase: readonly string[], at: number) => {
    const end = at + phrase.length;
    const whole = phrase.join(" ");
    const isParted = spoken[at]?.isParted === true;
    if (end === spoken.length) return isParted || !takenBack.needMark.has(whole);
    if (isParted && takenBack.excuses.has(whole)) return true;
    // "No. 4" is a number.
    const isCutOff = spoken[end]?.isParted === true && !/^\d/.test(spoken[end]?.word ?? "");
    return isCutOff && (isParted || phrase.length > 1 || takenBack.correcting.has(whole));
  };
  const isFollowed = (phrase: readonly string[], at: number) => at + phrase.length < spoken.length;
  return spoken.some(({ word }, at) => {
    const isOneOf = (phrases: Phrases, isMeant: (phrase: readonly string[], at: number) => boolean = () => true) =>
      phrases.get(word)?.some((phrase) => standsAt(phrase, at) && isMeant(phrase, at)) === true;
    return isOneOf(ANYWHERE) || (at > 0 && (isOneOf(INSIDE, isFollowed) || isOneOf(ON_ITS_OWN, isOnItsOwn)));
  });
}
