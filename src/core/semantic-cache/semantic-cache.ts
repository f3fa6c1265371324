import { messageOf } from "../errors.ts";
import type { JsonObject } from "../json.ts";
import type { Log } from "../log.ts";
import type { AnswerStore, KeptEntry, ReuseRecordStore } from "../ports/answers.ts";
import type { ChangeCounter } from "../ports/change-counter.ts";
import type { Clock } from "../ports/clock.ts";
import type { Embedder } from "../ports/models.ts";
import type { Observer } from "../ports/observer.ts";
import type { AskedQuestion, QuestionStore } from "../ports/question-store.ts";
import { type Tracer, UNTRACED } from "../ports/tracer.ts";
import { type Explanation, explanationOf } from "./explanation.ts";
import type { CacheHit, Found, Given } from "./finding.ts";
import type { Flights } from "./flights.ts";
import type { CachedAnswers } from "./keeping/cached-answers.ts";
import type { Origin } from "./origin.ts";
import type { Asked, CacheMode, Question } from "./question.ts";
import type { Reuse } from "./reuse.ts";
import { inNames, type Said, saidBy } from "./said.ts";
import { type Candidate, nothing, type Search, Searcher } from "./search.ts";
import { lessonIn, storedIn } from "./stored.ts";
import { hasLiterals, type SameWords, sameWordsOf } from "./words/same-words.ts";

/** A record of a hit stays small: of more, those beyond are found when the partition is in memory. */
const KIN_MAX = 64;

/** An answer to another sentence. */
export interface NearAnswer<Answer> extends Pick<KeptEntry, "createdAt" | "id" | "sentence"> {
  readonly answer: Answer;
  /** Cosine of the two sentences. */
  readonly similarity: number;
}

export interface SemanticCacheOptions<Answer extends JsonObject, Asker extends Question> {
  /** What is shared with the caches of other kinds of answers. */
  readonly shared: CachedAnswers;
  readonly reuse: Reuse<Answer, Asker>;
  readonly answers: AnswerStore;
  readonly records: ReuseRecordStore;
  readonly questions: QuestionStore;
  readonly changes: Pick<ChangeCounter, "of">;
  readonly embedder: Embedder;
  readonly clock: Clock;
  readonly enabled: boolean;
  readonly ttlSeconds: number;
  readonly log: Log;
  readonly observer?: Pick<Observer, "answerReused" | "reuseJudged">;
  readonly tracer?: Tracer;
}

/**
 * Answers of one kind that are worth giving again: to the same words, and to other words where that can be shown to be
 * right. Whoever asks goes through it from top to bottom: once, find, and verify what was found; or ask and remember. What
 * turns out to be wrong is taken back by `CachedAnswers.correct`.
 */
export class SemanticCache<Answer extends JsonObject, Asker extends Question> {
  readonly #options: SemanticCacheOptions<Answer, Asker>;
  readonly #searcher: Searcher<Answer, Asker>;
  readonly #flights: Flights<Given<Answer, Asker>>;

  constructor(options: SemanticCacheOptions<Answer, Asker>) {
    const { shared } = options;
    this.#options = options;
    const { partitions, bound, readyValues } = shared;
    this.#searcher = new Searcher({ ...options, partitions, bound, readyValues });
    this.#flights = shared.flights();
  }

  /**
   * Answers equal questions in flight once. The work looks for an answer with `find`, and asks a model where there is none: of several nodes one at a
   * time. It is aborted when nobody waits for it any more. Rejects as it does, or with the signal's reason.
   */
  async once(
    question: Asker,
    mode: CacheMode,
    signal: AbortSignal,
    work: (until: AbortSignal, find: () => Promise<Found<Answer, Asker>>) => Promise<Given<Answer, Asker>>,
  ): Promise<Given<Answer, Asker>> {
    const { shared, changes, enabled } = this.#options;
    const { partition, sentence, now, taughtAs = "" } = question;
    // Whoever wants it anew, or kept nowhere, has no part in what others asked for.
    if (!enabled || !mode.read) return work(signal, () => this.find(question, mode));
    const boarding = {
      // Who comes after a change, a correction on another node among them, has no part in what was asked before it.
      name: `${changes.of(partition.app)} ${partition.digest} ${taughtAs} ${sentence}`,
      begunAt: shared.generations.now(),
      isCurrent: (begunAt: number) => shared.generations.isCurrent(partition.digest, begunAt),
    };
    const begin = (until: AbortSignal) => this.#onceOfAllNodes(question, mode, until, work);
    const { result, isOwn } = await this.#flights.join(boarding, signal, begin);
    // What was worked out from the time of day holds for those who asked at the same instant.
    const holds = isOwn || !result.answered.dependsOnClock || result.found.question.now === now;
    return holds ? result : work(signal, () => this.find(question, mode));
  }

