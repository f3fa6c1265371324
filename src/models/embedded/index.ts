/** The models that ship inside the executable: two embedders, and a resolver and a classifier that are built on them. */
import type { Embedder, LanguageModel, SearchEmbedders } from "#core/ports/models.ts";
import { EmbeddedModel } from "./embedded-model.ts";
import { WorkerEmbedder } from "./embedder.ts";
import { LabelClassifier } from "./labels/classifier.ts";
import { LabelEmbedder } from "./labels/label-embedder.ts";
import { TOOL_SEARCH_MAPS_PATH } from "./networks/network-files.ts";
import { SearchEmbedder } from "./tool-search/search-embedder.ts";
import { type SearchMaps, searchMaps } from "./tool-search/search-map.ts";
import { WorkerClient } from "./worker/worker-client.ts";

export interface EmbeddedModelsOptions {
  /** Where native libraries are unpacked: a folder of the server's own that allows execution. */
  readonly runtimeDir: string;
  /** Requests that may wait for the model; more are refused with `service_unavailable`. */
  readonly queueMax: number;
  /** Of these, one app's. */
  readonly queuePerAppMax: number;
}

export interface EmbeddedModels {
  readonly model: LanguageModel;
  readonly embedder: Embedder;
  readonly labelEmbedder: Embedder;
  readonly searchEmbedders: SearchEmbedders;
  /** Null when they answer; else why not, in words. After `model.ready()` has resolved that may change at any time. */
  standing(): string | null;
  /** Rejects what waits and ends the worker. */
  close(): Promise<void>;
}

/** Returns at once: the models load in the background, and `model.ready()` says when they can answer. */
export function openEmbeddedModels(options: EmbeddedModelsOptions): EmbeddedModels {
  const client = new WorkerClient(options);
  const embedder = new WorkerEmbedder(client, "sentences");
  const labelEmbedder = new LabelEmbedder(new WorkerEmbedder(client, "labels"), embedder);
  const model = new EmbeddedModel(client, embedder, new LabelClassifier(labelEmbedder));
  let reading: Promise<SearchMaps> | null = null;
  const maps = () => (reading ??= Bun.file(TOOL_SEARCH_MAPS_PATH).arrayBuffer().then(searchMaps));
  const searchEmbedders = {
    tools: new SearchEmbedder(labelEmbedder, maps, "tool"),
    requests: new SearchEmbedder(labelEmbedder, maps, "request"),
  };
  const standing = () => client.standing();
  return { model, embedder, labelEmbedder, searchEmbedders, standing, close: () => client.close() };
}
