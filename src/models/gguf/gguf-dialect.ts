import { availableParallelism } from "node:os";
import { messageOf } from "#core/errors.ts";
import { BackendFailure } from "../backend/backend-failure.ts";
import type { Dialect, DialectReply, Question, ServerFacts, Survey } from "../backend/dialect.ts";
import { GgufModel, type GgufModelOptions } from "./gguf-model.ts";
import { openLlamaLibrary } from "./llama-library.ts";

export interface GgufDialectOptions extends GgufModelOptions {
  /** Where native libraries are unpacked. */
  readonly runtimeDir: string;
}

/** Asks a GGUF file that is run inside the process: no server, no network. */
export class GgufDialect implements Dialect {
  readonly #options: GgufDialectOptions;
  readonly #closing = new AbortController();
  #opening: Promise<GgufModel> | null = null;

  /** Nothing is opened before `load` or the first question. 0 threads are one less than the machine has cores. */
  constructor(options: GgufDialectOptions) {
    this.#options = { ...options, threads: options.threads || Math.max(1, availableParallelism() - 1) };
  }

  /** Rejects with an Error for the operator; what reaches clients says less. */
  async load(): Promise<void> {
    await this.#opened();
  }

  async ask(question: Question, signal: AbortSignal): Promise<DialectReply> {
    if (question.mode === "tools") throw new BackendFailure("rejected", "a model inside the process has no tool mode");
    const model = await this.#opened().catch((cause: unknown) => {
      throw new BackendFailure("failed", "the model's file cannot be used", { detail: messageOf(cause), cause });
    });
    const either = AbortSignal.any([signal, this.#closing.signal]);
    try {
      return await model.answer(question, either);
    } catch (cause) {
      either.throwIfAborted();
      if (cause instanceof BackendFailure) throw cause;
      throw new BackendFailure("failed", "the model failed while it answered", { detail: messageOf(cause), cause });
    }
  }

  async facts(): Promise<ServerFacts> {
    const { contextTokens } = await this.#opened();
    return { streaming: null, contextTokens };
  }

  /** Its answers are bound by a grammar, and there is no other mode that is as honest. */
  async known(): Promise<Survey> {
    return { schema: true, tools: "none", systemPrompt: null, ...(await this.facts()) };
  }

  /** Stops what is under way and frees the memory. */
  async close(): Promise<void> {
    this.#closing.abort(new BackendFailure("unreachable", "the server is stopping"));
    const model = await this.#opening?.catch(() => null);
    await model?.close();
  }

  #opened(): Promise<GgufModel> {
    this.#opening ??= openLlamaLibrary(this.#options.runtimeDir).then((library) =>
      GgufModel.open(this.#options, library, this.#closing.signal),
    );
    return this.#opening;
  }
}
