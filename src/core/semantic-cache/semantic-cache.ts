import { messageOf } from "../errors.ts";
import type { ContentHash, JsonObject } from "../json.ts";
import type { Log } from "../log.ts";
import type { AnswerLimits, AnswerStore, KeptEntry, ReuseRecordStore } from "../ports/answers.ts";
import type { Clock } from "../ports/clock.ts";
import type { Embedder } from "../ports/models.ts";
import type { NeighbourIndexes } from "../ports/neighbours.ts";
import type { Observer, ReusePath } from "../ports/observer.ts";
import type { DefinitionStore } from "../ports/storage.ts";
import { type Tracer, UNTRACED } from "../ports/tracer.ts";
import type { AppId } from "../tenant.ts";
import { Background } from "./background.ts";
import { explanationOf } from "./explanation.ts";
import type { CacheHit, CacheMode, Finding, Given } from "./finding.ts";
import { Flights } from "./flights.ts";
import { Generations } from "./generations.ts";
import { LearnedVectors } from "./learned-vectors.ts";
import { Partitions } from "./partitions.ts";
import type { Asked, Question } from "./question.ts";
import { type Reuse, reuseOf } from "./reuse.ts";
import { saidBy, saysTheSame } from "./said.ts";
import { type Candidate, type Search, Searcher } from "./search.ts";
import { Bound, type Estimate, type Judged, type Prior } from "./trust/bound.ts";
import { Verification } from "./trust/verification.ts";
import { Unlearned } from "./unlearned.ts";
import { hasLiterals, type Literal, literalsOf, sameWordsOf } from "./words/same-words.ts";

export type { CacheHit, CacheMode, Finding, Given } from "./finding.ts";

/** Wrong answers that are kept side by side with the right ones, of each app. */
export const MISTAKES_MAX = 200;
/** Corrected words that are kept in mind, of each app. */
const REFUSALS_MAX = 10_000;
/** So many different questions in flight: verifying waits for better times. */
const BUSY_FLIGHTS = 16;

/** What stands in the store as an answer. */
interface Stored {
  readonly answer: JsonObject;
  readonly literals: readonly Literal[];
  readonly dependsOnClock: boolean;
}

export interface SemanticCacheOptions {
  readonly answers: AnswerStore;
  readonly records: ReuseRecordStore;
  readonly definitions: DefinitionStore;
  readonly embedder: Embedder;
  readonly indexes: NeighbourIndexes;
  readonly clock: Clock;
  readonly prior: Prior;
  readonly enabled: boolean;
  readonly errorBound: number;
  readonly verifyShare: number;
  readonly ttlSeconds: number;
  readonly limits: AnswerLimits;
  readonly memoryBytesMax: number;
  /** From 0 up to 1, evenly spread. */
  readonly random: () => number;
  readonly log: Log;
  readonly observer?: Pick<Observer, "answerReused" | "reuseJudged">;
  readonly tracer?: Tracer;
}

/** What is shared by equal requests in flight. */
interface Outcome {
  readonly given: Given;
  /** Set when the answer holds for this instant only. */
  readonly at: number | null;
}

/** Answers worth giving again: to the same words, and to other words where that can be shown to be right. */
export class SemanticCache {
  readonly #options: SemanticCacheOptions;
  readonly #generations = new Generations();
  readonly #flights = new Flights<Outcome>();
  readonly #partitions: Partitions;
  readonly #bound: Bound;
  readonly #searcher: Searcher;
  readonly #verification: Verification;
  readonly #unlearned = new Unlearned();
  readonly #learnedVectors: LearnedVectors;
  readonly #background: Background;

  constructor(options: SemanticCacheOptions) {
    this.#options = options;
    const { memoryBytesMax, verifyShare, random, log } = options;
    this.#partitions = new Partitions({ ...options, bytesMax: memoryBytesMax });
    this.#background = new Background(log);
    this.#learnedVectors = new LearnedVectors(options.embedder);
    this.#bound = new Bound(options, options.observer);
    this.#searcher = new Searcher({ ...options, partitions: this.#partitions, bound: this.#bound });
    const isBusy = () => this.#flights.size > BUSY_FLIGHTS;
    this.#verification = new Verification({ share: verifyShare, random, isBusy, log });
  }

