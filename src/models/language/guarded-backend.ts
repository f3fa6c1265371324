import type { Log } from "#core/log.ts";
import type { Backend } from "./backend.ts";
import { BackendFailure } from "./backend-failure.ts";
import type { CircuitBreaker, Outcome } from "./circuit-breaker.ts";
import type { Dialect, DialectReply, Question, Tokens } from "./dialect.ts";
import { loggedDetail } from "./logged-detail.ts";
import type { Retries } from "./retries.ts";

/** A dialect that is tried again where that helps, and left alone while it fails. */
export class GuardedBackend implements Backend {
  readonly #dialect: Dialect;
  readonly #breaker: CircuitBreaker;
  readonly #retries: Retries;
  readonly #log: Log;
  readonly #called: (outcome: string, tokens: Tokens) => void;

  constructor(parts: {
    readonly dialect: Dialect;
    readonly breaker: CircuitBreaker;
    readonly retries: Retries;
    readonly log: Log;
    /** Told of each call of the server: `answered`, or why not. */
    readonly called?: (outcome: string, tokens: Tokens) => void;
  }) {
    this.#dialect = parts.dialect;
    this.#breaker = parts.breaker;
    this.#retries = parts.retries;
    this.#log = parts.log;
    this.#called = parts.called ?? (() => {});
  }

  load(): Promise<void> {
    return this.#dialect.load();
  }

  ask(question: Question, deadlineMs: number, signal: AbortSignal): Promise<DialectReply> {
    return this.#retries.run(deadlineMs, signal, () => this.#askOnce(question, signal));
  }

  async #askOnce(question: Question, signal: AbortSignal): Promise<DialectReply> {
    const report = this.#admit();
    let outcome: Outcome = "neither";
    try {
      const reply = await this.#dialect.ask(question, signal);
      outcome = "succeeded";
      this.#called("answered", reply.tokens);
      return reply;
    } catch (failure) {
      outcome = outcomeOf(failure);
      this.#called(reasonOf(failure), NO_TOKENS);
      if (failure instanceof BackendFailure) this.#log(logLine(failure, question), { level: "warn" });
      throw failure;
    } finally {
      report(outcome);
    }
  }

  #admit(): (outcome: Outcome) => void {
    try {
      return this.#breaker.admit();
    } catch (leftAlone) {
      this.#called("left_alone", NO_TOKENS);
      throw leftAlone;
    }
  }
}

const NO_TOKENS: Tokens = { input: 0, output: 0 };

/** A word from a short list. */
function reasonOf(failure: unknown): string {
  if (failure instanceof BackendFailure) return failure.kind;
  if (!(failure instanceof DOMException)) return "error";
  return failure.name === "TimeoutError" ? "timed_out" : "abandoned";
}

/** One line, whatever the server wrote. */
function logLine({ message, detail }: BackendFailure, { prompt }: Question): string {
  const shown = loggedDetail(detail, prompt.user);
  return shown === "" ? message : `${message}: ${shown}`;
}

function outcomeOf(failure: unknown): Outcome {
  if (failure instanceof BackendFailure) return SERVERS_FAULT.has(failure.kind) ? "failed" : "neither";
  // The deadline; a client who left says nothing about the server.
  return failure instanceof DOMException && failure.name === "TimeoutError" ? "failed" : "neither";
}
const SERVERS_FAULT: ReadonlySet<string> = new Set(["unreachable", "overloaded", "failed", "unreadable"]);
