/** A real terminal with a shell in it, into which whole blocks are pasted. */

/** Wider than any line: what is written stays in one piece. */
const COLUMNS = 4_000;
const LOOK_MS = 20;
const SETTLE_MS = 500;
const CLOSE_MS_MAX = 10_000;

/** As terminals paste: in brackets, so that the shell takes all of it at once, or, older ones, as if it were typed. */
export type Way = "at once" | "line by line";

export class PastingTerminal {
  readonly #shell: Bun.Subprocess;
  #screen = "";
  #pasted = 0;

  /** A fresh bash that reads no settings of its user. */
  constructor(cwd: string, env: Readonly<Record<string, string>>) {
    const decoder = new TextDecoder();
    this.#shell = Bun.spawn(["bash", "--noprofile", "--norc", "-i"], {
      cwd,
      env: { ...env, TERM: "xterm" },
      terminal: {
        cols: COLUMNS,
        rows: 50,
        data: (_, bytes) => {
          this.#screen += decoder.decode(bytes, { stream: true });
        },
      },
    });
  }

  /** Resolves with what was written until the shell had done all of it. Throws with the screen where it does not within the time. */
  async paste(block: string, way: Way, timeoutMs: number): Promise<string> {
    const from = this.#screen.length;
    this.type(block, way);
    this.#pasted += 1;
    // What is typed is written as well: the number is only there when the shell has worked it out.
    this.type(`echo done-$((${this.#pasted} + 1000))`, way);
    await this.#until(new RegExp(`done-${this.#pasted + 1000}`), timeoutMs);
    return Bun.stripANSI(this.#screen.slice(from)).replaceAll("\r", "");
  }

  /** Pastes, and waits for nothing. */
  type(block: string, way: Way): void {
    const text = block.trimEnd();
    this.#shell.terminal?.write(way === "at once" ? `\u001b[200~${text}\u001b[201~\r` : `${text}\n`);
  }

  /** Ctrl-C for a program that runs on, and the end of the shell and what runs behind it. */
  async close(): Promise<void> {
    this.#shell.terminal?.write("\u0003");
    // What is typed before the shell has taken note of that is thrown away.
    await Bun.sleep(SETTLE_MS);
    this.type("kill $(jobs -p); wait; exit", "line by line");
    await Promise.race([this.#shell.exited, Bun.sleep(CLOSE_MS_MAX)]);
    this.#shell.kill("SIGKILL");
  }

  async #until(pattern: RegExp, timeoutMs: number): Promise<void> {
    const deadline = performance.now() + timeoutMs;
    while (!pattern.test(this.#screen)) {
      if (performance.now() > deadline) throw new Error(`it did not end in ${timeoutMs} ms:\n${this.#screen}`);
      await Bun.sleep(LOOK_MS);
    }
  }
}
