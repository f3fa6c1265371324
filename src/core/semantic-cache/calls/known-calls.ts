/** The answered sentences of one partition, and what they say about a new one. */
import type { TimeZone } from "../../local-time.ts";
import type { Neighbour } from "../../ports/neighbours.ts";
import { type IsWord, slipsOf } from "../../reading/slips.ts";
import type { Instant } from "../../tenant.ts";
import type { Tool } from "../../toolset.ts";
import type { Consideration, FindNearest, Proposal } from "../knowledge.ts";
import type { KnownCall } from "../known-answer.ts";
import { ALL_RULES, type Refusal, type Rules } from "../rules/rules.ts";
import { scoreOf } from "../trust/score.ts";
import { WEIGHTS } from "../trust/weights.ts";
import { readSentence, type Sentence } from "../words/words.ts";
import { callKey, withAgreement } from "./agreement.ts";
import type { CallCandidate, Features } from "./candidates.ts";
import { entryFor, type KnownEntry } from "./entries.ts";
import { signatureOf } from "./lexicon.ts";
import { type NoneCandidate, noneOf } from "./none-candidates.ts";
import type { NearNone } from "./none-reading.ts";
import { SentenceReader } from "./readings.ts";
import { rewordingOf } from "./rewording-candidates.ts";
import { RewordingReading } from "./rewording-reading.ts";
import { candidatesOf } from "./template-candidates.ts";
import { TemplateIndex } from "./template-index.ts";
import { ToolKnowledge } from "./tool-knowledge.ts";

export interface KnownCallsOptions {
  /** Of all named toolsets, one after the other. */
  readonly tools: readonly Tool[];
  readonly findNearest: FindNearest;
  /** Whether a word, in small letters, is one of the language; others may be slips of the finger. */
  readonly isWord: IsWord;
  /** Where all who ask are. */
  readonly zone: TimeZone;
  /** All of them, but where somebody looks at what each is for. */
  readonly rules?: Rules;
}

const NEIGHBOURS = 12;
/** Cosine under which two sentences never mean the same. */
const SIMILARITY_MIN = 0.5;
/** Templates parsed for a sentence, those with the rarest words first. */
const TEMPLATES_MAX = 160;

/** Known calls of one partition. All in memory, synchronous; nothing that it proposes is ever taught to it by itself. */
export class KnownCalls {
  readonly #findNearest: FindNearest;
  readonly #knowledge: ToolKnowledge;
  readonly #zone: TimeZone;
  readonly #rules: Rules;
  readonly #templates = new TemplateIndex();
  readonly #entries = new Map<number, KnownEntry>();
  readonly #unanswered = new Map<number, Unanswered>();
  #bytes = 0;

  constructor({ tools, findNearest, isWord, zone, rules = ALL_RULES }: KnownCallsOptions) {
    this.#rules = rules;
    this.#zone = zone;
    this.#findNearest = findNearest;
    this.#knowledge = new ToolKnowledge(tools, isWord);
  }

  get size(): number {
    return this.#entries.size + this.#unanswered.size;
  }

  /** An estimate of the memory that it takes, without the vectors. */
  get bytes(): number {
    return this.#bytes;
  }

  /** An id that is known already is replaced. */
  add(known: KnownCall): void {
    this.remove(known.id);
    const sentence = readSentence(known.text, this.#knowledge.isWord);
    const { tool } = known;
    if (tool === null) {
      this.#unanswered.set(known.id, {
        words: sentence.words,
        isOpen: sentence.closedBecause === null && !sentence.takesBack,
      });
      this.#bytes += bytesOfWords(sentence.words);
      this.#knowledge.changeUnanswered(sentence.words, 1);
      return;
    }
    const entry = entryFor({ ...known, tool }, sentence, this.#knowledge.rulesOf(tool), this.#zone);
    if (entry.isOpen) this.#templates.add(entry);
    this.#entries.set(known.id, entry);
    this.#bytes += bytesOf(entry);
    this.#knowledge.change(entry, 1);
  }

  /** Nothing is left of it. Removing what is not there changes nothing. */
  remove(id: number): void {
    const unanswered = this.#unanswered.get(id);
    if (unanswered) {
      this.#unanswered.delete(id);
      this.#bytes -= bytesOfWords(unanswered.words);
      this.#knowledge.changeUnanswered(unanswered.words, -1);
    }
    const entry = this.#entries.get(id);
    if (!entry) return;
    this.#entries.delete(id);
    this.#bytes -= bytesOf(entry);
    this.#knowledge.change(entry, -1);
    if (entry.isOpen) this.#templates.remove(entry);
  }