  /** Looks for an answer: to the same words, then to others. Rejects when the store does. */
  find(question: Asker, mode: CacheMode): Promise<Found<Answer, Asker>> {
    const { tracer = UNTRACED } = this.#options;
    return tracer.part({ name: "cache find", kind: "internal" }, async (span) => {
      const found = await this.#find(question, mode);
      span.add({ "dragoman.cache.why": found.why, "dragoman.cache.source": found.hit?.source ?? "none" });
      return found;
    });
  }

  /**
   * Asks a model about a share of what was given for other words, in the background. A wrong answer is taken back; what the
   * model says is kept as any of its answers.
   */
  verify(found: Found<Answer, Asker>, ask: (until: AbortSignal) => Promise<Asked<Answer>>): void {
    const { verification, generations, judging } = this.#options.shared;
    const { question, hit, search } = found;
    const origin = hit?.origin;
    const candidate = search?.candidate;
    if (!origin || !candidate) return;
    verification.offer(async (signal) => {
      const begunAt = generations.now();
      const asked = await ask(signal);
      const { sentence } = question;
      const expected = this.#shown(question, asked.said);
      await judging.given(question, candidate, asked.said, { sentence, origin, expected });
      await this.remember({ ...found, begunAt, hit: null, search: null }, asked, { read: true, write: true });
    });
  }

  /**
   * Takes what a model answered: compares it with what would have been proposed, and keeps it. Resolves when it is durable.
   * What was asked for before a correction of its partition is not kept.
   */
  async remember(found: Found<Answer, Asker>, asked: Asked<Answer>, mode: CacheMode): Promise<void> {
    const { shared, records, reuse, enabled } = this.#options;
    const { question, key, search, begunAt, corrections } = found;
    const { app, digest } = question.partition;
    if (!enabled || !mode.write) return;
    const { contentHash } = reuse.subjectOf(question, asked.lesson?.kind === "call" ? asked.lesson.tool : null);
    records.countSource(app, { contentHash, source: "model", savedMs: 0, savedCost: 0 });
    if (search?.candidate) shared.judging.proposed(question, search.candidate, asked.said);
    if (!asked.mayKeep || !shared.generations.isCurrent(digest, begunAt)) return;
    const vector = search?.vector ?? null;
    await shared.remembering.remember({ question, key, begunAt, corrections, vector }, asked);
  }

  /** What a model said to the nearest sentence, whatever the rules of reuse make of it; null where nobody looked or nothing is known. */
  async nearest({ question, search }: Found<Answer, Asker>): Promise<NearAnswer<Answer> | null> {
    const { answers, reuse } = this.#options;
    const near = search?.considered?.nearest;
    if (!near) return null;
    const { app, digest } = question.partition;
    const entry = await answers.read(app, digest, near.id);
    const stored = entry && storedIn(entry.answer, (answer) => reuse.read(answer));
    if (!stored) return null;
    return { ...near, sentence: entry.sentence, answer: stored.answer, createdAt: entry.createdAt };
  }

  /** Why the cache did or did not answer. */
  explain({ question, why, search }: Found<Answer, Asker>): Promise<Explanation> {
    return explanationOf(this.#options.answers, question.partition, why, search);
  }

  /** Where nothing is found that another node is asking a model at the moment, it is looked for again when that is done. */
  async #onceOfAllNodes(
    question: Asker,
    mode: CacheMode,
    until: AbortSignal,
    work: (until: AbortSignal, find: () => Promise<Found<Answer, Asker>>) => Promise<Given<Answer, Asker>>,
  ): Promise<Given<Answer, Asker>> {
    const { partition, taughtAs = "" } = question;
    let asked: AskedQuestion | null = null;
    const find = async () => {
      const found = await this.find(question, mode);
      // What is not to be kept no other node would find.
      if (found.hit || !mode.write) return found;
      const name = `${partition.digest} ${taughtAs} ${found.key}`;
      asked = await this.#options.questions.begin(partition.app, name, until);
      return asked.wasAsked ? this.find(question, mode) : found;
    };
    try {
      return await work(until, find);
    } finally {
      (asked as AskedQuestion | null)?.end();
    }
  }

