import type { JsonObject } from "../json.ts";
import type { AnswerStore, KeptEntry, ReuseSubject } from "../ports/answers.ts";
import type { ChangeCounter } from "../ports/change-counter.ts";
import type { Clock } from "../ports/clock.ts";
import type { Embedder } from "../ports/models.ts";
import { turn } from "../turn.ts";
import type { Consideration, Proposal } from "./knowledge.ts";
import { KnownEntries } from "./known-entries.ts";
import type { PartitionMemory } from "./partitions/partition-memory.ts";
import type { Partitions } from "./partitions/partitions.ts";
import type { Patience, ReadyValues } from "./partitions/ready-values.ts";
import type { Question } from "./question.ts";
import type { Reuse } from "./reuse.ts";
import { lessonIn, storedIn } from "./stored.ts";
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
export interface Candidate<Answer> {
  readonly proposal: Proposal;
  readonly subject: ReuseSubject;
  readonly verdict: Verdict;
  readonly known: KeptEntry;
  /** What would be answered. */
  readonly answer: Answer;
  readonly dependsOnClock: boolean;
  /**
   * Whether values that no answer had yet look like those that their parameters had. `at once`: false where that would take
   * longer than to read the sentence, and is made ready for the next one.
   */
  readonly looksRight: (patience: Patience) => Promise<boolean>;
}

export interface Search<Answer> {
  readonly why: Why;
  readonly vector: Float32Array | null;
  readonly considered: Consideration | null;
  readonly candidate: Candidate<Answer> | null;
}

export interface SearcherOptions<Answer extends JsonObject, Asker extends Question> {
  readonly answers: AnswerStore;
  readonly changes: Pick<ChangeCounter, "of">;
  readonly embedder: Embedder;
  readonly partitions: Partitions;
  readonly bound: Bound;
  readonly readyValues: ReadyValues;
  readonly reuse: Reuse<Answer, Asker>;
  readonly clock: Clock;
  readonly ttlSeconds: number;
}

/** Looks for an answer to a sentence among the answers to others. */
export class Searcher<Answer extends JsonObject, Asker extends Question> {
  readonly #options: SearcherOptions<Answer, Asker>;
  readonly #entries: KnownEntries;

  constructor(options: SearcherOptions<Answer, Asker>) {
    this.#options = options;
    this.#entries = new KnownEntries(options.answers, options.changes, options.clock);
  }

  /** `isRefused`: whether an answer to these words was taken back, and none has come since. Rejects when storage or embedder do. */
  async search(question: Asker, isRefused: boolean): Promise<Search<Answer>> {
    const { partitions, embedder, reuse } = this.#options;
    const { partition, sentence, now } = question;
    const memory = partitions.use(partition, (findNearest) => reuse.openKnowledge(question, findNearest));
    // What is quickly read is there after one turn; nobody waits for more.
    if (!memory.isReady) await Promise.race([memory.loaded.catch(() => {}), turn()]);
    if (!memory.isReady) return nothing("still loading");
    await partitions.renewed(partition);
    if (memory.size === 0) return nothing("nothing known");
    if (isRefused) return nothing("corrected");
    if (!(await reuse.mayReuse(question))) return nothing("memories");
    const [vector] = await embedder.embed([sentence], "interactive", partition.app);
    if (!vector) throw new Error("the embedder returned nothing for one text");
    const considered = memory.consider(sentence, vector, now);
    const found = { vector, considered, candidate: null };
    if (!considered.best) return { ...found, why: "no proposal" };
    const judged = await this.#judge(question, memory, considered.best);
    if (typeof judged === "string") return { ...found, why: judged };
    const candidate = judged;
    if (!candidate.verdict.isOpen) return { ...found, why: "bound", candidate };
    // What nobody would have been given is no observation either.
    if (!(await candidate.looksRight("at once"))) return { ...found, why: "unlike values" };
    return { ...found, why: "other words", candidate };
  }

  async #judge(question: Asker, memory: PartitionMemory, proposal: Proposal): Promise<Candidate<Answer> | Why> {
    const { bound, clock, ttlSeconds, readyValues, reuse } = this.#options;
    const { app, digest } = question.partition;
    const known = await this.#entries.read(app, digest, proposal.id);
    if (!known || clock.now() - known.createdAt >= ttlSeconds * 1000) {
      memory.remove(proposal.id);
      return "expired";
    }
    const stored = storedIn(known.answer, (answer) => reuse.read(answer));
    const answer = stored && reuse.derive(question, proposal, stored.answer);
    if (!answer || (stored.dependsOnClock && mayBeOutOfDate(proposal, known))) return "does not fit";
    const subject = reuse.subjectOf(question, proposal.call?.tool ?? null);
    const verdict = (await bound.of(app)).verdict(subject, proposal.path, proposal.score);
    const looksRight = (patience: Patience) => readyValues.looksRight(app, memory, proposal, patience);
    return { proposal, subject, verdict, known, answer, dependsOnClock: stored.dependsOnClock, looksRight };
  }
}

/** Of a search that did not come to proposals. */
export function nothing(why: Why): Search<never> {
  return { why, vector: null, considered: null, candidate: null };
}

/** Where a model worked something out from the clock, only what is read from the sentence again holds at another time. */
function mayBeOutOfDate({ call, spans }: Proposal, { lesson }: KeptEntry): boolean {
  if (!call) return false;
  const taught = lesson && lessonIn(lesson);
  const defaultsApplied = taught?.kind === "call" ? taught.defaultsApplied : [];
  return Object.keys(call.parameters).some((name) => !Object.hasOwn(spans, name) && !defaultsApplied.includes(name));
}