  /** All that have the template of this one, itself among them; none when it is not known. */
  kinOf(id: number): readonly number[] {
    const entry = this.#entries.get(id);
    if (!entry) return this.#unanswered.has(id) ? [id] : [];
    return entry.isOpen ? entry.template.entries.map((kin) => kin.id) : [id];
  }

  /** What may be answered to the text at this time. */
  consider(text: string, vector: Float32Array, now: Instant): Consideration {
    const nearest = this.#findNearest(vector, NEIGHBOURS);
    const { candidates, none, refusals } = this.candidates(text, nearest, now);
    let best = none && noneProposalOf(none);
    for (const candidate of candidates) {
      const score = candidate.isSameWords ? 1 : scoreOf(candidate.features, WEIGHTS[candidate.path]);
      if (best === null || score > best.score) best = proposalOf(candidate, score, similarityOf(candidate, nearest));
    }
    return {
      best,
      nearest: nearest[0] ?? null,
      refused: refusals.map(({ entry, path, rule }) => ({ id: entry.id, path, rule })),
    };
  }

  /**
   * Every candidate with its features, unscored: what `consider` chooses from, and what its weights are fitted on. Where the
   * sentence can be read as a call in any way, `none` is null.
   */
  candidates(
    text: string,
    nearest: readonly Neighbour[],
    now: Instant,
  ): {
    readonly candidates: readonly CallCandidate[];
    readonly none: NoneCandidate | null;
    readonly refusals: readonly Refusal[];
  } {
    const sentence = readSentence(text, this.#knowledge.isWord);
    const reader = new SentenceReader(sentence, { at: now, zone: this.#zone });
    const near = nearest.flatMap(({ id, similarity }) => {
      const entry = this.#entries.get(id);
      if (!entry || similarity < SIMILARITY_MIN) return [];
      const { template, parameters } = entry;
      return [{ entry, similarity, key: callKey(template.tool, parameters), signature: signatureOf(parameters) }];
    });
    const closed = this.#rules.against("sentence", sentence);
    if (closed !== null) {
      const refusals = near.map(({ entry }) => ({ entry, path: "rewording" as const, rule: closed }));
      return { candidates: [], none: null, refusals };
    }
    const found: CallCandidate[] = [];
    const refusals: Refusal[] = [];
    this.#readAsTemplates(reader, found, refusals);
    const rivals = new Set([...near.map(({ entry }) => entry.template.tool), ...found.map(({ tool }) => tool)]);
    for (const one of near) {
      const { entry, similarity } = one;
      const reading = new RewordingReading(entry, reader, this.#knowledge);
      const made = rewordingOf(reading, similarity, rivals, this.#rules);
      if (typeof made === "string") refusals.push({ entry, path: "rewording", rule: made });
      else found.push({ ...made, features: { ...made.features, ...standingAmong(one, near) } });
    }
    const candidates = withAgreement(found.map((one) => withNeighbours(one, near))).filter((candidate) => {
      const rule = this.#rules.against("candidate", candidate);
      if (rule !== null) refusals.push({ entry: candidate.entry, path: candidate.path, rule });
      return rule === null;
    });
    const none = found.length === 0 ? this.#noneAmong(nearest, sentence) : null;
    if (typeof none?.made !== "string") return { candidates, none: none?.made ?? null, refusals };
    return { candidates, none: null, refusals: [...refusals, { entry: none.nearest, path: "none", rule: none.made }] };
  }

  #noneAmong(nearest: readonly Neighbour[], { words }: Sentence) {
    const calls = nearest.flatMap(({ id, similarity }) => (this.#entries.has(id) ? [similarity] : []));
    const [first, ...rest] = nearest.flatMap(({ id, similarity }): NearNone[] => {
      const known = this.#unanswered.get(id);
      return known?.isOpen ? [{ id, words: known.words, similarity }] : [];
    });
    if (!first || first.similarity < SIMILARITY_MIN) return null;
    // Where there are fewer neighbours than were asked for, nothing lies beyond the last one.
    const horizon = nearest.length < NEIGHBOURS ? 0 : (nearest.at(-1)?.similarity ?? 0);
    return {
      nearest: first,
      made: noneOf(words, { nones: [first, ...rest], calls, horizon }, this.#knowledge, this.#rules),
    };
  }

  #readAsTemplates(reader: SentenceReader, found: CallCandidate[], refused: Refusal[]): void {
    const { words } = reader.sentence;
    const meant = this.#meantWords(reader.sentence);
    let left = TEMPLATES_MAX;
    for (const template of this.#templates.within(new Set([...words, ...[...meant.values()].flat()]))) {
      const { candidates, refusals } = candidatesOf(template, reader, meant, this.#knowledge, this.#rules);
      found.push(...candidates);
      refused.push(...refusals);
      if (candidates.length + refusals.length > 0) left -= 1;
      if (left === 0) return;
    }
  }

  /** For the position of each word that is none, the template words that it may be a slip of. */
  #meantWords({ words }: Sentence): ReadonlyMap<number, readonly string[]> {
    const meant = new Map<number, readonly string[]>();
    for (const [at, word] of words.entries()) {
      const near = slipsOf(word, this.#knowledge.isWord, (anchor) => this.#knowledge.isFirmAnchor(anchor));
      if (near.length > 0) meant.set(at, near);
    }
    return meant;
  }
}

/** Adds what the neighbours of the sentence say about a reading of it, whatever their words and values are. */
function withNeighbours(candidate: CallCandidate, near: readonly Near[]): CallCandidate {
  const { template, parameters } = candidate.entry;
  const signature = signatureOf(parameters);
  const most = (test: (one: Near) => boolean) => near.find(test)?.similarity ?? SIMILARITY_MIN;
  const isOfTool = ({ entry }: Near) => entry.template.tool === template.tool;
  const isAlike = (one: Near) => isOfTool(one) && one.signature === signature;
  const features = {
    nearTool: near.filter(isOfTool).length / Math.max(1, near.length),
    nearAlike: near.filter(isAlike).length / Math.max(1, near.length),
    toolAhead: most(isOfTool) - most((one) => !isOfTool(one)),
    alikeAhead: most(isAlike) - most((one) => !isAlike(one)),
    templateNear: most(({ entry }) => entry.template === template),
  };
  return { ...candidate, features: { ...candidate.features, ...features } };
}

interface Near {
  readonly entry: KnownEntry;
  readonly similarity: number;
  /** Of its call. */
  readonly key: string;
  /** Of its parameters. */
  readonly signature: string;
}

/** How one stands among the neighbours of the sentence, the nearest first. */
function standingAmong({ entry, similarity, key }: Near, near: readonly Near[]): Features {
  const nearest = near[0]?.similarity ?? similarity;
  const sameTool = near.filter((one) => one.entry.template.tool === entry.template.tool).length;
  const other = near.find((one) => one.key !== key);
  return {
    behindNearest: nearest - similarity,
    isNearest: Number(nearest === similarity),
    toolShare: sameTool / near.length,
    aheadOfOther: similarity - (other?.similarity ?? SIMILARITY_MIN),
  };
}

/** As measured: an entry with its template, each of its words, and each value with its places in the lexicon. */
const ENTRY_BYTES = 1_900;
const WORD_BYTES = 60;
const SLOT_BYTES = 400;

function bytesOf({ words, slots }: KnownEntry): number {
  return ENTRY_BYTES + bytesOfWords(words) + SLOT_BYTES * slots.length;
}

function bytesOfWords(words: readonly string[]): number {
  return WORD_BYTES * (words.length + 1);
}

/** A sentence that no tool fits. */
interface Unanswered {
  readonly words: readonly string[];
  /** False where nothing but the very same words may share its answer. */
  readonly isOpen: boolean;
}

function similarityOf({ entry, features }: CallCandidate, nearest: readonly Neighbour[]): number {
  return features.similarity ?? nearest.find(({ id }) => id === entry.id)?.similarity ?? nearest[0]?.similarity ?? 0;
}

function noneProposalOf({ path, id, similarity, leftoverWords, features }: NoneCandidate): Proposal {
  const score = scoreOf(features, WEIGHTS.none);
  return { path, id, similarity, score, call: null, class: null, spans: {}, unseenValues: [], leftoverWords };
}

function proposalOf(candidate: CallCandidate, score: number, similarity: number): Proposal {
  const { path, entry, tool, parameters, spans, unseenValues, leftoverWords } = candidate;
  return {
    path,
    id: entry.id,
    similarity,
    score,
    call: { tool, parameters },
    class: null,
    spans: spans(),
    unseenValues,
    leftoverWords,
  };
}
