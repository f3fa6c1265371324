/** A model server that is a child of ours: started, watched, started again when it ends, and stopped with us. */
import { setTimeout } from "node:timers/promises";
import { messageOf } from "#core/errors.ts";
import type { Log } from "#core/log.ts";
import { BackendFailure } from "../backend/backend-failure.ts";
import { freePort } from "./free-port.ts";

export interface ChildServerOptions {
  /** A program that takes `--model`, `--host` and `--port`, and answers `/health` with 200 when it can be asked. */
  readonly executable: string;
  /** Put before those three. */
  readonly arguments: readonly string[];
  /** The GGUF file. */
  readonly path: string;
  readonly log: Log;
  /** Before it is started again, the first time; doubled each time, up to half a minute. */
  readonly waitMsFirst?: number;
}

type Child = Bun.Subprocess<"ignore", "ignore", "pipe">;

const WAIT_MS_FIRST = 1_000;
const WAIT_MS_MAX = 30_000;
/** In a row, without running well for a while in between. */
const ENDS_MAX = 6;
/** Who ran for as long ran well. */
const RAN_WELL_MS = 60_000;
/** To read a large file from a slow disk. */
const START_MS_MAX = 600_000;
const LOOK_MS = 50;
/** After SIGTERM. */
const STOP_MS_MAX = 5_000;
/** Of what it writes, the end: why it failed. */
const WRITTEN_MAX = 2_000;

export class ChildServer {
  readonly #options: ChildServerOptions;
  readonly #closing = new AbortController();
  #child: Child | null = null;
  #written = "";
  /** While it answers. */
  #baseUrl: string | null = null;
  #starting: PromiseWithResolvers<void> | null = null;
  /** Resolves when it will not be started again. */
  #watching: Promise<void> = Promise.resolve();
  readonly #killWithUs = () => this.#child?.kill("SIGKILL");

  constructor(options: ChildServerOptions) {
    this.#options = options;
  }

  /** Starts it at the first call. Resolves when it answers; rejects with `bad_gateway` when it never did and is given up. */
  started(): Promise<void> {
    if (this.#starting === null) {
      this.#starting = Promise.withResolvers<void>();
      // Who wants to know waits for it; nobody has to.
      this.#starting.promise.catch(() => {});
      process.on("exit", this.#killWithUs);
      this.#watching = this.#watch(this.#starting);
    }
    return this.#starting.promise;
  }

  /** Where it answers now. Throws `bad_gateway` while it does not. */
  baseUrl(): string {
    if (this.#baseUrl === null) throw new BackendFailure("unreachable", "the model server that is our child is not up");
    return this.#baseUrl;
  }

  /** SIGTERM, and SIGKILL when that does not help. Resolves when it is gone. */
  async close(): Promise<void> {
    this.#closing.abort();
    const child = this.#child;
    child?.kill("SIGTERM");
    const stubborn = globalThis.setTimeout(() => child?.kill("SIGKILL"), STOP_MS_MAX);
    await this.#watching;
    clearTimeout(stubborn);
    process.off("exit", this.#killWithUs);
  }

  async #watch(starting: PromiseWithResolvers<void>): Promise<void> {
    const { log, waitMsFirst = WAIT_MS_FIRST } = this.#options;
    const { signal } = this.#closing;
    let waitMs = waitMsFirst;
    for (let ends = 0; !signal.aborted; ) {
      const startedAt = performance.now();
      const why = await this.#runOnce(starting);
      if (signal.aborted) break;
      if (performance.now() - startedAt > RAN_WELL_MS) [ends, waitMs] = [0, waitMsFirst];
      ends += 1;
      if (ends >= ENDS_MAX) {
        const message = `the model server ended ${ends} times in a row and is not started again: ${why}`;
        log(message, { level: "error" });
        starting.reject(new BackendFailure("unreachable", message));
        return;
      }
      log(`the model server ended and is started again in ${waitMs} ms: ${why}`, { level: "warn" });
      await setTimeout(waitMs, undefined, { signal }).catch(() => {});
      waitMs = Math.min(waitMs * 2, WAIT_MS_MAX);
    }
    starting.reject(new BackendFailure("unreachable", "the model server was stopped"));
  }

  /** Resolves when it has ended, to the reason in words. */
  async #runOnce(starting: PromiseWithResolvers<void>): Promise<string> {
    try {
      const port = await freePort();
      const child = this.#spawn(port);
      this.#child = child;
      if (this.#closing.signal.aborted) child.kill("SIGTERM");
      const collected = this.#collect(child.stderr);
      const baseUrl = `http://127.0.0.1:${port}`;
      const isUp = await answersHealth(baseUrl, child);
      if (isUp) {
        this.#baseUrl = `${baseUrl}/v1`;
        starting.resolve();
      } else child.kill("SIGKILL");
      await child.exited;
      this.#baseUrl = null;
      await Promise.race([collected, setTimeout(LOOK_MS)]);
      return endOf(child, this.#written);
    } catch (failure) {
      return messageOf(failure);
    } finally {
      this.#child = null;
    }
  }

  #spawn(port: number): Child {
    const { executable, path } = this.#options;
    const own = ["--model", path, "--host", "127.0.0.1", "--port", String(port)];
    // Where the system has it: the child is ended even when we are killed and can end nothing any more.
    const leash = Bun.which("setpriv");
    const leashed = leash === null ? [] : [leash, "--pdeathsig", "KILL", "--"];
    return Bun.spawn([...leashed, executable, ...this.#options.arguments, ...own], {
      stdio: ["ignore", "ignore", "pipe"],
    });
  }

  async #collect(stderr: ReadableStream<Uint8Array>): Promise<void> {
    this.#written = "";
    const decoder = new TextDecoder();
    for await (const chunk of stderr) {
      this.#written = (this.#written + decoder.decode(chunk, { stream: true })).slice(-WRITTEN_MAX);
    }
  }
}

/** False when it ended before, or took too long. */
async function answersHealth(baseUrl: string, child: Child): Promise<boolean> {
  const deadlineMs = performance.now() + START_MS_MAX;
  while (child.exitCode === null && child.signalCode === null && performance.now() < deadlineMs) {
    const signal = AbortSignal.timeout(1_000);
    const direct = { signal, redirect: "manual", proxy: false } as RequestInit;
    const isOk = await fetch(`${baseUrl}/health`, direct).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isOk) return true;
    await setTimeout(LOOK_MS);
  }
  return false;
}

function endOf({ exitCode, signalCode }: Child, written: string): string {
  const status = signalCode === null ? `exit status ${exitCode}` : signalCode;
  const lines = written
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  return [status, ...lines.slice(-3)].join("; ").slice(0, 500);
}
