/** Language models of the owner's: behind a server that speaks OpenAI's chat completions or Anthropic's, or in a file. */
import { setTimeout } from "node:timers/promises";
import type { Log } from "#core/log.ts";
import { NOBODY } from "#core/ports/observer.ts";
import { UNTRACED } from "#core/ports/tracer.ts";
import type { Dialect, DialectReply, Tokens } from "../backend/dialect.ts";
import { Bulkhead } from "./bulkhead.ts";
import { CircuitBreaker } from "./circuit-breaker.ts";
import { GuardedBackend } from "./guarded-backend.ts";
import { ServedModel } from "./language-model.ts";
import { ModeFinder, NO_BOOK } from "./mode-finder.ts";
import type { ModelServer, Surroundings } from "./model-server.ts";
import { Retries } from "./retries.ts";
import { dialectOf, idOf, nameOf } from "./server-dialect.ts";
import { ServerHistory } from "./server-history.ts";
import { serverKey } from "./server-key.ts";
import { moneyFor } from "./token-prices.ts";
import { ToolShortlist } from "./tool-shortlist.ts";
import { chatSpan } from "./tracing.ts";

export type { ModelServer, Surroundings } from "./model-server.ts";

export type ServedModelOptions = ModelServer & Surroundings;

export interface OpenedModel {
  readonly model: ServedModel;
  readonly history: Pick<ServerHistory, "standing">;
  /** Stops what was started for it. */
  close(): Promise<void>;
}

/** Contacts nobody before it is made ready, or asked. A child is started at once. */
export function openServedModel(options: ServedModelOptions): OpenedModel {
  const { timeoutMs, monotonicMs, observer = NOBODY, tracer = UNTRACED, findings: book = NO_BOOK } = options;
  const id = idOf(options);
  // There may be several.
  const log: Log = (message, about) => options.log(`${id}: ${message}`, about);
  const { dialect, close } = dialectOf({ ...options, log });
  // From the start, not only from the first change on.
  observer.breakerChanged(id, "closed");
  observer.serverQueueChanged(id, { running: 0, waiting: 0 });
  const history = new ServerHistory(monotonicMs);
  const changed = (state: "closed" | "open") => {
    observer.breakerChanged(id, state);
    history.breakerChanged(state);
  };
  const breaker = new CircuitBreaker({ monotonicMs, log, changed });
  const retries = new Retries({ monotonicMs, sleep, random: Math.random });
  const called = (outcome: string, tokens: Tokens) =>
    observer.serverCalled(id, outcome, { cached: 0, ...tokens, money: moneyFor(tokens, options) });
  const bulkhead = new Bulkhead(options.concurrencyMax, options.queueMax, (queue) =>
    observer.serverQueueChanged(id, queue),
  );
  // What is asked to find out what it can do stands in line as everything else does, and costs what everything else does.
  const examined = examinedDialect(dialect, async (ask, signal) => {
    const reply = await bulkhead.run(null, signal, ask);
    called("examined", reply.tokens);
    return reply;
  });
  const key = serverKey(options);
  const { begun = Promise.resolve() } = options;
  const modes = new ModeFinder({ mode: options.mode, key, book, dialect: examined, begun, timeoutMs, log });
  const model = new ServedModel({
    id,
    backend: new GuardedBackend({
      dialect,
      breaker,
      retries,
      log,
      called,
      history,
      tracer,
      span: chatSpan({ ...options, name: nameOf(options) }),
    }),
    bulkhead,
    shortlist: new ToolShortlist(options.toolsMax, options.embedder),
    modes,
    prices: options,
    monotonicMs,
    timeoutMs,
  });
  return {
    model,
    history,
    close: () => {
      modes.close();
      return close();
    },
  };
}

/** The dialect, each question asked by `through`. */
function examinedDialect(
  dialect: Dialect,
  through: (ask: () => Promise<DialectReply>, signal: AbortSignal) => Promise<DialectReply>,
): Pick<Dialect, "ask" | "facts" | "known"> {
  return {
    ask: (question, signal) => through(() => dialect.ask(question, signal), signal),
    ...(dialect.facts && { facts: dialect.facts.bind(dialect) }),
    ...(dialect.known && { known: dialect.known.bind(dialect) }),
  };
}

async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  // Node's own wait rejects with an AbortError: who waits is told the signal's reason.
  await setTimeout(ms, undefined, { signal }).catch(() => signal.throwIfAborted());
}
