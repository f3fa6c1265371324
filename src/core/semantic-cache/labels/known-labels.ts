/** The classified texts of one partition, and what they say about a new one. */
import type { Neighbour } from "../../ports/neighbours.ts";
import { Counts } from "../calls/counts.ts";
import type { Consideration, FindNearest, KnownLabel, Proposal } from "../knowledge.ts";
import { scoreOf } from "../trust/score.ts";
import { WEIGHTS } from "../trust/weights.ts";
import type { IsWord } from "../words/slips.ts";
import { isNumber } from "../words/spoken-numbers.ts";
import { areOpposites, isNegation, POLARITY } from "../words/word-lists.ts";
import { readSentence, type Sentence } from "../words/words.ts";
import { differenceOf, type LabelEvidence, type LabelledText, labelFeatures, type ReadText } from "./label-features.ts";
import { sayOpposite } from "./opposite-judgements.ts";
import { speltOf } from "./spelling.ts";

export interface KnownLabelsOptions {
  readonly findNearest: FindNearest;
  /** Whether a word, in small letters, is one of the language; others may be slips of the finger. */
  readonly isWord: IsWord;
}

export interface LabelCandidate extends LabelEvidence {
  readonly class: number;
}

export interface LabelRefusal {
  readonly id: number;
  readonly rule: string;
}

const NEIGHBOURS = 16;
/** Cosine under which two texts never mean the same. */
const SIMILARITY_MIN = 0.5;

/** Known labels of one partition. All in memory, synchronous. */
export class KnownLabels {
  readonly #findNearest: FindNearest;
  readonly #isWord: IsWord;
  readonly #texts = new Map<number, LabelledText>();
  /** In how many texts each word stands. */
  readonly #words = new Counts();
  #bytes = 0;

  constructor({ findNearest, isWord }: KnownLabelsOptions) {
    this.#findNearest = findNearest;
    this.#isWord = isWord;
  }

  get size(): number {
    return this.#texts.size;
  }

  /** An estimate of the memory that it takes, without the vectors. */
  get bytes(): number {
    return this.#bytes;
  }

  /** An id that is known already is replaced. */
  add(known: KnownLabel): void {
    this.remove(known.id);
    const text = { id: known.id, class: known.class, ...readText(known.text, this.#isWord) };
    this.#texts.set(known.id, text);
    this.#bytes += bytesOf(text);
    for (const word of text.words) this.#words.change(word, 1);
  }

  /** Nothing is left of it. Removing what is not there changes nothing. */
  remove(id: number): void {
    const text = this.#texts.get(id);
    if (!text) return;
    this.#texts.delete(id);
    this.#bytes -= bytesOf(text);
    for (const word of text.words) this.#words.change(word, -1);
  }

  /** What label may be given to the text. */
  consider(text: string, vector: Float32Array): Consideration {
    const nearest = this.#findNearest(vector, NEIGHBOURS);
    const { candidates, refusals } = this.candidates(text, nearest);
    let best: Proposal | null = null;
    for (const candidate of candidates) {
      const score = scoreOf(candidate.features, WEIGHTS.label);
      if (best === null || score > best.score) best = proposalOf(candidate, score);
    }
    const refused = refusals.map(({ id, rule }) => ({ id, path: "label" as const, rule }));
    return { best, nearest: nearest[0] ?? null, refused };
  }

  /** One candidate for each class among the neighbours, unscored: what `consider` chooses from. */
  candidates(
    text: string,
    nearest: readonly Neighbour[],
  ): { readonly candidates: readonly LabelCandidate[]; readonly refusals: readonly LabelRefusal[] } {
    const asked = readText(text, this.#isWord);
    const near = nearest.flatMap(({ id, similarity }) => {
      const known = this.#texts.get(id);
      return known && similarity >= SIMILARITY_MIN ? [{ text: known, similarity }] : [];
    });
    const refusals: LabelRefusal[] = [];
    const candidates = labelFeatures(asked, near, (word) => this.#weightOf(word)).flatMap((evidence) => {
      const { text: known } = evidence.nearest;
      const rule = asked.isOpen ? ruleAgainst(asked, known) : "not plainly English, or letters that look like others";
      if (rule !== null) refusals.push({ id: known.id, rule });
      return rule === null && known.class !== null ? [{ ...evidence, class: known.class }] : [];
    });
    return { candidates, refusals };
  }

  /** How much a word tells texts apart: little when it stands in many. */
  #weightOf(word: string): number {
    return Math.log((this.#texts.size + 2) / (this.#words.of(word) + 1));
  }
}

/** As measured. */
const TEXT_BYTES = 300;
const WORD_BYTES = 40;

function bytesOf({ words, spelt }: LabelledText): number {
  return TEXT_BYTES + WORD_BYTES * words.length + spelt.length;
}

/** In a longer text, one number more or less is one among many words: the score weighs it. */
const SHORT_WORDS_MAX = 15;
/** Exchanged in paraphrases of whole sentences without saying the opposite. */
const LITTLE_OPPOSITES = new Set(["from", "to", "i", "you", "my", "your", "our", "his", "her", "with", "in", "out"]);

/** Come and go in paraphrases of long sentences. */
const LITTLE_TURNS = new Set(["instead", "avoid", "only", "off", "skip"]);

/** However long the texts are: one word may turn a judgement or a wish round, and hardly changes anything else. */
function ruleAgainst(asked: ReadText, known: ReadText): string | null {
  if (!known.isOpen) return "the known text is in another language";
  if (asked.negations !== known.negations) return "only one of them is negated";
  const { asked: more, left } = differenceOf(asked.words, known.words);
  const isShort = Math.min(asked.words.length, known.words.length) <= SHORT_WORDS_MAX;
  if (isShort && [...more, ...left].some((word) => /\d/.test(word))) return "a number is left over";
  const turns = (word: string) => isTurning(word) && (isShort || !LITTLE_TURNS.has(word));
  if (more.some(turns) !== left.some(turns)) return "a word that may turn the meaning is left over";
  const isFirm = (word: string) => !LITTLE_OPPOSITES.has(word);
  if (more.some((word) => isFirm(word) && left.some((other) => areOpposites(word, other) || sayOpposite(word, other))))
    return "opposites are left over";
  return null;
}

function isTurning(word: string): boolean {
  return POLARITY.has(word) && !isNegation(word);
}

function readText(text: string, isWord: IsWord): ReadText {
  const sentence = readSentence(text, isWord);
  return {
    spelt: speltOf(text),
    words: distinctWords(sentence),
    // The "no" that an answer begins with goes together with its "not".
    negations: sentence.words.filter((word, at) => isNegation(word) && !(at === 0 && word === "no")).length,
    isOpen: sentence.closedBecause === null,
  };
}

/** The words of a text, each once; a number in words is a pronoun as often. */
function distinctWords({ words, text, starts, ends }: Sentence): readonly string[] {
  const written = words.map((word, at) =>
    isNumber(word) && !/\d/.test(text.slice(starts[at], ends[at]))
      ? text.slice(starts[at], ends[at]).toLowerCase()
      : word,
  );
  return [...new Set(written)];
}

function proposalOf({ nearest, class: position, leftover }: LabelCandidate, score: number): Proposal {
  return {
    path: "label",
    id: nearest.text.id,
    similarity: nearest.similarity,
    score,
    call: null,
    class: position,
    spans: {},
    unseenValues: [],
    leftoverWords: leftover,
  };
}
