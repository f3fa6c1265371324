/** What people wrap around a wish without changing it. */
import { type IsWord, isOneSlip } from "../../reading/slips.ts";

/** Words that hurry somebody along. A time would say more: "now", "immediately" and "right now" are none of these. */
const URGENCY = "asap|as soon as possible|quickly|real quick|right away|straight away|pronto|urgently";
const WHEN_IT_SUITS =
  "if you can|if you could|if possible|if you do not mind|when you can|whenever you can|when you get a chance|" +
  "when you get a minute|when you get a moment|when you have a moment|when you have a minute|when you have time|if you have time|" +
  "if you have a moment|if it is not too much trouble|if it is no trouble|at your convenience|whenever you are ready|no rush|no hurry";
/** Said to whom is asked, who is not what is asked for. In front they need a mark behind them: "Alexa Chung" is a name. */
const FRIENDS = "mate|dude|bro|buddy|pal|my friend";
const CHATTER = "lol|lmao|rofl|haha|hahaha|hehe|tbh|imo|imho|fyi|btw|ngl|smh|omg|idk|iirc|by the way|to be honest";

const BEFORE = phrases(
  `${URGENCY}|${WHEN_IT_SUITS}|${CHATTER}|please|pls|plz|thanks|thank you|thx|` +
    "kindly|hey|hi|hello|yo|hiya|heya|howdy|greetings|ok|okay|alright|um|uh|hmm|so|well|just|quick|hey there|hi there|hello there|" +
    "hey again|hi again|hello again|hey guys|hi guys|hi all|hi everyone|hey everyone|hi team|hello team|dear assistant|hey man|good day|" +
    "hey siri|hey alexa|ok google|okay google|hey google|" +
    "good morning|good afternoon|good evening|excuse me|sorry|sorry to bother you|sorry to bother you but|can you|could you|would you|will you|can you please|" +
    "can u|could u|would u|will u|can ya|could ya|would ya|i would like you to|i want you to|i need you to|i would like to|i want to|i need to|i would love to|" +
    "i would appreciate it if you could|i was wondering|i was wondering if you could|i wonder if you could|do you think you could|" +
    "would you be so kind as to|would you be able to|would it be possible to|is it possible to|are you able to|" +
    "do me a favor and|do me a favour and|be a dear and|go ahead and|go on and|" +
    "assistant|help me to|help me|basically|actually|right|you know|i mean|now|anyway|look|listen|listen up|oh|oh and|also|and|" +
    "one more thing|as i said|like i said|honestly|seriously|let us see|let me see|yeah|yes|sure|" +
    "quick question|one question|question|be so kind as to|be so kind and|could i get you to|can i get you to|may i ask you to|i would be grateful if you could|" +
    "i would like it if you could|i would appreciate it if you would|it would be great if you could|it would be nice if you could|is there any chance you could|any chance you could|feel free to",
);
const BEFORE_MARK = phrases(`${FRIENDS}|siri|alexa|cortana|bixby|computer|robot`);
const AFTER = phrases(
  `${URGENCY}|${WHEN_IT_SUITS}|${FRIENDS}|${CHATTER}|` +
    "please|pls|plz|pretty please|please and thank you|pls and thx|thanks|thank you|thank u|thx|thnx|thanx|tysm|tyvm|ty|tia|ta|cheers|" +
    "for me|now please|thanks a lot|thanks a million|thanks so much|many thanks|thank you very much|" +
    "thank you so much|thanks very much|thank you kindly|thanks in advance|thank you in advance|if you would|if you would be so kind|" +
    "would you|will you|could you|can you|will ya|would ya|could ya|can ya|okay|i would appreciate it|much appreciated|appreciate it|" +
    "friend|i think|i guess|i suppose|i believe|you know|right|innit|ok bye|thanks bye|kthx|kthxbye|xx|xxx|xoxo|" +
    "or something|or something like that|or whatever|or sth|or smth|and stuff|if that makes sense|" +
    "would be great|that would be great|would be nice|if that is possible|if that is ok|if that is okay|if you please|if you will|if you wish",
);
/** Said behind a comma or another mark only: elsewhere they are words like others. */
const AFTER_MARK = phrases(
  "yes|yeah|yep|eh|alright|got it|man|sir|madam|darling|sweetie|guys|folks|siri|bye|goodbye|bye bye|good night|have a nice day|" +
    "have a good day|have a good one|talk later|talk soon|see you|that is all|that is it|hurry|hurry up|i am in a hurry|it is urgent|this is urgent",
);
/** May be said to whom is asked, and may be a state, a name or a time: not cut off, and no end of a new value. */
const UNSURE = phrases("ok|alright|yes|man|honey|alexa|siri|quick|stat|or anything|at once|all right|ikr");
/** A sentence does not end in them: what stands behind them is named by the speaker, "my friend". */
const WANTS_MORE = new Set(
  "my your his her our their a an the this to with for and or of from by at in on 's".split(" "),
);

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
    if (spoken[at]?.isNamed || (WANTS_MORE.has(words[at - 1] ?? "") && !isParted(at))) return false;
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
