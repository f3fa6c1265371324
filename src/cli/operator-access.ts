import type { Config } from "#config";
import { messageOf, OperatorError } from "#core/errors.ts";
import type { JsonObject, JsonValue } from "#core/json.ts";
import type { Operator } from "#core/operator/operator.ts";
import { Failure } from "./command.ts";
import { throughSocket } from "./control-client.ts";
import type { Terminal } from "./terminal.ts";

/** How long a folder may be held by a process that is ending, or a server that takes no more commands. */
const FOLDER_WAIT_MS_MAX = 3_000;
/** How long a server may take to start: one of a newer version rewrites tables first. */
const SERVER_START_MS_MAX = 60_000;
const FOLDER_LOOK_MS = 100;
/** A server that was started in the same breath as the command has taken the folder by then. */
const SAME_BREATH_MS = 100;
/** Who waits longer is told what for. */
const SILENT_WAIT_MS_MAX = 1_000;

/** Who runs this command, as the audit log names them. */
export function ownUser(): string {
  return `user ${process.geteuid?.() ?? "unknown"}`;
}

interface Opened {
  readonly operator: Operator;
  close(): Promise<void>;
}

/** The operator's commands: by the running server where there is one, else on the data folder itself, which then stays open. */
export class OperatorAccess {
  readonly #config: Config;
  readonly #terminal: Terminal;
  readonly #asksModels: boolean;
  readonly #beforeOpening: () => Promise<string>;
  #opened: Opened | null = null;

  /** `asksModels`: without a server the models are opened too. `beforeOpening`: gives what is said of it where no server runs. */
  constructor(
    config: Config,
    terminal: Terminal,
    {
      asksModels,
      beforeOpening = async () => "",
    }: { readonly asksModels: boolean; readonly beforeOpening?: (() => Promise<string>) | undefined },
  ) {
    this.#config = config;
    this.#terminal = terminal;
    this.#asksModels = asksModels;
    this.#beforeOpening = beforeOpening;
  }

  /** Throws the command's own AppError, and a Failure. A server that is starting on the folder is waited for, and then does it. */
  async run(command: string, args: JsonObject): Promise<JsonValue> {
    const begun = performance.now();
    let remark: string | null = null;
    let isTold = false;
    while (!this.#opened) {
      const answer = await throughSocket(this.#config.dataDir, command, args);
      if (answer.reached) return answer.result;
      const waitedMs = performance.now() - begun;
      if (waitedMs < SAME_BREATH_MS) {
        await Bun.sleep(SAME_BREATH_MS);
        continue;
      }
      remark ??= await this.#beforeOpening();
      try {
        this.#opened = await this.#open();
        this.#terminal.err(remark);
      } catch (failure) {
        refuseToWait(failure, waitedMs);
        if (waitedMs > SILENT_WAIT_MS_MAX && !isTold) {
          const { dataDir } = this.#config;
          const whom = failure.code === "folder_starting" ? "the server that is starting on" : "whoever works on";
          this.#terminal.err(`waiting for ${whom} ${dataDir}\n`);
          isTold = true;
        }
        await Bun.sleep(FOLDER_LOOK_MS);
      }
    }
    return this.#opened.operator.run(command, args, ownUser());
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

/** Throws what cannot be waited out, or was waited for long enough. */
export function refuseToWait(failure: unknown, waitedMs: number): asserts failure is OperatorError {
  const code = failure instanceof OperatorError ? failure.code : null;
  const isStarting = code === "folder_starting";
  if (!(isStarting || code === "folder_in_use")) throw failure;
  if (waitedMs <= (isStarting ? SERVER_START_MS_MAX : FOLDER_WAIT_MS_MAX)) return;
  throw new Failure(`${messageOf(failure)}; if it is starting or stopping, try again in a moment`, failure);
}
