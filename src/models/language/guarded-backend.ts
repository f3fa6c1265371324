import type { Log } from "#core/log.ts";
import { type Span, type SpanAttributes, type SpanStart, type Tracer, UNTRACED } from "#core/ports/tracer.ts";
import type { Backend } from "../backend/backend.ts";
import { BackendFailure, type FailureKind } from "../backend/backend-failure.ts";
import type { Dialect, DialectReply, Question, Tokens } from "../backend/dialect.ts";
import type { CircuitBreaker, Outcome } from "./circuit-breaker.ts";
import { loggedDetail } from "./logged-detail.ts";
import type { Retries } from "./retries.ts";
import type { ServerHistory } from "./server-history.ts";

/** A dialect that is tried again where that helps, and left alone while it fails. */
export class GuardedBackend implements Backend {
  readonly #dialect: Dialect;
  readonly #breaker: CircuitBreaker;
  readonly #retries: Retries;
  readonly #log: Log;
  readonly #called: (outcome: string, tokens: Tokens) => void;
  readonly #history: Pick<ServerHistory, "answered" | "failed"> | null;
  readonly #tracer: Tracer;
  readonly #span: SpanStart;

  constructor(parts: {
    readonly dialect: Dialect;
    readonly breaker: CircuitBreaker;
    readonly retries: Retries;
    readonly log: Log;
    /** Told of each call of the server: `answered`, or why not. */
    readonly called?: (outcome: string, tokens: Tokens) => void;
    /** Told of each call that says something of the server. */
    readonly history?: Pick<ServerHistory, "answered" | "failed">;
    readonly tracer?: Tracer;
    /** What each call of the server is in a trace. */
    readonly span?: SpanStart;
  }) {
    this.#dialect = parts.dialect;
    this.#breaker = parts.breaker;
    this.#retries = parts.retries;
    this.#log = parts.log;
    this.#called = parts.called ?? (() => {});
    this.#history = parts.history ?? null;
    this.#tracer = parts.tracer ?? UNTRACED;
    this.#span = parts.span ?? { name: "chat", kind: "client" };
  }

  load(): Promise<void> {
    return this.#dialect.load();
  }

  ask(question: Question, deadlineMs: number, signal: AbortSignal): Promise<DialectReply> {
    return this.#retries.run(deadlineMs, signal, () =>
      this.#tracer.part(this.#span, (span) => this.#askOnce(question, signal, span)),
    );
  }

  async #askOnce(question: Question, signal: AbortSignal, span: Span): Promise<DialectReply> {
    const report = this.#admit(span);
    let outcome: Outcome = "neither";
    try {
      const reply = await this.#dialect.ask(question, signal);
      outcome = "succeeded";
      this.#called("answered", reply.tokens);
      this.#history?.answered();
      span.add({ ...usageOf(reply.tokens), "gen_ai.response.finish_reasons": [reply.finish] });
      return reply;
    } catch (failure) {
      outcome = outcomeOf(failure);
      const reason = reasonOf(failure);
      this.#called(reason, NO_TOKENS);
      span.fail(reason);
      const words = failure instanceof BackendFailure ? logLine(failure, question) : null;
      if (words !== null) this.#log(words, { level: "warn" });
      // Whoever left says nothing of the server.
      if (reason !== "abandoned")
        this.#history?.failed(words ?? WORDS_FOR_OTHERS[reason === "timed_out" ? reason : "error"]);
      throw failure;
    } finally {
      report(outcome);
    }
  }

  #admit(span: Span): (outcome: Outcome) => void {
    try {
      return this.#breaker.admit();
    } catch (leftAlone) {
      this.#called("left_alone", NO_TOKENS);
      span.fail("left_alone");
      throw leftAlone;
    }
  }
}

const NO_TOKENS: Tokens = { input: 0, output: 0 };

function usageOf({ input, output, cached }: Tokens): SpanAttributes {
  return {
    "gen_ai.usage.input_tokens": input,
    "gen_ai.usage.output_tokens": output,
    ...(cached !== undefined && { "gen_ai.usage.cache_read.input_tokens": cached }),
  };
}

/** Of failures that say nothing themselves. */
const WORDS_FOR_OTHERS = { timed_out: "it took longer than it may", error: "something unexpected went wrong" } as const;

/** A word from a short list. */
function reasonOf(failure: unknown): FailureKind | keyof typeof WORDS_FOR_OTHERS | "abandoned" {
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
