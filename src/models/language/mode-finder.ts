import type { Log } from "#core/log.ts";
import type { AnswerMode } from "#core/prompts/prompt.ts";
import { bestMode, findCapabilities } from "./capabilities.ts";
import type { Dialect } from "./dialect.ts";

/** After a failed try nobody asks again before this. */
const TRY_AGAIN_MS = 60_000;

/** The mode that a server is to be asked in: the one in the settings, or the best that it is found to be honest in. */
export class ModeFinder {
  readonly #dialect: Dialect;
  readonly #options: {
    readonly timeoutMs: number;
    readonly monotonicMs: () => number;
    readonly log: Log;
  };
  #found: AnswerMode | null = null;
  #trying: Promise<void> | null = null;
  #nextTryMs = Number.NEGATIVE_INFINITY;

  constructor(
    mode: AnswerMode | "auto",
    dialect: Dialect,
    options: {
      readonly timeoutMs: number;
      readonly monotonicMs: () => number;
      readonly log: Log;
    },
  ) {
    if (mode !== "auto") this.#found = mode;
    this.#dialect = dialect;
    this.#options = options;
  }

  /** Until it is known, by schema: most servers can, and an answer that cannot be used is asked for again. */
  mode(): AnswerMode {
    if (this.#found === null) void this.find();
    return this.#found ?? "schema";
  }

  /** Resolves when it is found, or cannot be for now. */
  find(): Promise<void> {
    if (this.#found !== null || this.#options.monotonicMs() < this.#nextTryMs) return Promise.resolve();
    this.#trying ??= this.#try().finally(() => {
      this.#trying = null;
    });
    return this.#trying;
  }

  async #try(): Promise<void> {
    const { log, monotonicMs, timeoutMs } = this.#options;
    try {
      const capabilities = await findCapabilities(this.#dialect, AbortSignal.timeout(timeoutMs));
      this.#found = bestMode(capabilities);
      const { schema, tools, systemPrompt } = capabilities;
      log(
        `the model server is asked in mode "${this.#found}" (schema ${schema}, tools ${tools}, system ${systemPrompt})`,
      );
    } catch (failure) {
      this.#nextTryMs = monotonicMs() + TRY_AGAIN_MS;
      const reason = failure instanceof Error ? failure.message : failure;
      log(`what the model server can do is not known yet: ${reason}`, { level: "warn" });
    }
  }
}
