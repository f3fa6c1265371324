/** What people wrap around a wish without changing it. */
import { type IsWord, isOneSlip } from "./slips.ts";

const BEFORE = phrases(
  "please|pls|plz|kindly|hey|hi|hello|yo|ok|okay|alright|um|uh|hmm|so|well|just|quick|hey there|hi there|hello there|" +
    "good morning|good afternoon|good evening|excuse me|sorry|can you|could you|would you|will you|can you please|" +
    "can u|could u|i would like you to|i want you to|i need you to|i would like to|i want to|i need to|i would love to|" +
    "i would appreciate it if you could|i was wondering if you could|i wonder if you could|do you think you could|" +
    "would you be so kind as to|would you be able to|would it be possible to|is it possible to|are you able to|" +
    "do me a favor and|do me a favour and|go ahead and|go on and|if you could|if you do not mind|if possible|" +
    "thanks|thank you|assistant|help me to|help me|basically|actually|right|you know|i mean|now|anyway|look|listen|oh|yeah|yes|sure|" +
    "quick question|one question|question|be so kind as to|be so kind and|could i get you to|can i get you to|may i ask you to|i would be grateful if you could|" +
    "i would like it if you could|i would appreciate it if you would|it would be great if you could|it would be nice if you could|is there any chance you could|any chance you could|feel free to",
);
const AFTER = phrases(
  "please|pls|plz|thanks|thank you|thx|ty|tia|cheers|for me|now please|thanks a lot|thanks so much|many thanks|thank you very much|" +
    "thank you so much|thanks very much|thanks in advance|thank you in advance|if you can|if you could|if you would|if possible|" +
    "if you do not mind|would you|will you|could you|can you|ok|okay|i would appreciate it|much appreciated|appreciate it|" +
    "when you can|when you get a chance|when you have a moment|buddy|mate|friend|i think|i guess|i suppose|i believe|you know|right|" +
    "would be great|that would be great|would be nice|if that is possible|if that is ok|if that is okay|if you please|if you will|if you wish|thank u|lol",
);

function phrases(list: string): ReadonlyMap<string, readonly (readonly string[])[]> {
  const byEdge = new Map<string, (readonly string[])[]>();
  for (const phrase of list.split("|")) {
    const words = phrase.split(" ");
    for (const edge of new Set([words[0] ?? "", words.at(-1) ?? ""])) {
      byEdge.set(edge, [...(byEdge.get(edge) ?? []), words]);
    }
  }
  return byEdge;
}

/** Shorter words are one letter away from too many others. */
const SLIP_LETTERS_MIN = 4;
/** The words that people slip on, being in a hurry. */
const SLIPPED_ON = [...new Set([...BEFORE.values(), ...AFTER.values()].flat(2))].filter(
  (word) => word.length > SLIP_LETTERS_MIN,
);

/** Half-open range of the words that are left without politeness at both ends; never empty where there were words. */
export function wishIn(spoken: readonly string[], isWord: IsWord): readonly [from: number, to: number] {
  const words = spoken.map((word) => meantWord(word, isWord));
  let from = 0;
  let to = words.length;
  for (;;) {
    const room = to - from - 1;
    const before = longest(BEFORE.get(words[from] ?? ""), room, (phrase, at) => words[from + at] === phrase[at]);
    from += before;
    const left = to - from - 1;
    const after = longest(
      AFTER.get(words[to - 1] ?? ""),
      left,
      (phrase, at) => words[to - phrase.length + at] === phrase[at],
    );
    to -= after;
    if (before + after === 0) return [from, to];
  }
}

function meantWord(word: string, isWord: IsWord): string {
  if (word.length < SLIP_LETTERS_MIN || isWord(word)) return word;
  return SLIPPED_ON.find((polite) => isOneSlip(word, polite)) ?? word;
}

function longest(
  candidates: readonly (readonly string[])[] | undefined,
  room: number,
  fits: (phrase: readonly string[], at: number) => boolean,
): number {
  let length = 0;
  for (const phrase of candidates ?? []) {
    if (phrase.length <= length || phrase.length > room) continue;
    if (phrase.every((_, at) => fits(phrase, at))) length = phrase.length;
  }
  return length;
}
