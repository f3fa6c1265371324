import type { Config } from "#config";
import { OperatorError } from "#core/errors.ts";
import type { JsonObject, JsonValue } from "#core/json.ts";
import type { Operator } from "#core/operator-commands.ts";
import { Failure } from "./command.ts";
import { throughSocket } from "./control-client.ts";
import type { Terminal } from "./terminal.ts";

/** How long a folder may be held by a server that does not listen yet, or no longer. */
const FOLDER_WAIT_MS_MAX = 3_000;
const FOLDER_LOOK_MS = 100;

interface Opened {
  readonly operator: Operator;
  close(): Promise<void>;
}

/** The operator's commands: by the running server where there is one, else on the data folder itself, which then stays open. */
export class OperatorAccess {
  readonly #config: Config;
  readonly #terminal: Terminal;
  readonly #asksModels: boolean;
  #opened: Opened | null = null;

  /** `asksModels`: without a server the models are opened too. */
  constructor(config: Config, terminal: Terminal, { asksModels }: { readonly asksModels: boolean }) {
    this.#config = config;
    this.#terminal = terminal;
    this.#asksModels = asksModels;
  }

  /** Throws the command's own AppError, and a Failure. */
  async run(command: string, args: JsonObject): Promise<JsonValue> {
    const deadline = performance.now() + FOLDER_WAIT_MS_MAX;
    for (;;) {
      if (this.#opened) return this.#opened.operator.run(command, args);
      const answer = await throughSocket(this.#config.dataDir, command, args);
      if (answer.reached) return answer.result;
      try {
        this.#opened = await this.#open();
      } catch (failure) {
        if (!(failure instanceof OperatorError && failure.code === "folder_in_use")) throw failure;
        if (performance.now() > deadline) {
          throw new Failure(`${failure.message}; if it is starting or stopping, try again in a moment`, failure);
        }
        await Bun.sleep(FOLDER_LOOK_MS);
      }
    }
  }

  /** Frees the folder. */
  async close(): Promise<void> {
    await this.#opened?.close();
    this.#opened = null;
  }

  async #open(): Promise<Opened> {
    const { openAdministration, openExamination } = await import("#app");
    const say = (message: string) => this.#terminal.err(`${message}\n`);
    return this.#asksModels ? openExamination(this.#config, say) : openAdministration(this.#config, say);
  }
}