  /**
   * The answer to a question: found, or asked for and kept. Equal questions in flight are answered once; what is asked for
   * is aborted when nobody waits for it any more. Rejects as `question.ask` does.
   */
  async answer(question: Question, mode: CacheMode, signal: AbortSignal): Promise<Given> {
    const { partition, sentence, now } = question;
    const work = (until: AbortSignal) => this.#answer(question, mode, until);
    // Whoever wants it anew, or kept nowhere, has no part in what others asked for.
    if (!this.#options.enabled || !mode.read) return (await work(signal)).given;
    const boarding = {
      name: `${partition.digest} ${sentence}`,
      begunAt: this.#generations.now(),
      isCurrent: (begunAt: number) => this.#generations.isCurrent(partition.digest, begunAt),
    };
    const { result, isOwn } = await this.#flights.join(boarding, signal, work);
    if (isOwn || result.at === null || result.at === now) return result.given;
    return (await work(signal)).given;
  }

  async #answer(question: Question, mode: CacheMode, signal: AbortSignal): Promise<Outcome> {
    const finding = await this.#traced(() => this.find(question, mode));
    const { hit, dependsOnClock } = finding;
    if (hit) return { given: this.#given(finding, hit.answer), at: dependsOnClock ? question.now : null };
    const startedMs = this.#options.clock.monotonicMs();
    const asked = await question.ask(signal);
    const modelMs = this.#options.clock.monotonicMs() - startedMs;
    // Only what a model said teaches the cache. A hit that taught would repeat its own mistakes.
    await this.remember(finding, asked, modelMs, mode);
    return { given: this.#given(finding, asked.answer), at: asked.dependsOnClock ? question.now : null };
  }

  /** Looks for an answer: to the same words, then to others. Rejects when the store does. */
  async find(question: Question, mode: CacheMode): Promise<Finding> {
    const { answers, enabled } = this.#options;
    const { partition, sentence } = question;
    const words = sameWordsOf(sentence);
    const begunAt = this.#generations.now();
    const common = { question, key: words.key, begunAt, hit: null, search: null, dependsOnClock: false };
    if (!enabled || !mode.read) return { ...common, why: "not asked" };
    const { entry, isRefused } = await answers.find(partition.app, partition.digest, words.key);
    const stored = entry && (entry.answer as unknown as Stored);
    const isSame = stored && hasLiterals(words, stored.literals) && question.fits(stored.answer);
    // What was worked out from the time of day has to be worked out again.
    if (entry && isSame && this.#isFresh(entry) && !stored.dependsOnClock) {
      const hit = { ...this.#hitOf(entry), source: "exact_cache", answer: stored.answer, similarity: 1 } as const;
      this.#count(question, hit.source, entry);
      return { ...common, why: "same words", hit: { ...hit, reused: "call" } };
    }
    const search = await this.#search(question, isRefused);
    const { why, candidate } = search;
    if (why !== "other words" || !candidate) return { ...common, why, search };
    const { proposal, known, answer } = candidate;
    const hit: CacheHit = {
      ...this.#hitOf(known),
      source: "semantic_cache",
      answer,
      similarity: proposal.similarity,
      reused: proposal.path === "template" ? "template" : "call",
    };
    this.#count(question, hit.source, known);
    this.#verify(question, candidate);
    const dependsOnClock = (known.answer as unknown as Stored).dependsOnClock;
    return { ...common, why, search, hit, dependsOnClock };
  }

  /**
   * Takes what a model answered: compares it with what would have been proposed, and keeps it. Resolves when it is durable.
   * What was asked for before a correction of its partition is not kept.
   */
  async remember(finding: Finding, asked: Asked, modelMs: number, mode: CacheMode): Promise<void> {
    const { answers, records, enabled, limits } = this.#options;
    const { question, key, search, begunAt } = finding;
    const { partition, sentence } = question;
    if (!enabled || !mode.write) return;
    const contentHash = question.subjectOf(asked.lesson?.kind === "call" ? asked.lesson.tool : null).contentHash;
    records.countSource(partition.app, { contentHash, source: "model", savedMs: 0, savedCost: 0 });
    if (search?.candidate) this.#observe(question, search.candidate, asked);
    if (!asked.mayKeep || !this.#generations.isCurrent(partition.digest, begunAt)) return;
    const literals = literalsOf(sameWordsOf(sentence).words, asked.copied);
    const stored: Stored = { answer: asked.answer, literals, dependsOnClock: asked.dependsOnClock };
    const remembering = answers.remember(
      partition.app,
      {
        partition: partition.digest,
        key,
        contentHashes: partition.contentHashes,
        answer: stored as unknown as JsonObject,
        createdAt: question.now,
        sentence,
        lesson: asked.lesson as JsonObject | null,
        modelMs,
        modelCost: asked.modelCost,
      },
      limits,
    );
    const learned = this.#unlearned.begin(partition.digest, remembering);
    const { id, gone } = await remembering.catch((failure: unknown) => {
      learned();
      throw failure;
    });
    for (const one of gone) this.#partitions.peek(partition.app, one.partition)?.remove(one.id);
    if (id === null || !asked.lesson) learned();
    else this.#background.begin(() => this.#teach(finding, id, asked, search?.vector ?? null).finally(learned));
  }

  /**
   * Takes back an answer that was wrong: the one kept for these words, and where it was made from other words, those and
   * all that goes the same way. Until a model has answered them, all these words are answered by a model alone.
   * @param expected what it should have been, as far as anybody said
   */
  async correct(
    app: AppId,
    entry: { readonly partition: string; readonly key: string },
    wrong: { readonly sentence: string; readonly reuse: JsonObject | null; readonly expected: JsonObject | null },
  ): Promise<void> {
    const { partition, key } = entry;
    const reuse = wrong.reuse as unknown as Reuse | null;
    this.#generations.raise(partition);
    // An answer given by an older version tells of no kin.
    const ids = reuse ? [reuse.id, ...(reuse.kin ?? []), ...(await this.#kinOf(app, partition, reuse.id))] : [];
    await Promise.all([
      this.#drop(app, partition, { ids, key }),
      reuse && this.#recordMistake(app, reuse, wrong.sentence, wrong.expected),
    ]);
    // What was found while it was being dropped is out of date as well: nobody who comes from here on may share it.
    this.#generations.raise(partition);
    if (reuse) await this.#bound.observe(app, { ...reuse, what: "given", isWrong: true });
  }

  /**
   * Frees the answers made from a content that no set of the app has any more. They cannot be reached even before this
   * resolves, since the content is part of their partition. Never rejects: what is left over expires.
   */
  async forget(app: AppId, contentHash: ContentHash): Promise<void> {
    const { answers, records, definitions, log } = this.#options;
    try {
      if (await definitions.holds(app, contentHash)) return;
      const [gone] = await Promise.all([answers.forget(app, contentHash), records.forget(app, contentHash)]);
      this.#bound.forget(app);
      await this.#partitions.forget(app, contentHash, gone);
    } catch (failure) {
      const reason = messageOf(failure);
      log(`answers of a replaced set stay until they expire: ${reason}`, { level: "warn" });
    }
  }

  /** What is in memory to find answers for other words. */
  get index(): { readonly entries: number; readonly partitions: number; readonly bytes: number } {
    const { entries, size: partitions, bytes } = this.#partitions;
    return { entries, partitions, bytes };
  }

  /** The share of wrong ones among answers for other words, all apps together; null while none is given on the path. */
  errorOn(path: ReusePath): Pick<Estimate, "error" | "interval"> {
    return this.#bound.estimate(path);
  }

  /** Saves what would take long to make again. Never rejects. */
  save(): Promise<void> {
    return this.#partitions.save();
  }

  /** Resolves when nothing goes on behind answers that are out, and what was asked for is read. */
  async idle(): Promise<void> {
    await this.#partitions.loaded();
    await this.#verification.idle();
    await this.#background.settled();
  }

  /** Ends what goes on in the background and saves. */
  async close(): Promise<void> {
    this.#learnedVectors.close();
    await this.#verification.close();
    await this.#background.settled();
    await this.#partitions.close();
  }

  #traced(find: () => Promise<Finding>): Promise<Finding> {
    const { tracer = UNTRACED } = this.#options;
    return tracer.part({ name: "cache find", kind: "internal" }, async (span) => {
      const finding = await find();
      span.add({ "dragoman.cache.why": finding.why, "dragoman.cache.source": finding.hit?.source ?? "none" });
      return finding;
    });
  }

  async #search(question: Question, isRefused: boolean): Promise<Search> {
    try {
      return await this.#searcher.search(question, isRefused);
    } catch (failure) {
      // A cache that fails is a cache that has no answer: the model may well have one.
      const reason = messageOf(failure);
      this.#options.log(`the cache was not searched: ${reason}`, { level: "warn" });
      return { why: "failed", vector: null, considered: null, candidate: null };
    }
  }

  /** What was proposed where a model answered: an observation that cost nothing. */
  #observe(question: Question, candidate: Candidate, asked: Asked): void {
    this.#background.begin(async () => {
      if (await candidate.looksRight("patiently"))
        await this.#judge(question.partition.app, candidate, asked, "proposed");
    });
  }

  /** Notes whether the model says something else than the cache would have, or has. */
  async #judge(app: AppId, candidate: Candidate, asked: Asked, what: Judged["what"]): Promise<boolean> {
    const { proposal, subject, verdict } = candidate;
    const isWrong = !saysTheSame(saidBy(proposal), asked.said);
    await this.#bound.observe(app, { subject, path: proposal.path, bin: verdict.bin, what, isWrong });
    return isWrong;
  }

