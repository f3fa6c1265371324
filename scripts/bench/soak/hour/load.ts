/**
 * The apps of the soak, a process of its own: `bun load.ts URL TOKENS find SECONDS` tells how many asks a second are answered when each of
 * `CLIENTS` sends the next one as soon as the last is answered; `bun load.ts URL TOKENS steady RATE` sends that many at their times, until
 * standard input ends. `TOKENS` are access tokens, with commas. Who runs it writes `stopping` before the server is ended on purpose, and `up` when it is ready again: what
 * fails between the two is planned. Before the clock is put ahead it writes `turning`, and then `tokens TOKENS`: between the two a 401 is planned. Each `TELL_MS` it writes a `LoadPart` as a line of JSON, and `LoadWhole` as the last.
 */
import { percentile } from "#core/examination/statistics.ts";
import { type Ask, askOf, KINDS, type Kind } from "./asks.ts";
import type { LoadPart, LoadWhole, TopRate } from "./figures.ts";

const [url = "", tokenList = "", mode = "find", number = "20"] = process.argv.slice(2);
let tokens = tokenList.split(",");
const CLIENTS = 16;
const TELL_MS = 5_000;
const PATIENCE_MS = 30_000;
/** That a stop was announced may be read later than the connection is seen to end. */
const ANNOUNCED_WITHIN_MS = 300;
/** Each known question of each of three apps. */
const WARMING_ASKS = 300;
const UNDER_WAY_MAX = 512;
/** Of so many failures the words are kept. */
const TOLD_FAILURES_MAX = 50;

interface Outcome {
  /** Null for an answer as it should be. */
  readonly failure: string | null;
  /** Nobody knows whether it was done, and charged. */
  readonly isUnanswered?: boolean;
  /** The answer of another request under the same key: it is not charged. */
  readonly isReplayed?: boolean;
}

