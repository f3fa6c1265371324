import type { BatchAnswer, BatchBody } from "./generated/api.ts";
import type { PostOptions } from "./options.ts";
import { LONG_TIMEOUT_MS } from "./routes.ts";
import type { Transport } from "./transport.ts";

export type BatchResult = BatchAnswer["results"][number];
export type BatchMetadata = BatchAnswer["metadata"];

/** The results of a batch, each as soon as it and all before it are there. To be iterated once. */
export class BatchLines implements AsyncIterable<BatchResult> {
  readonly #lines: AsyncGenerator<unknown, void, undefined>;
  #metadata: BatchMetadata | null = null;

  constructor(transport: Transport, body: BatchBody, options: PostOptions) {
    this.#lines = transport.lines(
      { method: "POST", path: "/v1/batch", body, options, timeoutMs: LONG_TIMEOUT_MS, accept: "application/x-ndjson" },
      isOfTheWhole,
    );
  }

  /** Of the whole batch; null until the last result was given. */
  get metadata(): BatchMetadata | null {
    return this.#metadata;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<BatchResult, void, undefined> {
    for await (const line of this.#lines) {
      if (isOfTheWhole(line)) this.#metadata = line.metadata;
      else yield line as BatchResult;
    }
  }
}

function isOfTheWhole(line: unknown): line is { readonly metadata: BatchMetadata } {
  return typeof line === "object" && line !== null && "metadata" in line && !("status" in line);
}