  async #find(question: Asker, mode: CacheMode): Promise<Found<Answer, Asker>> {
    const { answers, enabled, shared } = this.#options;
    const { app, digest } = question.partition;
    const words = sameWordsOf(question.sentence);
    const asked = { question, key: words.key, begunAt: shared.generations.now() };
    const nothingFound = { why: "not asked", hit: null, search: null } as const;
    if (!enabled || !(mode.read || mode.write)) return { ...asked, corrections: null, ...nothingFound };
    const { entry, isRefused, corrections } = await answers.find(app, digest, words.key);
    const looked = { ...asked, corrections };
    if (!mode.read) return { ...looked, ...nothingFound };
    const same = entry && this.#sameWords(question, words, entry);
    if (same) return { ...looked, why: "same words", hit: same, search: null };
    const search = await this.#search(question, isRefused);
    const { why, candidate } = search;
    const hit = why === "other words" && candidate ? this.#otherWords(question, candidate) : null;
    return { ...looked, why, hit, search };
  }

  /** The answer as it was kept for these words; null where they are to be answered otherwise now. */
  #sameWords(question: Asker, words: SameWords, entry: KeptEntry): CacheHit<Answer> | null {
    const { clock, ttlSeconds, reuse } = this.#options;
    const stored = storedIn(entry.answer, (answer) => reuse.read(answer));
    if (!stored || !hasLiterals(words, stored.literals) || !reuse.fits(question, stored.answer)) return null;
    const endsAt = entry.createdAt + ttlSeconds * 1000;
    const isFresh = clock.now() < endsAt;
    // What was worked out from the time of day has to be worked out again.
    if (!isFresh || stored.dependsOnClock) return null;
    const count = this.#counter(question, "exact_cache", entry);
    count();
    const likeness = { similarity: 1, ageSeconds: this.#ageSeconds(entry), reused: "call" } as const;
    const known = { source: "exact_cache", answer: stored.answer, dependsOnClock: false, origin: null } as const;
    return { ...known, ...likeness, repeat: { madeAt: entry.createdAt, endsAt, count } };
  }

  #otherWords(question: Asker, candidate: Candidate<Answer>): CacheHit<Answer> {
    const { proposal, known, answer, dependsOnClock } = candidate;
    const { app, digest } = question.partition;
    this.#counter(question, "semantic_cache", known)();
    const kin = this.#options.shared.partitions.peek(app, digest)?.kinOf(proposal.id) ?? [];
    const origin = originOf(candidate, kin, this.#shown(question, saidBy(proposal)));
    const reused = proposal.path === "template" ? "template" : "call";
    const likeness = { similarity: proposal.similarity, ageSeconds: this.#ageSeconds(known), reused } as const;
    return { source: "semantic_cache", answer, dependsOnClock, ...likeness, origin, repeat: null };
  }

  async #search(question: Asker, isRefused: boolean): Promise<Search<Answer>> {
    try {
      return await this.#searcher.search(question, isRefused);
    } catch (failure) {
      // A cache that fails is a cache that has no answer: the model may well have one.
      const reason = messageOf(failure);
      this.#options.log(`the cache was not searched: ${reason}`, { level: "warn" });
      return nothing("failed");
    }
  }

  #shown(question: Asker, said: Said): JsonObject {
    return inNames(said, (position) => this.#options.reuse.nameOf(question, position));
  }

  #ageSeconds({ createdAt }: KeptEntry): number {
    return Math.max(0, Math.floor((this.#options.clock.now() - createdAt) / 1000));
  }

  /** What counts a hit of the entry. It holds no part of the question: it may outlive it by hours. */
  #counter(question: Asker, source: CacheHit<Answer>["source"], entry: KeptEntry): () => void {
    const { answers, records, reuse, clock, observer } = this.#options;
    const { app } = question.partition;
    const { id, modelMs: savedMs, modelCost: savedCost } = entry;
    const lesson = entry.lesson && lessonIn(entry.lesson);
    const { contentHash } = reuse.subjectOf(question, lesson?.kind === "call" ? lesson.tool : null);
    const saved = { contentHash, source, savedMs, savedCost };
    return () => {
      answers.touch(app, id, clock.now());
      records.countSource(app, saved);
      observer?.answerReused(source, { seconds: savedMs / 1000, money: savedCost });
    };
  }
}

/** `kin`: ids of what goes the same way. `given`: as people read it. */
function originOf(
  { proposal, subject, verdict, known }: Candidate<JsonObject>,
  kin: readonly number[],
  given: JsonObject,
): Origin {
  const { id, path, score } = proposal;
  const { contentHash, name } = subject;
  const { bin } = verdict;
  const sentence = known.sentence;
  return { id, kin: kin.slice(-KIN_MAX), path, subject: { contentHash, name }, bin, score, known: sentence, given };
}
