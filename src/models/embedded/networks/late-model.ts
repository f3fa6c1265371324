import { messageOf } from "#core/errors.ts";
/** Milliseconds after a failure in which nobody tries to open the model again: a try may read a file and take its memory. */
export const REOPEN_PAUSE_MS = 1_000;

export interface LateModelOptions<Model> {
  /** As it is called in messages: "the label embedder". */
  readonly name: string;
  readonly path: string;
  /** What opening takes, for those who have to make room for it. */
  readonly needs: string;
  open(path: string): Promise<Model>;
  readonly monotonicMs: () => number;
}

/** Thrown when a model could not be opened. It may be later: whoever needs the model asks again. */
export class ModelNotOpenedError extends Error {
  override readonly name = "ModelNotOpenedError";
  /** What the runtime or the file system said. */
  readonly reason: string;

  constructor(message: string, reason: string) {
    super(message);
    this.reason = reason;
  }
}

/**
 * A model that is opened when it is first needed, once, however many wait for it. When that fails all of them are told why,
 * and so is whoever asks within the pause; whoever asks after it tries again.
 */
export class LateModel<Model> {
  readonly #options: LateModelOptions<Model>;
  #opening: Promise<Model> | null = null;
  #failed: { readonly error: ModelNotOpenedError; readonly atMs: number } | null = null;

  constructor(options: LateModelOptions<Model>) {
    this.#options = options;
  }

  /** Throws a `ModelNotOpenedError` where it cannot be opened. */
  async get(): Promise<Model> {
    if (this.#failed && this.#options.monotonicMs() - this.#failed.atMs < REOPEN_PAUSE_MS) throw this.#failed.error;
    this.#opening ??= this.#open();
    return this.#opening;
  }

  async #open(): Promise<Model> {
    const { name, path, needs, open, monotonicMs } = this.#options;
    try {
      return await open(path);
    } catch (cause) {
      const reason = messageOf(cause);
      const advice = `it needs ${needs} and a readable file; the next request for it tries again`;
      const error = new ModelNotOpenedError(`${name} cannot be opened (${path}): ${reason}; ${advice}`, reason);
      this.#failed = { error, atMs: monotonicMs() };
      this.#opening = null;
      throw error;
    }
  }
}
