/** What the server's thread and the worker say to each other. One request at a time; every request gets one answer. */
import type { CallRequest, DraftCall, SimilarExample } from "#core/ports/models.ts";

/** A call request without its function: the neighbours were looked up before. */
export type PlainCallRequest = Omit<CallRequest, "findSimilar"> & {
  /** The owner's examples nearest to the query, nearest first. */
  readonly similar: readonly SimilarExample[];
};

export type WorkerRequest =
  | { readonly kind: "embed"; readonly texts: readonly string[] }
  | { readonly kind: "call"; readonly request: PlainCallRequest };

export type WorkerMessage =
  | { readonly kind: "open"; readonly runtimeDir: string }
  | { readonly kind: "close" }
  | WorkerRequest;

export type WorkerResult = readonly Float32Array[] | DraftCall;

export type WorkerAnswer =
  | { readonly kind: "ready" }
  /** The models cannot be loaded; the message is for people. */
  | { readonly kind: "unusable"; readonly message: string }
  | { readonly kind: "done"; readonly result: WorkerResult }
  /** The request failed for a reason of its own; the worker goes on. */
  | { readonly kind: "failed"; readonly message: string };
