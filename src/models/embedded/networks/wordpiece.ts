/** The WordPiece tokenizer of BERT (uncased), which all networks use; it knows where in the text each token stands. */

export interface Tokens {
  readonly ids: readonly number[];
  /** Half-open ranges of UTF-16 code units in the text, one per id. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

export const CLS = 101;
export const SEP = 102;
const UNKNOWN = 100;
const WORD_UNITS_MAX = 100;

const CONTROL = /^\p{C}$/u;
const SPACE = /^[\s\p{Zs}]$/u;
/** BERT counts every ASCII symbol as punctuation, beside what Unicode calls so. */
const PUNCTUATION = /^[!-/:-@[-`{-~\p{P}]$/u;
const MARKS = /\p{Mn}/gu;

interface TokenizerFile {
  readonly model: { readonly vocab: Readonly<Record<string, number>> };
}

/** A word as the vocabulary spells it, and where each of its code units comes from. */
interface Word {
  text: string;
  readonly starts: number[];
  readonly ends: number[];
}

export class WordPiece {
  readonly #vocabulary: ReadonlyMap<string, number>;

  /** `file`: the parsed tokenizer.json. Its own padding and truncation are for training and ignored. */
  constructor(file: unknown) {
    this.#vocabulary = new Map(Object.entries((file as TokenizerFile).model.vocab));
  }

  /** The tokens without [CLS] and [SEP], at most `idsMax` of them. */
  encode(text: string, idsMax: number): Tokens {
    const tokens = { ids: [] as number[], starts: [] as number[], ends: [] as number[] };
    for (const word of wordsOf(text)) {
      if (tokens.ids.length >= idsMax) break;
      this.#split(word, tokens);
    }
    return {
      ids: tokens.ids.slice(0, idsMax),
      starts: tokens.starts.slice(0, idsMax),
      ends: tokens.ends.slice(0, idsMax),
    };
  }

  /** Longest piece first; a word with a part that the vocabulary lacks is unknown as a whole. */
  #split(word: Word, into: { ids: number[]; starts: number[]; ends: number[] }): void {
    const { text, starts, ends } = word;
    const found: { id: number; from: number; to: number }[] = [];
    let from = text.length > WORD_UNITS_MAX ? Number.NaN : 0;
    while (from < text.length) {
      let to = text.length;
      let id: number | undefined;
      for (; to > from; to -= 1) {
        id = this.#vocabulary.get(from === 0 ? text.slice(0, to) : `##${text.slice(from, to)}`);
        if (id !== undefined) break;
      }
      if (id === undefined) from = Number.NaN;
      else {
        found.push({ id, from, to });
        from = to;
      }
    }
    const pieces = Number.isNaN(from) ? [{ id: UNKNOWN, from: 0, to: text.length }] : found;
    for (const piece of pieces) {
      into.ids.push(piece.id);
      into.starts.push(starts[piece.from] ?? 0);
      into.ends.push(ends[piece.to - 1] ?? 0);
    }
  }
}

function* wordsOf(text: string): Generator<Word> {
  let word: Word = { text: "", starts: [], ends: [] };
  let at = 0;
  for (const character of text) {
    const start = at;
    at += character.length;
    const isSpace = SPACE.test(character);
    if (!isSpace && (character === "\ufffd" || CONTROL.test(character))) continue;
    const standsAlone = !isSpace && (PUNCTUATION.test(character) || isIdeograph(character));
    if ((isSpace || standsAlone) && word.text !== "") {
      yield word;
      word = { text: "", starts: [], ends: [] };
    }
    if (isSpace) continue;
    append(word, character, start, at);
    if (standsAlone) {
      yield word;
      word = { text: "", starts: [], ends: [] };
    }
  }
  if (word.text !== "") yield word;
}

function append(word: Word, character: string, start: number, end: number): void {
  const plain = character.normalize("NFD").replace(MARKS, "").toLowerCase();
  word.text += plain;
  for (let unit = 0; unit < plain.length; unit += 1) {
    word.starts.push(start);
    word.ends.push(end);
  }
}

function isIdeograph(character: string): boolean {
  const point = character.codePointAt(0) ?? 0;
  return (
    (point >= 0x4e00 && point <= 0x9fff) ||
    (point >= 0x3400 && point <= 0x4dbf) ||
    (point >= 0x20000 && point <= 0x2ceaf) ||
    (point >= 0xf900 && point <= 0xfaff) ||
    (point >= 0x2f800 && point <= 0x2fa1f)
  );
}
