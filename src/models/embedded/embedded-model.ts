import type { Class } from "#core/classification-set.ts";
import { isTimeOver } from "#core/deadline.ts";
import type {
  Background,
  CallRequest,
  ClassesAsBytes,
  ClassifyRequest,
  DraftCall,
  DraftLabel,
  EmbeddedExample,
  Embedder,
  LanguageModel,
  LearnedClasses,
} from "#core/ports/models.ts";
import type { Drafts } from "./drafts.ts";
import type { LabelClassifier } from "./labels/classifier.ts";
import type { WorkerClient } from "./worker/worker-client.ts";
import { tooLate } from "./worker/worker-thread.ts";

type Client = Pick<WorkerClient, "call" | "ready" | "standing">;

/** The LanguageModel that needs no language model: the joint extractor for calls, embeddings for labels. */
export class EmbeddedModel implements LanguageModel {
  readonly id = "embedded-22";
  readonly #client: Client;
  readonly #embedder: Embedder;
  readonly #classifier: LabelClassifier;
  #drafts: Promise<Drafts> | null = null;

  constructor(client: Client, embedder: Embedder, classifier: LabelClassifier) {
    this.#client = client;
    this.#embedder = embedder;
    this.#classifier = classifier;
  }

  call(request: CallRequest, signal: AbortSignal): Promise<DraftCall> {
    return this.#inTime(this.#loaded().then((drafts) => drafts.call(request, signal)));
  }

  classify(request: ClassifyRequest, signal: AbortSignal): Promise<readonly DraftLabel[]> {
    return this.#inTime(this.#loaded().then((drafts) => drafts.labels(request, signal)));
  }

  /**
   * What a question may cost is bounded in work, far below the time that it may take (`REQUEST_WORK_MS_MAX`): whose time is over has waited,
   * for the models to be loaded, for others, or for the processor. Nothing has failed, and later it can be answered.
   */
  async #inTime<Draft>(drafting: Promise<Draft>): Promise<Draft> {
    try {
      return await drafting;
    } catch (failure) {
      if (!isTimeOver(failure)) throw failure;
      throw tooLate(failure.message, this.#client.standing());
    }
  }

  get classesAsBytes(): ClassesAsBytes {
    return this.#classifier.classesAsBytes;
  }

  async learnClasses(
    classes: readonly Class[],
    examples: readonly EmbeddedExample[],
    background: Background,
  ): Promise<LearnedClasses> {
    return this.#classifier.learnClasses(classes, examples, background);
  }

  async ready(): Promise<void> {
    await this.#client.ready();
    await this.#loaded();
  }

  /** Behind the networks: they take longer, and the first answer of a server, which asks no model, is not kept from its thread. */
  #loaded(): Promise<Drafts> {
    this.#drafts ??= import("./drafts.ts").then(
      ({ Drafts }) => new Drafts(this.#client, this.#embedder, this.#classifier),
    );
    return this.#drafts;
  }
}
