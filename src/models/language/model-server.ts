import type { Log } from "#core/log.ts";
import type { Embedder } from "#core/ports/models.ts";
import type { Observer } from "#core/ports/observer.ts";
import type { Tracer } from "#core/ports/tracer.ts";
import type { Secret } from "#core/secret.ts";
import type { AnswerMode } from "../backend/prompt.ts";
import type { FindingsBook } from "./mode-finder.ts";

/** A model server, and how it is asked. */
export interface ModelServer {
  readonly provider: "openai" | "anthropic" | "llama-server" | "gguf";
  /**
   * A `llama-server` has none: it is a child of ours, started with these arguments for the GGUF file at `path`. Nor has a
   * `gguf`, which runs the file inside the process.
   */
  readonly baseUrl: string;
  readonly executable: string;
  readonly arguments: readonly string[];
  readonly path: string;
  readonly contextTokens: number;
  readonly threads: number;
  readonly name: string;
  readonly apiKey: Secret;
  readonly apiKeyHeader: string;
  /** `auto`: the best that the server is found to be honest in. */
  readonly mode: AnswerMode | "auto";
  readonly concurrencyMax: number;
  readonly queueMax: number;
  /** Tools that are shown to the model for one query. */
  readonly toolsMax: number;
  readonly responseBytesMax: number;
  readonly outputTokensMax: number;
  readonly inputPrice: number;
  readonly cachedInputPrice: number;
  readonly outputPrice: number;
}

/** What a model server is asked from. */
export interface Surroundings {
  /** For everything that one question takes, waiting included. */
  readonly timeoutMs: number;
  /** Other hosts than the servers' own that may be contacted. */
  readonly allow: readonly string[];
  /** Where native libraries are unpacked: a folder of the server's own that allows execution. */
  readonly runtimeDir: string;
  readonly embedder: Embedder;
  readonly monotonicMs: () => number;
  readonly log: Log;
  readonly observer?: Observer;
  readonly tracer?: Tracer;
  /** Where it is kept what servers were found to do; without one it is asked at each start. */
  readonly findings?: FindingsBook;
  /** Nobody is asked what it can do before this resolves: who only looks at things asks nobody. */
  readonly begun?: Promise<void>;
}
