import type { Backend } from "./backend.ts";
import { BackendFailure } from "./backend-failure.ts";
import type { CircuitBreaker, Outcome } from "./circuit-breaker.ts";
import type { Dialect, DialectReply, Question } from "./dialect.ts";
import type { Retries } from "./retries.ts";

/** A dialect that is tried again where that helps, and left alone while it fails. */
export class GuardedBackend implements Backend {
  readonly #dialect: Dialect;
  readonly #breaker: CircuitBreaker;
  readonly #retries: Retries;
  readonly #log: (message: string) => void;

  constructor(parts: {
    readonly dialect: Dialect;
    readonly breaker: CircuitBreaker;
    readonly retries: Retries;
    readonly log: (message: string) => void;
  }) {
    this.#dialect = parts.dialect;
    this.#breaker = parts.breaker;
    this.#retries = parts.retries;
    this.#log = parts.log;
  }

  load(): Promise<void> {
    return this.#dialect.load();
  }

  ask(question: Question, deadlineMs: number, signal: AbortSignal): Promise<DialectReply> {
    return this.#retries.run(deadlineMs, signal, () => this.#askOnce(question, signal));
  }

  async #askOnce(question: Question, signal: AbortSignal): Promise<DialectReply> {
    const report = this.#breaker.admit();
    let outcome: Outcome = "neither";
    try {
      const reply = await this.#dialect.ask(question, signal);
      outcome = "succeeded";
      return reply;
    } catch (failure) {
      outcome = outcomeOf(failure);
      if (failure instanceof BackendFailure) this.#log(logLine(failure));
      throw failure;
    } finally {
      report(outcome);
    }
  }
}

/** One line, whatever the server wrote. */
function logLine({ message, detail }: BackendFailure): string {
  const shown = detail.replace(/\s+/g, " ").slice(0, LOGGED_CHARACTERS_MAX);
  return shown === "" ? message : `${message}: ${shown}`;
}
const LOGGED_CHARACTERS_MAX = 300;

function outcomeOf(failure: unknown): Outcome {
  if (failure instanceof BackendFailure) return SERVERS_FAULT.has(failure.kind) ? "failed" : "neither";
  // The deadline; a client who left says nothing about the server.
  return failure instanceof DOMException && failure.name === "TimeoutError" ? "failed" : "neither";
}
const SERVERS_FAULT: ReadonlySet<string> = new Set(["unreachable", "overloaded", "failed", "unreadable"]);
