/** A Valkey that nodes share: a real server behind a simulated wire, with a simulated clock and a simulated life. */

import type { SeededRandom } from "../kit/random.ts";
import { replace } from "../kit/replacing.ts";
import type { Owner, Scheduler } from "../kit/scheduler.ts";
import { COMMAND, EVICT, FORGET, KEEP_SNAPSHOT, onSimulatedClock, RETURN_TO_SNAPSHOT } from "./valkey-clock.ts";

/** A message is on its way for so long, most of the time. */
const LATENCY_MS = [0.05, 0.8] as const;
/** One in so many for longer than anybody waits, and in bad times one in so few. */
const LATE_MS = [5, 300] as const;
const LATE_ONE_IN = 800;
const LATE_ONE_IN_BAD_TIMES = 12;
/** Between two things that go wrong with it, on average, and how long it is away or slow. */
const FAULT_EVERY_MS = 350;
const AWAY_MS = [5, 1_500] as const;
/** What it has forgotten where it begins anew with what it knew. */
const FORGOTTEN_MS = [10, 500] as const;
/** How often, and how soon, a window goes where a block of numbers is being brought. */
const EVICTED_WHEN_LACKING = 0.2;
/** How often another node is cut off then, and counts in Postgres. */
const CUT_WHEN_LACKING = 0.1;
const EVICTED_AFTER_MS = [0.5, 6] as const;
/** How often, and how soon, the lease of a question goes that a node has just taken. */
const LEASE_FORGOTTEN = 0.15;
const LEASE_FORGOTTEN_AFTER_MS = [1, 60] as const;
/** So many periods, of 1, are so much calmer: leases live for seconds. */
const CALM = 0.3;
const CALM_TIMES = 20;
const IDENTITY_LETTERS = 40;

/** The connection of a node, as the runtime's own client has one. */
interface Link {
  readonly owner: Owner;
  readonly waiting: Set<PromiseWithResolvers<unknown>>;
  isOpen: boolean;
  /** What is on its way when it ends may arrive yet, at the server that it was for. */
  arrives: boolean;
  life: number;
  /** Nothing overtakes what was sent before. */
  sentUntilMs: number;
  answeredUntilMs: number;
  /** Called when it has ended from the other side. */
  ended: () => void;
}

export interface SimulatedValkeyOptions {
  readonly scheduler: Scheduler;
  readonly random: SeededRandom;
  /** To the real server, of which everything is this run's. */
  readonly server: Pick<Bun.RedisClient, "send">;
  /** The time that it tells, in milliseconds. */
  readonly now: () => number;
  readonly count: (what: string) => void;
  /** Called where it forgets more than a window. */
  readonly forgets: () => void;
}

