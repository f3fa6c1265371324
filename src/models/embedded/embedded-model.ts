import type { Class } from "#core/classification-set.ts";
import type {
  Background,
  CallRequest,
  ClassifyRequest,
  DraftCall,
  DraftLabel,
  EmbeddedExample,
  Embedder,
  LanguageModel,
  LearnedClasses,
} from "#core/ports/models.ts";
import type { LabelClassifier } from "./labels/classifier.ts";
import type { WorkerClient } from "./worker/worker-client.ts";
import { toolsAsText } from "./worker/worker-protocol.ts";

/** Enough to hear every tool or class that has an example near the text. */
const NEIGHBOURS = 12;

/** The LanguageModel that needs no language model: the joint extractor for calls, embeddings for labels. */
export class EmbeddedModel implements LanguageModel {
  readonly id = "embedded-11";
  readonly #client: WorkerClient;
  readonly #embedder: Embedder;
  readonly #classifier: LabelClassifier;

  constructor(client: WorkerClient, embedder: Embedder, classifier: LabelClassifier) {
    this.#client = client;
    this.#embedder = embedder;
    this.#classifier = classifier;
  }

  async call({ findSimilar, tools, taught = [], ...request }: CallRequest, signal: AbortSignal): Promise<DraftCall> {
    const { query, app } = request;
    // An only tool is compared with no other one.
    const compared = tools.length > 1 ? this.#embedder.embed([query], "interactive", app, signal) : [];
    const [[vector = null], similar] = await Promise.all([compared, findSimilar(query, NEIGHBOURS, signal)]);
    const byOwner = tools.flatMap(({ examples = [] }, tool) => (examples.length > 0 ? [tool] : []));
    const text = toolsAsText(tools);
    return this.#client.call({ ...request, vector, tools: text, taught: [...byOwner, ...taught], similar }, signal);
  }

  async classify(request: ClassifyRequest, signal: AbortSignal): Promise<readonly DraftLabel[]> {
    return this.#classifier.classify(request, signal);
  }

  async learnClasses(
    classes: readonly Class[],
    examples: readonly EmbeddedExample[],
    background: Background,
  ): Promise<LearnedClasses> {
    return this.#classifier.learnClasses(classes, examples, background);
  }

  ready(): Promise<void> {
    return this.#client.ready();
  }
}
