/** What people wrap around a wish without changing it. */
import { ENGLISH } from "../../english/english.ts";
import { type IsWord, isOneSlip } from "../../reading/slips.ts";

/** What people send with a wish to show how they feel; not those that say no. */
const FEELING = /^(?![👎🚫❌⛔🛑✋🙅✖❎])(?:\p{Extended_Pictographic}|\p{Emoji_Modifier})$/u;
/** Signs such as © are pictographs, too. */
const PICTOGRAPHS_FROM = 0x2300;

export function isPictograph(sign: string): boolean {
  return (sign.codePointAt(0) ?? 0) >= PICTOGRAPHS_FROM && FEELING.test(sign);
}

type Phrases = ReadonlyMap<string, readonly (readonly string[])[]>;

function phrases(list: string): Phrases {
  const byEdge = new Map<string, (readonly string[])[]>();
  for (const phrase of list.split("|")) {
    const words = phrase.split(" ");
    for (const edge of new Set([words[0] ?? "", words.at(-1) ?? ""])) {
      byEdge.set(edge, [...(byEdge.get(edge) ?? []), words]);
    }
  }
  return byEdge;
}

const { polite } = ENGLISH;
const [BEFORE, BEFORE_MARK] = [phrases(polite.before), phrases(polite.beforeMark)];
const [AFTER, AFTER_MARK, UNSURE] = [phrases(polite.after), phrases(polite.afterMark), phrases(polite.unsure)];

/** Shorter words are one letter away from too many others. */
const SLIP_LETTERS_MIN = 4;
/** The words that people slip on, being in a hurry. */
const SLIPPED_ON = [...new Set([...BEFORE.values(), ...AFTER.values()].flat(2))].filter(
  (word) => word.length > SLIP_LETTERS_MIN,
);

export interface Spoken {
  readonly word: string;
  /** Whether a mark stands before it. */
  readonly isParted: boolean;
  /** Whether it is written like a name, where other words are not. */
  readonly isNamed: boolean;
}

/** Half-open range of the words that are left without politeness at both ends; never empty where there were words. */
export function wishIn(spoken: readonly Spoken[], isWord: IsWord): readonly [from: number, to: number] {
  const words = spoken.map(({ word }) => meantWord(word, isWord));
  let from = 0;
  let to = words.length;
  const isParted = (at: number) => spoken[at]?.isParted === true;
  const beginsWith = (phrase: readonly string[]) => phrase.every((word, at) => words[from + at] === word);
  const endsIn = (phrase: readonly string[]) => {
    const at = to - phrase.length;
    // "Play Thank You", "a song by Cheers": what is written like a name may be one.
    if (spoken[at]?.isNamed || (polite.wantsMore.has(words[at - 1] ?? "") && !isParted(at))) return false;
    return phrase.every((word, index) => words[at + index] === word);
  };
  for (;;) {
    const room = () => to - from - 1;
    const first = words[from] ?? "";
    const before = isPictograph(first)
      ? Math.min(1, room())
      : Math.max(
          longest(BEFORE.get(first), room(), beginsWith),
          longest(BEFORE_MARK.get(first), room(), (phrase) => beginsWith(phrase) && isParted(from + phrase.length)),
        );
    from += before;
    const last = words[to - 1] ?? "";
    const after = isPictograph(last)
      ? Math.min(1, room())
      : Math.max(
          longest(AFTER.get(last), room(), endsIn),
          longest(AFTER_MARK.get(last), room(), (phrase) => endsIn(phrase) && isParted(to - phrase.length)),
        );
    to -= after;
    if (before + after === 0) return [from, to];
  }
}

/** Whether some words end in what may as well be said to whom is asked: "Anna thanks". */
export function endsPolitely(words: readonly string[]): boolean {
  const last = words.at(-1) ?? "";
  const fits = (phrase: readonly string[]) => phrase.every((word, at) => words.at(at - phrase.length) === word);
  return [AFTER, UNSURE].some((list) => longest(list.get(last), words.length, fits) > 0);
}

function meantWord(word: string, isWord: IsWord): string {
  if (word.length < SLIP_LETTERS_MIN || isWord(word)) return word;
  return SLIPPED_ON.find((polite) => isOneSlip(word, polite)) ?? word;
}

function longest(
  candidates: readonly (readonly string[])[] | undefined,
  room: number,
  fits: (phrase: readonly string[]) => boolean,
): number {
  let length = 0;
  for (const phrase of candidates ?? []) {
    if (phrase.length <= length || phrase.length > room) continue;
    if (fits(phrase)) length = phrase.length;
  }
  return length;
}
