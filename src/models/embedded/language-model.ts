import type { Class } from "#core/classification-set.ts";
import type {
  CallRequest,
  ClassifyRequest,
  DraftCall,
  DraftLabel,
  EmbeddedExample,
  LanguageModel,
  LearnedClasses,
} from "#core/ports/models.ts";
import type { LabelClassifier } from "./labels/classifier.ts";
import type { WorkerClient } from "./worker-client.ts";

/** Enough to hear every tool or class that has an example near the text. */
const NEIGHBOURS = 12;

/** The LanguageModel that needs no language model: the joint extractor for calls, sentence embeddings for labels. */
export class EmbeddedModel implements LanguageModel {
  readonly id = "embedded-2";
  readonly #client: WorkerClient;
  readonly #classifier: LabelClassifier;

  constructor(client: WorkerClient, classifier: LabelClassifier) {
    this.#client = client;
    this.#classifier = classifier;
  }

  async call({ findSimilar, ...request }: CallRequest, signal: AbortSignal): Promise<DraftCall> {
    const similar = await findSimilar(request.query, NEIGHBOURS);
    return this.#client.call({ ...request, similar }, signal);
  }

  async classify(request: ClassifyRequest, signal: AbortSignal): Promise<readonly DraftLabel[]> {
    return this.#classifier.classify(request, signal);
  }

  async learnClasses(
    classes: readonly Class[],
    examples: readonly EmbeddedExample[],
    rest: () => Promise<void>,
  ): Promise<LearnedClasses> {
    return this.#classifier.learnClasses(classes, examples, rest);
  }

  ready(): Promise<void> {
    return this.#client.ready();
  }
}