  /** Asks a model what was answered for other words, in the background. What it says is kept as any of its answers. */
  #verify(question: Question, candidate: Candidate): void {
    const { partition, sentence } = question;
    const { app, digest } = partition;
    this.#verification.offer(async (signal) => {
      const { key } = sameWordsOf(sentence);
      const begunAt = this.#generations.now();
      const finding = { question, key, begunAt, hit: null, why: "not asked", dependsOnClock: false } as const;
      const startedMs = this.#options.clock.monotonicMs();
      const asked = await question.ask(signal);
      const modelMs = this.#options.clock.monotonicMs() - startedMs;
      if (await this.#judge(app, candidate, asked, "given")) {
        const { id } = candidate.proposal;
        await this.#recordMistake(app, this.#reuseOf(question, candidate), sentence, question.shown(asked.said));
        await this.#drop(app, digest, { ids: [id, ...(await this.#kinOf(app, digest, id))], key: null });
      }
      const search = { why: "other words", vector: null, considered: null, candidate: null } as const;
      await this.remember({ ...finding, search }, asked, modelMs, { read: true, write: true });
    });
  }

  async #teach({ question, begunAt }: Finding, id: number, asked: Asked, known: Float32Array | null): Promise<void> {
    const { answers, embedder } = this.#options;
    const { partition, sentence } = question;
    const vector = known ?? (await this.#learnedVectors.of(sentence));
    if (!vector || !asked.lesson || !this.#generations.isCurrent(partition.digest, begunAt)) return;
    const taught = { id, sentence, vector, answeredAt: question.now, lesson: asked.lesson };
    const memory = this.#partitions.peek(partition.app, partition.digest);
    memory?.add(taught);
    await answers.attachVector(partition.app, id, embedder.id, vector);
    const tool = asked.lesson.kind === "call" ? asked.lesson.tool : null;
    await memory?.loaded.catch(() => {});
    if (memory && tool !== null) await this.#searcher.prepareValues(memory, tool);
  }

  /** What goes the same way as far as it is known, and what may: nobody has looked yet at what is being remembered. */
  async #kinOf(app: AppId, digest: string, id: number): Promise<readonly number[]> {
    const memory = this.#partitions.peek(app, digest);
    await memory?.loaded.catch(() => {});
    const unlearned = await this.#unlearned.of(digest);
    return [...(memory?.kinOf(id) ?? []), ...unlearned];
  }

  async #drop(
    app: AppId,
    digest: string,
    wrong: { readonly ids: readonly number[]; readonly key: string | null },
  ): Promise<void> {
    const { answers, clock } = this.#options;
    const memory = this.#partitions.peek(app, digest);
    for (const id of wrong.ids) memory?.remove(id);
    const refusals = { at: clock.now(), refusalsMax: REFUSALS_MAX };
    for (const id of await answers.drop(app, digest, wrong, refusals)) memory?.remove(id);
  }

  #recordMistake(app: AppId, reuse: Reuse, sentence: string, expected: JsonObject | null): Promise<void> {
    const { subject, path, score, known: knownSentence, given } = reuse;
    const at = this.#options.clock.now();
    const mistake = { ...subject, path, score, sentence, knownSentence, given, expected, at };
    return this.#options.records.recordMistake(app, mistake, MISTAKES_MAX);
  }

  #given(finding: Finding, answer: JsonObject): Given {
    const { question, key, hit, search, why } = finding;
    const candidate = hit?.source === "semantic_cache" ? (search?.candidate ?? null) : null;
    return {
      answer,
      hit,
      entry: { partition: question.partition.digest, key },
      reuse: candidate && (this.#reuseOf(question, candidate) as unknown as JsonObject),
      explain: () => explanationOf(this.#options.answers, question, why, search),
    };
  }

  #reuseOf(question: Question, candidate: Candidate): Reuse {
    const { app, digest } = question.partition;
    return reuseOf(question, candidate, this.#partitions.peek(app, digest)?.kinOf(candidate.proposal.id) ?? []);
  }

  #hitOf(entry: KeptEntry): Pick<CacheHit, "ageSeconds"> {
    return { ageSeconds: Math.max(0, Math.floor((this.#options.clock.now() - entry.createdAt) / 1000)) };
  }

  #isFresh({ createdAt }: KeptEntry): boolean {
    return this.#options.clock.now() - createdAt < this.#options.ttlSeconds * 1000;
  }

  #count(question: Question, source: CacheHit["source"], entry: KeptEntry): void {
    const { answers, records, clock } = this.#options;
    const { app } = question.partition;
    const lesson = entry.lesson as { readonly tool?: number | null } | null;
    const { contentHash } = question.subjectOf(lesson?.tool ?? null);
    answers.touch(app, entry.id, clock.now());
    records.countSource(app, { contentHash, source, savedMs: entry.modelMs, savedCost: entry.modelCost });
    this.#options.observer?.answerReused(source, { seconds: entry.modelMs / 1000, money: entry.modelCost });
  }
}