async function sent(ask: Ask, index: number): Promise<Outcome> {
  try {
    const response = await fetch(url + ask.path, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${tokens[index % tokens.length]}`,
        "Content-Type": "application/json",
        "Cache-Control": ask.cacheControl,
        ...(ask.key !== undefined && { "Idempotency-Key": ask.key }),
      },
      body: JSON.stringify(ask.body),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const text = await response.text();
    const isReplayed = response.headers.get("Idempotency-Replayed") === "true";
    return { failure: response.status === 200 ? null : `${response.status} ${text.slice(0, 200)}`, isReplayed };
  } catch (failure) {
    return { failure: String(failure), isUnanswered: true };
  }
}

/** Asks a second of `CLIENTS` that each wait for their answers. Throws where one is not answered: a rate of refusals is none. */
async function topRate(seconds: number): Promise<TopRate> {
  let next = 0;
  const endAt = performance.now() + 1_000 * seconds;
  const startedAt = performance.now();
  const client = async () => {
    while (performance.now() < endAt) {
      const index = next;
      next += 1;
      const { failure } = await sent({ ...askOf(index), key: undefined }, index);
      if (failure !== null) throw new Error(`while the top rate was looked for: ${failure}`);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return { perSecond: (1_000 * next) / (performance.now() - startedAt), paid: next };
}

/** A time that was announced, and is over or not. */
class Announced {
  #isOn = false;
  #lastEnded = Number.NEGATIVE_INFINITY;

  begin(): void {
    this.#isOn = true;
  }

  end(): void {
    this.#isOn = false;
    this.#lastEnded = performance.now();
  }

  /** Whether what was sent then, and ended now, met it. */
  met(sentAt: number): boolean {
    return this.#isOn || this.#lastEnded >= sentAt;
  }
}

/** When the server was ended on purpose, and when its clock was put ahead. */
class Planned {
  readonly stop = new Announced();
  readonly turn = new Announced();

  /** Whether that failure is no surprise. Tokens of the month before are refused, and nothing else is. */
  explains(failure: string | null, sentAt: number): boolean {
    if (this.stop.met(sentAt)) return true;
    return this.turn.met(sentAt) && failure?.startsWith("401 ") === true;
  }
}

class Counts {
  readonly #planned: Planned;
  readonly #took: Record<Kind, number[]> = Object.fromEntries(KINDS.map((kind) => [kind, []])) as unknown as Record<
    Kind,
    number[]
  >;
  readonly #failures: string[] = [];
  #part = { took: [] as number[], planned: 0, failed: 0, late: 0 };
  #plannedInAll = 0;
  #failedInAll = 0;
  #repeated = 0;
  #paid = 0;
  #unanswered = 0;

  constructor(planned: Planned) {
    this.#planned = planned;
  }

  /** Resolves with whether the ask has to be repeated: it met what was planned. */
  async count(
    ask: Ask,
    dueAt: number,
    { failure, isUnanswered = false, isReplayed = false }: Outcome,
  ): Promise<boolean> {
    const tookMs = performance.now() - dueAt;
    if (failure === null && !isReplayed) this.#paid += 1;
    if (isUnanswered) this.#unanswered += 1;
    if (failure !== null) await Bun.sleep(ANNOUNCED_WITHIN_MS);
    if (this.#planned.explains(failure, dueAt)) {
      if (failure === null) return false;
      this.#part.planned += 1;
      this.#plannedInAll += 1;
      return true;
    }
    if (failure === null) {
      this.#part.took.push(tookMs);
      this.#took[ask.kind].push(tookMs);
      return false;
    }
    this.#part.failed += 1;
    this.#failedInAll += 1;
    if (this.#failures.length < TOLD_FAILURES_MAX) this.#failures.push(`${ask.kind}: ${failure}`);
    return false;
  }

  /** One that was left out: as many as may be were under way. */
  leftOut(): void {
    this.#part.late += 1;
  }

  repeated(): void {
    this.#repeated += 1;
  }

  /** Before anything is counted: asks that were answered. */
  paidBefore(count: number): void {
    this.#paid += count;
  }

  part(): LoadPart {
    const { took, planned, failed, late } = this.#part;
    this.#part = { took: [], planned: 0, failed: 0, late: 0 };
    const at = (percent: number) => percentile(took, percent);
    return { answered: took.length, planned, failed, leftOut: late, p50Ms: at(50), p99Ms: at(99) };
  }

  whole(): LoadWhole {
    const times = KINDS.map((kind) => {
      const took = this.#took[kind];
      return [
        kind,
        {
          count: took.length,
          p50Ms: percentile(took, 50),
          p99Ms: percentile(took, 99),
          worstMs: percentile(took, 100),
        },
      ];
    });
    return {
      planned: this.#plannedInAll,
      failed: this.#failedInAll,
      repeated: this.#repeated,
      paid: this.#paid,
      unanswered: this.#unanswered,
      failures: this.#failures,
      times: Object.fromEntries(times) as LoadWhole["times"],
    };
  }
}

/** Until standard input ends. */
async function steady(rate: number): Promise<void> {
  const planned = new Planned();
  const counts = new Counts(planned);
  counts.paidBefore(await warm());
  const cutOff: { readonly ask: Ask; readonly index: number }[] = [];
  let isOver = false;
  let underWay = 0;
  const send = async (ask: Ask, index: number, dueAt: number) => {
    underWay += 1;
    const mustRepeat = await counts.count(ask, dueAt, await sent(ask, index));
    underWay -= 1;
    if (mustRepeat && ask.key !== undefined) cutOff.push({ ask, index });
  };
  const reading = (async () => {
    for await (const line of console) {
      if (line === "stopping") planned.stop.begin();
      if (line === "turning") planned.turn.begin();
      if (line === "up") planned.stop.end();
      if (line.startsWith("tokens ")) {
        tokens = line.slice("tokens ".length).split(",");
        planned.turn.end();
      }
      if (line !== "up" && !line.startsWith("tokens ")) continue;
      // Under their keys: whoever was charged is told the same answer, and not charged again.
      for (const { ask, index } of cutOff.splice(0)) {
        counts.repeated();
        void send(ask, index, performance.now());
      }
    }
    isOver = true;
  })();
  const telling = setInterval(() => process.stdout.write(`${JSON.stringify(counts.part())}\n`), TELL_MS);
  const startedAt = performance.now();
  for (let index = 0; !isOver; index += 1) {
    const dueAt = startedAt + (index * 1_000) / rate;
    const waitMs = dueAt - performance.now();
    if (waitMs > 0) await Bun.sleep(waitMs);
    if (underWay >= UNDER_WAY_MAX) counts.leftOut();
    // A sleep may end a fraction of a millisecond early: what is sent before new tokens come must not seem to be sent after them.
    else void send(askOf(index), index, Math.min(dueAt, performance.now()));
  }
  await reading;
  while (underWay > 0) await Bun.sleep(50);
  clearInterval(telling);
  process.stdout.write(`${JSON.stringify(counts.part())}\n${JSON.stringify(counts.whole())}\n`);
}

/** Resolves with how many were answered. */
async function warm(): Promise<number> {
  let answered = 0;
  for (let index = 0; index < WARMING_ASKS; index += 1)
    if ((await sent({ ...askOf(index), key: undefined }, index)).failure === null) answered += 1;
  return answered;
}

if (mode === "find") {
  const warmed = await warm();
  const { perSecond, paid } = await topRate(Number(number));
  process.stdout.write(`${JSON.stringify({ perSecond, paid: paid + warmed } satisfies TopRate)}\n`);
} else await steady(Number(number));
