import type { JsonObject } from "../../json.ts";
import type { AnswerLimits, AnswerStore } from "../../ports/answers.ts";
import type { Embedder } from "../../ports/models.ts";
import type { Generations } from "../partitions/generations.ts";
import { LearnedVectors } from "../partitions/learned-vectors.ts";
import type { Partitions } from "../partitions/partitions.ts";
import type { ReadyValues } from "../partitions/ready-values.ts";
import type { Unlearned } from "../partitions/unlearned.ts";
import type { Asked, Question } from "../question.ts";
import type { Stored } from "../stored.ts";
import { literalsOf, sameWordsOf } from "../words/same-words.ts";
import type { Background } from "./background.ts";

export interface RememberingOptions {
  readonly answers: AnswerStore;
  readonly embedder: Embedder;
  readonly partitions: Partitions;
  readonly generations: Generations;
  readonly unlearned: Unlearned;
  readonly readyValues: ReadyValues;
  readonly background: Background;
  readonly limits: AnswerLimits;
}

/** The words that were answered. */
export interface Answerable {
  readonly question: Question;
  readonly key: string;
  /** The generation in which the model was asked. */
  readonly begunAt: number;
  /** As in `Found`. */
  readonly corrections: number | null;
  /** Unit vector of the sentence; null where nobody has needed it yet. */
  readonly vector: Float32Array | null;
}

/** Keeps what models answer, and learns from it for other words. */
export class Remembering {
  readonly #options: RememberingOptions;
  readonly #learnedVectors: LearnedVectors;

  constructor(options: RememberingOptions) {
    this.#options = options;
    this.#learnedVectors = new LearnedVectors(options.embedder);
  }

  /** Resolves when it is durable; it is learned from in the background. Rejects when the store does. */
  async remember(words: Answerable, asked: Asked<JsonObject>): Promise<void> {
    const { partitions, unlearned, background } = this.#options;
    const { app, digest } = words.question.partition;
    const remembering = this.#keep(words, asked);
    const learned = unlearned.begin(digest, remembering);
    const { id, gone } = await remembering.catch((failure: unknown) => {
      learned();
      throw failure;
    });
    for (const one of gone) partitions.peek(app, one.partition)?.remove(one.id);
    if (id === null || !asked.lesson) learned();
    else background.begin(() => this.#teach(words, id, asked).finally(learned));
  }

  /** Nothing more is embedded. */
  close(): void {
    this.#learnedVectors.close();
  }

  #keep({ question, key, corrections }: Answerable, asked: Asked<JsonObject>): ReturnType<AnswerStore["remember"]> {
    const { answers, limits } = this.#options;
    const { partition, sentence } = question;
    const { answer, dependsOnClock, lesson, modelMs, modelCost } = asked;
    const literals = literalsOf(sameWordsOf(sentence).words, asked.copied);
    const stored: Stored<JsonObject> = { answer, literals, dependsOnClock };
    const row = {
      partition: partition.digest,
      key,
      contentHashes: partition.contentHashes,
      answer: stored,
      createdAt: question.now,
      sentence,
      lesson,
      modelMs,
      modelCost,
    };
    return answers.remember(partition.app, row, limits, corrections ?? undefined);
  }

  async #teach({ question, begunAt, vector: known }: Answerable, id: number, asked: Asked<JsonObject>): Promise<void> {
    const { answers, embedder, generations, partitions, readyValues } = this.#options;
    const { partition, sentence } = question;
    const vector = known ?? (await this.#learnedVectors.of(sentence));
    if (!vector || !asked.lesson || !generations.isCurrent(partition.digest, begunAt)) return;
    const taught = { id, sentence, vector, answeredAt: question.now, lesson: asked.lesson };
    const memory = partitions.peek(partition.app, partition.digest);
    memory?.add(taught);
    await answers.attachVector(partition.app, id, embedder.id, vector);
    const tool = asked.lesson.kind === "call" ? asked.lesson.tool : null;
    await memory?.loaded.catch(() => {});
    if (memory && tool !== null) await readyValues.prepareValues(memory, tool);
  }
}
