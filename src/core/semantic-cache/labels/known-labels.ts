/** The classified texts of one partition, and what they say about a new one. */
import type { Neighbour } from "../../ports/neighbours.ts";
import type { IsWord } from "../../reading/slips.ts";
import { Counts } from "../calls/counts.ts";
import type { Consideration, FindNearest, Proposal } from "../knowledge.ts";
import type { KnownLabel } from "../known-answer.ts";
import { ALL_RULES, type Rules } from "../rules/rules.ts";
import type { RuleId } from "../rules/table.ts";
import { LABEL_TREES } from "../trust/label-trees.ts";
import { Forest } from "../trust/trees.ts";
import { type LabelEvidence, type LabelledText, labelFeatures } from "./label-features.ts";
import { labelReading } from "./label-reading.ts";
import { readText } from "./read-text.ts";
import { roughly } from "./rough-vectors.ts";

export interface KnownLabelsOptions {
  readonly findNearest: FindNearest;
  /** Whether a word, in small letters, is one of the language; others may be slips of the finger. */
  readonly isWord: IsWord;
  /** All of them, but where somebody looks at what each is for. */
  readonly rules?: Rules;
}

export interface LabelCandidate extends LabelEvidence {
  readonly class: number;
}

export interface LabelRefusal {
  readonly id: number;
  readonly rule: RuleId;
}

let forest: Forest | null = null;
/** Made for the first label that is compared: no start waits for it. */
const scores = () => (forest ??= new Forest(LABEL_TREES));
const NEIGHBOURS = 16;
/** Cosine under which two texts never mean the same. */
const SIMILARITY_MIN = 0.5;

/** Known labels of one partition. All in memory, synchronous. */
export class KnownLabels {
  readonly #findNearest: FindNearest;
  readonly #isWord: IsWord;
  readonly #rules: Rules;
  readonly #texts = new Map<number, LabelledText>();
  /** In how many texts each stem stands. */
  readonly #stems = new Counts();
  #bytes = 0;

  constructor({ findNearest, isWord, rules = ALL_RULES }: KnownLabelsOptions) {
    this.#rules = rules;
    this.#findNearest = findNearest;
    this.#isWord = isWord;
  }

  get size(): number {
    return this.#texts.size;
  }

  /** An estimate of the memory that it takes, without the vectors among the neighbours. */
  get bytes(): number {
    return this.#bytes;
  }

  /** An id that is known already is replaced. */
  add(known: KnownLabel): void {
    this.remove(known.id);
    const { id, class: position, vector } = known;
    const text = { id, class: position, vector: roughly(vector), ...readText(known.text, this.#isWord) };
    this.#texts.set(known.id, text);
    this.#bytes += bytesOf(text);
    for (const stem of text.stems) this.#stems.change(stem, 1);
  }

  /** Nothing is left of it. Removing what is not there changes nothing. */
  remove(id: number): void {
    const text = this.#texts.get(id);
    if (!text) return;
    this.#texts.delete(id);
    this.#bytes -= bytesOf(text);
    for (const stem of text.stems) this.#stems.change(stem, -1);
  }

  /** What label may be given to the text. */
  consider(text: string, vector: Float32Array): Consideration {
    const nearest = this.#findNearest(vector, NEIGHBOURS);
    const { candidates, refusals } = this.candidates(text, nearest);
    let best: Proposal | null = null;
    for (const candidate of candidates) {
      const score = scores().scoreOf(candidate.features);
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
    const candidates = labelFeatures(asked, near, (stem) => this.#weightOf(stem)).flatMap((evidence) => {
      const { text: known } = evidence.nearest;
      const rule = this.#rules.against("label", labelReading(asked, known));
      if (rule !== null) refusals.push({ id: known.id, rule });
      return rule === null && known.class !== null ? [{ ...evidence, class: known.class }] : [];
    });
    return { candidates, refusals };
  }

  #weightOf(stem: string): number {
    return Math.log((this.#texts.size + 2) / (this.#stems.of(stem) + 1));
  }
}

/** As measured. */
const TEXT_BYTES = 300;
const WORD_BYTES = 40;

function bytesOf({ words, stems, names, spelt, vector }: LabelledText): number {
  const count = words.length + stems.length + names.length;
  return TEXT_BYTES + WORD_BYTES * count + spelt.length + vector.steps.byteLength;
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
