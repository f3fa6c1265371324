/** What the server's thread and the worker say to each other. One request at a time; every request gets one answer. */
import type { CallRequest, DraftCall, SimilarExample } from "#core/ports/models.ts";
import type { Tool } from "#core/toolset.ts";

/** A call request without its function: the neighbours were looked up before. */
export type PlainCallRequest = Omit<CallRequest, "findSimilar" | "taught" | "tools"> & {
  /**
   * The tools as JSON. Copying a text from thread to thread costs nearly nothing, and the worker recognises by it what
   * it made of the same tools before.
   */
  readonly tools: string;
  /** The query's unit vector; null where there is one tool, which is compared with no other. */
  readonly vector: Float32Array | null;
  /** Positions of the tools that have examples, whether one is near or not. */
  readonly taught: readonly number[];
  /** The owner's examples nearest to the query, nearest first. */
  readonly similar: readonly SimilarExample[];
};

/** What the worker has to know of the tools: their examples stay behind. */
export function toolsAsText(tools: readonly Tool[]): string {
  return JSON.stringify(tools.map(({ name, description, parameters }) => ({ name, description, parameters })));
}

/** Who makes a vector: the network for what is looked up by meaning, or the one that tells labels apart. */
export type EmbeddingNetwork = "sentences" | "labels";

export type WorkerRequest =
  | { readonly kind: "embed"; readonly network: EmbeddingNetwork; readonly texts: readonly string[] }
  /** `id`: what the call is called in what is said of it later. */
  | { readonly kind: "call"; readonly id: number; readonly request: PlainCallRequest }
  /** A call that was paused has its next turn. */
  | { readonly kind: "goOn"; readonly id: number };

export type WorkerMessage =
  | { readonly kind: "open"; readonly runtimeDir: string; readonly control: SharedArrayBuffer }
  | { readonly kind: "close" }
  /** A paused call that nobody waits for any more. Gets no answer. */
  | { readonly kind: "forget"; readonly id: number }
  | WorkerRequest;

export type WorkerResult = readonly Float32Array[] | DraftCall;

export type WorkerAnswer =
  | { readonly kind: "ready" }
  /** The models cannot be loaded; the message is for people. */
  | { readonly kind: "unusable"; readonly message: string }
  | StepAnswer;

/** The answer to a `WorkerRequest`. */
export type StepAnswer = {
  /** Milliseconds of work that the step took, for turns that are fair. */
  readonly workedMs: number;
} & StepOutcome;

export type StepOutcome =
  | { readonly kind: "done"; readonly result: WorkerResult }
  /** The call made way for others; `goOn` goes on with it. */
  | { readonly kind: "paused" }
  /** It was told to stop, or took more work than one request may: then `isTooMuch`. */
  | { readonly kind: "stopped"; readonly isTooMuch: boolean; readonly message: string }
  /** A model that the request needs cannot be opened now, and may be later; the message is for people. */
  | { readonly kind: "unopened"; readonly message: string; readonly reason: string }
  /** The request failed for a reason of its own; the worker goes on. */
  | { readonly kind: "failed"; readonly message: string };
