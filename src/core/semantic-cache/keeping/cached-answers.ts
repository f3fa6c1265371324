import { messageOf } from "../../errors.ts";
import type { ContentHash, JsonObject } from "../../json.ts";
import type { Log } from "../../log.ts";
import type { AnswerLimits, AnswerStore, ReuseRecordStore } from "../../ports/answers.ts";
import type { Clock } from "../../ports/clock.ts";
import type { DefinitionStore } from "../../ports/definition-store.ts";
import type { Embedder } from "../../ports/models.ts";
import type { NeighbourIndexes } from "../../ports/neighbours.ts";
import type { Observer, ReusePath } from "../../ports/observer.ts";
import type { AppId } from "../../tenant.ts";
import { Flights } from "../flights.ts";
import { Generations } from "../partitions/generations.ts";
import { Partitions } from "../partitions/partitions.ts";
import { ReadyValues } from "../partitions/ready-values.ts";
import { Unlearned } from "../partitions/unlearned.ts";
import { Bound, type Estimate, type Prior } from "../trust/bound.ts";
import { Verification } from "../trust/verification.ts";
import { Background } from "./background.ts";
import { Corrections } from "./corrections.ts";
import { Judging } from "./judging.ts";
import { Remembering } from "./remembering.ts";

/** So many different questions in flight: verifying waits for better times. */
const BUSY_FLIGHTS = 16;

export interface CachedAnswersOptions {
  readonly answers: AnswerStore;
  readonly records: ReuseRecordStore;
  readonly definitions: DefinitionStore;
  readonly embedder: Embedder;
  readonly indexes: NeighbourIndexes;
  readonly clock: Clock;
  readonly prior: Prior;
  readonly errorBound: number;
  readonly verifyShare: number;
  readonly limits: AnswerLimits;
  readonly memoryBytesMax: number;
  readonly learnedElsewhereSecondsMax: number;
  /** From 0 up to 1, evenly spread. */
  readonly random: () => number;
  readonly log: Log;
  readonly observer?: Pick<Observer, "answerReused" | "reuseJudged">;
}

/**
 * What is kept of all answers, and known from them: the caches of calls and of labels share one store, one memory, one
 * bound, and what goes on behind the answers.
 */
export class CachedAnswers {
  readonly generations = new Generations();
  readonly partitions: Partitions;
  readonly readyValues: ReadyValues;
  readonly bound: Bound;
  readonly verification: Verification;
  readonly remembering: Remembering;
  readonly judging: Judging;
  readonly #options: CachedAnswersOptions;
  readonly #flights: { readonly size: number }[] = [];
  readonly #corrections: Corrections;
  readonly #background: Background;

  constructor(options: CachedAnswersOptions) {
    this.#options = options;
    const { answers, clock, embedder, memoryBytesMax, verifyShare, random, log } = options;
    const { generations } = this;
    const unlearned = new Unlearned();
    const partitions = new Partitions({ ...options, bytesMax: memoryBytesMax });
    const background = new Background(log);
    const bound = new Bound({ ...options, renewedBy: answers.isShared ? clock : undefined }, options.observer);
    const readyValues = new ReadyValues(embedder);
    const corrections = new Corrections({ ...options, partitions, generations, unlearned, bound });
    const isBusy = () => this.#flights.reduce((count, { size }) => count + size, 0) > BUSY_FLIGHTS;
    this.partitions = partitions;
    this.readyValues = readyValues;
    this.bound = bound;
    this.verification = new Verification({ share: verifyShare, random, isBusy, log });
    this.remembering = new Remembering({ ...options, partitions, generations, unlearned, readyValues, background });
    this.judging = new Judging({ bound, corrections, background });
    this.#corrections = corrections;
    this.#background = background;
  }

  /** Work that equal questions of one kind share. While there is much of it, of all kinds together, nothing is verified. */
  flights<Result>(): Flights<Result> {
    const flights = new Flights<Result>();
    this.#flights.push(flights);
    return flights;
  }

  /**
   * Takes back an answer that was wrong: the one kept for these words, and where it was made from other words, those and
   * all that goes the same way. Until a model has answered them, all these words are answered by a model alone.
   * @param entry where the answer is kept, or would be
   * @param wrong `reuse`: the answer's `Origin`, as it was stored; `expected`: what it should have been, as far as anybody said
   */
  correct(
    app: AppId,
    entry: { readonly partition: string; readonly key: string },
    wrong: { readonly sentence: string; readonly reuse: JsonObject | null; readonly expected: JsonObject | null },
  ): Promise<void> {
    return this.#corrections.correct(app, entry, wrong);
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
      this.bound.forget(app);
      await this.partitions.forget(app, contentHash, gone);
    } catch (failure) {
      const reason = messageOf(failure);
      log(`answers of a replaced set stay until they expire: ${reason}`, { level: "warn" });
    }
  }

  /** What is in memory to find answers for other words. */
  get index(): { readonly entries: number; readonly partitions: number; readonly bytes: number } {
    const { entries, size: partitions, bytes } = this.partitions;
    return { entries, partitions, bytes };
  }

  /** The share of wrong ones among answers for other words, all apps together; null while none is given on the path. */
  errorOn(path: ReusePath): Pick<Estimate, "error" | "interval"> {
    return this.bound.estimate(path);
  }

  /** Saves what would take long to make again. Never rejects. */
  save(): Promise<void> {
    return this.partitions.save();
  }

  /** Resolves when nothing goes on behind answers that are out, and what was asked for is read. */
  async idle(): Promise<void> {
    await this.partitions.loaded();
    await this.verification.idle();
    await this.#background.settled();
  }

  /** Ends what goes on in the background and saves. */
  async close(): Promise<void> {
    this.remembering.close();
    await this.verification.close();
    await this.#background.settled();
    await this.partitions.close();
  }
}