export class SimulatedValkey {
  readonly #options: SimulatedValkeyOptions;
  readonly #links = new Set<Link>();
  /** What scripts are called by: of each life of the server anew. */
  readonly #scripts = new Map<string, string>();
  /** How often it was begun anew: another one has another name. */
  #life = 1;
  #awayUntilMs = 0;
  /** Those who have no way to it, and until when. */
  readonly #shutOut = new Map<Owner, number>();
  #slowUntilMs = 0;
  #isTroubled = false;
  #calmTimes = 1;
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: SimulatedValkeyOptions) {
    this.#options = options;
  }

  /** From now on the runtime's client is one of this server. */
  install(): void {
    const valkey = this;
    replace(Bun, {
      RedisClient: class {
        onclose: (() => void) | null = null;
        readonly #link = valkey.#linkOf(() => this.onclose?.());
        connect = () => valkey.#connect(this.#link);
        send = (name: string, words: readonly string[]) => valkey.#send(this.#link, [name, ...words]);
        close = () => valkey.#close(this.#link);
      },
    });
  }

  /** Things go wrong until `end`. */
  begin(): void {
    this.#isTroubled = true;
    this.#calmTimes = this.#options.random.chance(CALM) ? CALM_TIMES : 1;
    this.#next();
  }

  end(): void {
    this.#isTroubled = false;
    this.#slowUntilMs = 0;
  }

  #linkOf(ended: () => void): Link {
    const { owner } = this.#options.scheduler;
    const times = { sentUntilMs: 0, answeredUntilMs: 0 };
    return { owner, waiting: new Set(), isOpen: false, arrives: true, life: 0, ended, ...times };
  }

  #connect(link: Link): Promise<unknown> {
    const { scheduler } = this.#options;
    const answer = this.#expected(link);
    const arrive = () => {
      // Of one that is away nobody hears; the client gives up by itself.
      if (this.#isAway || this.#isShutOut(link)) return;
      this.#links.add(link);
      link.life = this.#life;
      const greet = () => {
        if (!this.#links.has(link)) return;
        link.isOpen = true;
        this.#tell(link, answer, null);
      };
      scheduler.at(this.#latencyMs(), "connected to Valkey", greet, link.owner);
    };
    scheduler.at(this.#latencyMs(), "a connection to Valkey", arrive, scheduler.world);
    return answer.promise;
  }

  #send(link: Link, words: readonly string[]): Promise<unknown> {
    const { scheduler } = this.#options;
    const answer = this.#expected(link);
    if (!link.isOpen) {
      this.#fail(link, answer);
      return answer.promise;
    }
    link.sentUntilMs = Math.max(link.sentUntilMs, scheduler.nowMs + this.#latencyMs());
    const arrive = () => this.#arrive(link, words, answer);
    scheduler.at(link.sentUntilMs - scheduler.nowMs, "sent to Valkey", arrive, scheduler.world);
    return answer.promise;
  }

  #arrive(link: Link, words: readonly string[], answer: PromiseWithResolvers<unknown>): void {
    const { scheduler } = this.#options;
    const isThere = link.life === this.#life && (this.#links.has(link) || link.arrives);
    if (this.#isAway || !isThere) return;
    void this.#done(words).then((reply) => {
      scheduler.note(`${link.owner.name} Valkey ${words[0]} ${JSON.stringify(reply)?.slice(0, 60)}`);
      link.answeredUntilMs = Math.max(link.answeredUntilMs, scheduler.nowMs + this.#latencyMs());
      if (this.#isTroubled && isLacking(reply)) this.#interfere(link, words[3] ?? "");
      if (this.#isTroubled && isLease(reply)) this.#perhapsForget(words[3] ?? "");
      const tell = () => this.#tell(link, answer, reply);
      scheduler.at(link.answeredUntilMs - scheduler.nowMs, "answered by Valkey", tell, link.owner);
    });
  }

  /** What the real server makes of it, at the simulated time. */
  #done(words: readonly string[]): Promise<unknown> {
    const [name = "", ...rest] = words;
    const now = String(this.#options.now());
    if (name === "INFO") return this.#inTurn(name, []).then((info) => this.#named(String(info)));
    if (name === "PING") return this.#inTurn(name, []);
    if (name === "SCRIPT") {
      const [, text = ""] = rest;
      const digest = new Bun.CryptoHasher("sha1").update(text).digest("hex");
      this.#scripts.set(digest, onSimulatedClock(text));
      return this.#inTurn("PING", []).then(() => digest);
    }
    if (name !== "EVALSHA") return this.#inTurn("EVAL", [COMMAND, "0", ...words, now]);
    const [digest = "", ...given] = rest;
    const script = this.#scripts.get(digest);
    if (script === undefined)
      throw new Error(`there is no script ${digest}: a connection reads them before it is used`);
    return this.#inTurn("EVAL", [script, ...given, now]);
  }

  /** Its end is the next event, whenever it really comes. */
  #inTurn(name: string, words: readonly string[]): Promise<unknown> {
    const { server, scheduler } = this.#options;
    const work = () => {
      const working = this.#last.then(() => server.send(name, [...words]));
      this.#last = working.catch(() => {});
      return working;
    };
    return scheduler.external("at Valkey", work);
  }

  #named(info: string): string {
    const name = String(this.#life).padStart(IDENTITY_LETTERS, "0").split("").reverse().join("");
    return info.replace(/^run_id:\w+/m, `run_id:${name}`).replace(/^master_replid:\w+/m, `master_replid:${name}`);
  }

  #expected(link: Link): PromiseWithResolvers<unknown> {
    const answer = Promise.withResolvers<unknown>();
    link.waiting.add(answer);
    return answer;
  }

  #tell(link: Link, answer: PromiseWithResolvers<unknown>, reply: unknown): void {
    if (link.waiting.delete(answer)) answer.resolve(reply);
  }

  #fail(link: Link, answer: PromiseWithResolvers<unknown>): void {
    if (link.waiting.delete(answer)) answer.reject(new Error("Connection has been closed"));
  }

  #close(link: Link): void {
    const { random } = this.#options;
    link.isOpen = false;
    link.arrives = random.chance(0.5);
    this.#links.delete(link);
    for (const answer of [...link.waiting]) this.#fail(link, answer);
  }

  #cut(link: Link): void {
    const { scheduler } = this.#options;
    this.#links.delete(link);
    link.arrives = this.#options.random.chance(0.5);
    const hear = () => {
      if (!link.isOpen) return;
      this.#close(link);
      link.ended();
    };
    scheduler.at(this.#latencyMs(), "cut off from Valkey", hear, link.owner);
  }

  /** Where a node has just been told that it has to bring a block: what comes between is hardly ever met otherwise. */
  #interfere(bringing: Link, window: string): void {
    const { random, scheduler, count } = this.#options;
    const others = [...this.#links].filter((link) => link !== bringing);
    if (others.length > 0 && random.chance(CUT_WHEN_LACKING)) {
      count("fault: Valkey cut off while a block is brought");
      this.#cut(random.pick(others));
    }
    if (!random.chance(EVICTED_WHEN_LACKING)) return;
    const afterMs = random.between(...EVICTED_AFTER_MS);
    const evict = () => void this.#inTurn("EVAL", [FORGET, "0", window]);
    count("fault: Valkey key evicted while a block is brought");
    scheduler.at(afterMs, "Valkey evicts", evict, scheduler.world);
  }

  /** A lease that was just taken makes room while its holder lives: the next one that asks for it has it, too. */
  #perhapsForget(lease: string): void {
    const { random, scheduler, count, forgets } = this.#options;
    if (!random.chance(LEASE_FORGOTTEN)) return;
    const forget = () => {
      forgets();
      void this.#inTurn("EVAL", [FORGET, "0", lease]);
    };
    count("fault: Valkey lease forgotten");
    scheduler.at(random.between(...LEASE_FORGOTTEN_AFTER_MS), "Valkey forgets", forget, scheduler.world);
  }

  #cutSome(): void {
    for (const link of [...this.#links]) if (this.#options.random.chance(0.5)) this.#cut(link);
  }

  /** It counts in Postgres meanwhile, and the others do not. */
  #shutToOne(forMs: number): void {
    const { random, scheduler } = this.#options;
    if (this.#links.size === 0) return;
    const { owner } = random.pick([...this.#links]);
    this.#shutOut.set(owner, scheduler.nowMs + forMs);
    for (const link of [...this.#links]) if (link.owner === owner) this.#cut(link);
  }

  #isShutOut({ owner }: Link): boolean {
    return (this.#shutOut.get(owner) ?? 0) > this.#options.scheduler.nowMs;
  }

  get #isAway(): boolean {
    return this.#awayUntilMs > this.#options.scheduler.nowMs;
  }

  #latencyMs(): number {
    const { random, scheduler } = this.#options;
    const oneIn = this.#slowUntilMs > scheduler.nowMs ? LATE_ONE_IN_BAD_TIMES : LATE_ONE_IN;
    const [least, most] = random.chance(1 / oneIn) ? LATE_MS : LATENCY_MS;
    return random.between(least, most);
  }

  #next(): void {
    const { random, scheduler } = this.#options;
    const delayMs = -Math.log(1 - random.next()) * FAULT_EVERY_MS * this.#calmTimes;
    const fault = () => {
      if (!this.#isTroubled) return;
      this.#fault();
      this.#next();
    };
    scheduler.at(delayMs, "a fault of Valkey", fault, scheduler.world);
  }

  #fault(): void {
    const { random, count, scheduler } = this.#options;
    const forMs = random.between(...AWAY_MS);
    const kinds = [
      { weight: 3, name: "emptied", work: () => this.#empty() },
      { weight: 4, name: "key evicted", work: () => void this.#inTurn("EVAL", [EVICT, "0", String(random.next())]) },
      { weight: 8, name: "as it was", work: () => this.#forgetLast(random.between(...FORGOTTEN_MS)) },
      { weight: 1, name: "empty", work: () => this.#beginAnew(["FLUSHDB"]) },
      { weight: 2, name: "away", work: () => this.#goAway(forMs) },
      {
        weight: 2,
        name: "slow",
        work: () => {
          this.#slowUntilMs = scheduler.nowMs + forMs;
        },
      },
      { weight: 2, name: "cut", work: () => this.#cutSome() },
      { weight: 5, name: "shut to a node", work: () => this.#shutToOne(forMs) },
    ];
    const { name, work } = random.weighted(kinds);
    count(`fault: Valkey ${name}`);
    scheduler.note(`Valkey: ${name}`);
    work();
  }

  #empty(): void {
    this.#options.forgets();
    void this.#inTurn("FLUSHDB", []);
  }

  /** It begins anew so much later, and knows what it knows now. */
  #forgetLast(afterMs: number): void {
    const { scheduler } = this.#options;
    void this.#inTurn("EVAL", [KEEP_SNAPSHOT, "0"]);
    const again = () => this.#beginAnew(["EVAL", RETURN_TO_SNAPSHOT, "0"]);
    scheduler.at(afterMs, "Valkey begins anew", again, scheduler.world);
  }

  /** It is started again, or another takes its place, and knows what it knew then: connections end. */
  #beginAnew([name = "", ...words]: readonly string[]): void {
    for (const link of [...this.#links]) this.#cut(link);
    this.#life += 1;
    this.#scripts.clear();
    this.#options.forgets();
    void this.#inTurn(name, words);
  }

  /** It answers nobody, and connections stay as they are. */
  #goAway(forMs: number): void {
    this.#awayUntilMs = this.#options.scheduler.nowMs + forMs;
  }
}

/** Whether a node has taken the lease of a question: see `take-lease.lua`. */
function isLease(reply: unknown): boolean {
  return reply === "taken" || reply === "taken again";
}

/** Whether numbers of a window were wanted and it had none: see `take-numbers.lua`. */
function isLacking(reply: unknown): boolean {
  const [window] = Array.isArray(reply) ? reply : [];
  return Array.isArray(window) && window[2] === 0 && window[3] === 0;
}
