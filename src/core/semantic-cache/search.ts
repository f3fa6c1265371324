import type { JsonObject } from "../json.ts";
import type { AnswerStore, KeptEntry, ReuseSubject } from "../ports/answers.ts";
import type { Clock } from "../ports/clock.ts";
import type { Embedder } from "../ports/models.ts";
import { turn } from "../turn.ts";
import { doubtfulTexts } from "./calls/value-likeness.ts";
import type { Consideration, Proposal } from "./knowledge.ts";
import type { PartitionMemory } from "./partition-memory.ts";
import type { Partitions } from "./partitions.ts";
import type { Question } from "./question.ts";
import type { Bound, Verdict } from "./trust/bound.ts";

/** Why a sentence was answered from other words, or was not. */
export type Why =
  | "other words"
  /** These words were corrected: a model is to answer them first. */
  | "corrected"
  | "still loading"
  | "nothing known"
  /** A memory of a named bank is near to it. */
  | "memories"
  | "no proposal"
  /** The bound could not be shown to be kept. */
  | "bound"
  | "unlike values"
  | "does not fit"
  | "expired"
  | "failed";

/** The best proposal, and all that it was judged by. */
export interface Candidate {
  readonly proposal: Proposal;
  readonly subject: ReuseSubject;
  readonly verdict: Verdict;
  readonly known: KeptEntry;
  /** What would be answered. */
  readonly answer: JsonObject;
  /**
   * Whether values that no answer had yet look like those that their parameters had. `at once`: false where that would take
   * longer than to read the sentence, and is made ready for the next one.
   */
  readonly looksRight: (patience: "at once" | "patiently") => Promise<boolean>;
}

export interface Search {
  readonly why: Why;
  readonly vector: Float32Array | null;
  readonly considered: Consideration | null;
  readonly candidate: Candidate | null;
}

export interface SearcherOptions {
  readonly answers: AnswerStore;
  readonly embedder: Embedder;
  readonly partitions: Partitions;
  readonly bound: Bound;
  readonly clock: Clock;
  readonly ttlSeconds: number;
}

/** So many values are embedded in less time than a model takes to answer: some ten milliseconds each at worst. */
const VALUES_AT_ONCE_MAX = 12;

/** Looks for an answer to a sentence among the answers to others. */
export class Searcher {
  readonly #options: SearcherOptions;

  constructor(options: SearcherOptions) {
    this.#options = options;
  }

  /** `isRefused`: whether an answer to these words was taken back, and none has come since. Rejects when storage or embedder do. */
  async search(question: Question, isRefused: boolean): Promise<Search> {
    const { partitions, embedder } = this.#options;
    const { partition, sentence, now } = question;
    const without = (why: Why, found: Partial<Search> = {}): Search => {
      return { why, vector: null, considered: null, candidate: null, ...found };
    };
    const memory = partitions.use(partition, question.openKnowledge);
    // What is quickly read is there after one turn; nobody waits for more.
    if (!memory.isReady) await Promise.race([memory.loaded.catch(() => {}), turn()]);
    if (!memory.isReady) return without("still loading");
    if (memory.size === 0) return without("nothing known");
    if (isRefused) return without("corrected");
    if (!(await question.mayReuse())) return without("memories");
    const [vector] = await embedder.embed([sentence], "interactive", partition.app);
    if (!vector) throw new Error("the embedder returned nothing for one text");
    const considered = memory.consider(sentence, vector, now);
    const found = { vector, considered };
    if (!considered.best) return without("no proposal", found);
    const judged = await this.#judge(question, memory, considered.best);
    if (typeof judged === "string") return without(judged, found);
    const candidate = judged;
    if (!candidate.verdict.isOpen) return { ...found, why: "bound", candidate };
    // What nobody would have been given is no observation either.
    if (!(await candidate.looksRight("at once"))) return without("unlike values", found);
    return { ...found, why: "other words", candidate };
  }

  /** Embeds the values of a call that was learned, so that those to come can be compared with them. */
  async prepareValues(memory: PartitionMemory, tool: number): Promise<void> {
    const values = { call: { tool, parameters: {} } };
    // Those of another tool may be under way: these come after them.
    for (let embedding = this.#embedValues(memory, values); embedding; embedding = this.#embedValues(memory, values))
      await embedding;
  }

  /** Embeds what a proposal's values are compared with: few at once, many in the background for the next one. */
  async makeReady(
    memory: PartitionMemory,
    proposal: Pick<Proposal, "call">,
    patience: "at once" | "patiently",
  ): Promise<void> {
    const texts = memory.values.unembedded(proposal);
    if (texts.length === 0) return;
    if (texts.length <= VALUES_AT_ONCE_MAX) await this.#take(memory, texts, "interactive");
    else {
      const embedding = this.#embedValues(memory, proposal);
      await (patience === "at once" ? Promise.race([embedding, turn()]) : embedding);
    }
  }

  async #judge(question: Question, memory: PartitionMemory, proposal: Proposal): Promise<Candidate | Why> {
    const { answers, bound, clock, ttlSeconds } = this.#options;
    const { app, digest } = question.partition;
    const known = await answers.read(app, digest, proposal.id);
    if (!known || clock.now() - known.createdAt >= ttlSeconds * 1000) {
      memory.remove(proposal.id);
      return "expired";
    }
    const answer = question.derive(proposal, known.answer.answer as JsonObject);
    if (!answer || mayBeOutOfDate(proposal, known)) return "does not fit";
    const subject = question.subjectOf(proposal.call ? proposal.call.tool : proposal.class);
    const verdict = (await bound.of(app)).verdict(subject, proposal.path, proposal.score);
    const looksRight: Candidate["looksRight"] = async (patience) => {
      if (proposal.unseenValues.length === 0) return true;
      await this.makeReady(memory, proposal, patience);
      if (memory.values.unembedded(proposal).length > 0) return false;
      const texts = doubtfulTexts(proposal);
      const priority = patience === "at once" ? "interactive" : "background";
      const vectors = await this.#options.embedder.embed(texts, priority);
      return memory.values.looksRight(proposal, new Map(texts.map((text, at) => [text, vectors[at] as Float32Array])));
    };
    return { proposal, subject, verdict, known, answer, looksRight };
  }

  async #take(
    memory: PartitionMemory,
    texts: readonly string[],
    priority: "background" | "interactive",
  ): Promise<void> {
    const vectors = await this.#options.embedder.embed(texts, priority);
    memory.values.take(new Map(texts.map((text, at) => [text, vectors[at] as Float32Array])));
  }

  /** Embeds the known values that a proposal's are compared with, in the background; null when they are there. */
  #embedValues(memory: PartitionMemory, proposal: Pick<Proposal, "call">): Promise<void> | null {
    if (memory.embeddingValues) return memory.embeddingValues;
    const texts = memory.values.unembedded(proposal);
    if (texts.length === 0) return null;
    const embedding = this.#take(memory, texts, "background").finally(() => {
      memory.embeddingValues = null;
    });
    memory.embeddingValues = embedding;
    // Whoever does not wait for it tries again with the next sentence.
    embedding.catch(() => {});
    return embedding;
  }
}

/** Where a model worked something out from the clock, only what is read from the sentence again holds at another time. */
function mayBeOutOfDate({ call, spans }: Proposal, { answer, lesson }: KeptEntry): boolean {
  if (answer.dependsOnClock !== true || !call) return false;
  const { defaultsApplied = [] } = (lesson ?? {}) as { readonly defaultsApplied?: readonly string[] };
  return Object.keys(call.parameters).some((name) => !Object.hasOwn(spans, name) && !defaultsApplied.includes(name));
}
