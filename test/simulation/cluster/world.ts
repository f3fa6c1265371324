/** Several nodes over one database, what goes wrong with them, and whether what must be true is. */
import { AppError } from "#core/errors.ts";
import { EPOCH_MS } from "../kit/process.ts";
import type { SeededRandom } from "../kit/random.ts";
import type { Owner, Scheduler } from "../kit/scheduler.ts";
import { AskedOnce } from "./asked-once.ts";
import type { Control } from "./database.ts";
import { Node } from "./node.ts";
import { SimulatedValkey } from "./simulated-valkey.ts";
import { createTenant, PLANS, TENANTS, type Tenant } from "./tenants.ts";
import { type Seat, Trouble, type Weather, weatherOf } from "./trouble.ts";
import { Wire } from "./wire.ts";
import { type Deed, Workload } from "./workload.ts";

const NODES = 3;
const CONNECTIONS_MAX = 4;
const WAIT_MS_MAX = 5_000;
const STATEMENT_MS_MAX = 10_000;
const CLIENTS = 12;
/** Longer than any lease: then nobody but those who live has any. */
const PEACE_MS = 75_000;
/** Nodes whose clocks are that far from each other may serve. */
const CLOCK_APART_MS = 30 * 60_000;
const LOOK_EVERY_STEPS = 150;

/** One life of a node. */
interface Life {
  readonly owner: Owner;
  readonly node: Node;
  /** Clients that wait for it. */
  readonly open: Set<Deed>;
  /** By app: charges of requests that were told to have failed, which it is to take back. */
  readonly pending: Map<Tenant, number>;
  observed: Map<Tenant, number>;
}

interface NodeSeat extends Seat {
  life: Life | null;
  isOpening: boolean;
}

export interface ClusterWorldOptions {
  readonly scheduler: Scheduler;
  readonly random: SeededRandom;
  readonly control: Control;
  readonly url: string;
  readonly port: number;
  /** The server that nodes share beside the database; null for none. */
  readonly valkey: Pick<Bun.RedisClient, "send"> | null;
  readonly log: (message: string) => void;
}

export class ClusterWorld {
  /** What must not have been. */
  readonly faults: string[] = [];
  readonly #counts: Record<string, number> = {};
  readonly #options: ClusterWorldOptions;
  readonly #random: SeededRandom;
  readonly #wire: Wire;
  readonly #seats: readonly NodeSeat[];
  readonly #trouble: Trouble<NodeSeat>;
  readonly #valkey: SimulatedValkey | null;
  readonly #askedOnce = new AskedOnce();
  /** The database's clock is not of the day on which the simulation began: months end, too. */
  readonly #calendarMs: number;
  #workload: Workload | null = null;
  /** Null in peace. */
  #weather: Weather | null = null;
  #lookAt = 0;
  #isLooking = false;

  constructor(options: ClusterWorldOptions) {
    const { scheduler, control, port } = options;
    this.#options = options;
    this.#random = options.random;
    // Half of the time a month ends within the hour.
    this.#calendarMs = this.#random.chance(0.5) ? 0 : Date.UTC(2026, 3, 1) - EPOCH_MS - this.#random.below(60_000);
    this.#wire = new Wire({
      ...{ scheduler, control, port, random: this.#random.fork("wire"), statementMsMax: STATEMENT_MS_MAX },
      databaseNow: () => this.#databaseNow(),
    });
    this.#seats = Array.from({ length: NODES }, (_, number) => ({
      number,
      lives: 0,
      life: null,
      isOpening: false,
      aheadMs: this.#random.chance(0.5) ? 0 : this.#random.between(-CLOCK_APART_MS, CLOCK_APART_MS),
    }));
    this.#trouble = new Trouble({
      ...{ scheduler, random: this.#random.fork("trouble"), wire: this.#wire, seats: this.#seats },
      ...{ calendarMs: this.#calendarMs, count: (what) => this.#count(what) },
      endsLeases: () => this.#askedOnce.doubt(),
      crash: (seat, backAfterMs) => this.#crash(seat, backAfterMs),
      drain: (seat) => this.#drain(seat),
    });
    const { valkey } = options;
    this.#valkey =
      valkey &&
      new SimulatedValkey({
        ...{ scheduler, random: this.#random.fork("valkey"), server: valkey },
        ...{ now: () => this.#databaseNow(), count: (what) => this.#count(what) },
        forgets: () => this.#askedOnce.doubt(),
      });
  }

  /** How often what was done or went wrong. */
  get counts(): Readonly<Record<string, number>> {
    return { ...this.#counts, ...this.#wire.counts };
  }

  #databaseNow(): number {
    return Math.floor(EPOCH_MS + this.#options.scheduler.nowMs + this.#calendarMs + this.#trouble.databaseAheadMs);
  }

  /** Periods of trouble, each with peace behind it, until there were so many steps or something is wrong: which it gives. */
  async run(stepsMax: number): Promise<readonly string[]> {
    try {
      await this.#begin();
      while (this.faults.length === 0 && this.#options.scheduler.steps < stepsMax) await this.#period(stepsMax);
    } catch (failure) {
      this.faults.push(wordsOf(failure));
    }
    return this.faults;
  }

  /** Opens all nodes, and makes the apps. Everything is in order yet. */
  async #begin(): Promise<void> {
    this.#wire.install();
    this.#valkey?.install();
    for (const seat of this.#seats) this.#open(seat);
    await this.#until(() => this.#seats.every(({ life }) => life));
    const { life } = this.#seats[0] ?? {};
    if (!life) throw new Error("a node was expected to be open");
    const tenants: Tenant[] = [];
    this.#options.scheduler.as(life.owner, () => {
      const making = async () => {
        for (const options of TENANTS) tenants.push(await createTenant(life.node, options));
      };
      making().catch((failure: unknown) => this.faults.push(wordsOf(failure)));
    });
    await this.#until(() => this.faults.length > 0 || tenants.length === TENANTS.length);
    this.#workload = new Workload({
      ...{ random: this.#random.fork("workload"), tenants, databaseNow: () => this.#databaseNow() },
      askedOnce: this.#askedOnce,
    });
  }

  async #period(stepsMax: number): Promise<void> {
    const { scheduler } = this.#options;
    const weather = weatherOf(this.#random, this.#valkey !== null);
    this.#weather = weather;
    this.#workload?.beginPeriod(weather.theme);
    for (let client = 0; client < CLIENTS; client += 1) this.#think(client);
    const endsAt = scheduler.nowMs + weather.periodMs;
    this.#trouble.begin(weather);
    this.#valkey?.begin();
    await this.#until(() => this.faults.length > 0 || scheduler.nowMs >= endsAt || scheduler.steps >= stepsMax);
    await this.#rest();
  }

  async #until(isThere: () => boolean): Promise<void> {
    const { scheduler } = this.#options;
    for (;;) {
      await scheduler.run(
        () => isThere() || (!this.#isLooking && scheduler.steps >= this.#lookAt && this.#workload !== null),
      );
      if (isThere()) return;
      await this.#look();
    }
  }

  /** While it looks, the world stands still. */
  async #look(): Promise<void> {
    const { scheduler, control } = this.#options;
    this.#lookAt = scheduler.steps + LOOK_EVERY_STEPS;
    await this.#wire.idle();
    this.faults.push(...(await control.discrepancies()));
    for (const facts of await control.facts()) {
      const tenant = this.#tenants.find(({ truth }) => truth.id === facts.app);
      if (tenant) this.faults.push(...tenant.truth.faultsAtAnyTime(facts, this.#pendingOf(tenant)));
    }
  }

  get #tenants(): readonly Tenant[] {
    return this.#workload?.tenants ?? [];
  }

  #pendingOf(tenant: Tenant): number {
    return this.#lives().reduce((sum, { pending }) => sum + (pending.get(tenant) ?? 0), 0);
  }

  #lives(): readonly Life[] {
    return this.#seats.flatMap(({ life }) => life ?? []);
  }

  #count(what: string): void {
    this.#counts[what] = (this.#counts[what] ?? 0) + 1;
  }

  #open(seat: NodeSeat): void {
    const { scheduler, url, log } = this.#options;
    seat.lives += 1;
    seat.isOpening = true;
    const owner = this.#trouble.ownerOf(seat);
    const limits = { connectionsMax: CONNECTIONS_MAX, waitMsMax: WAIT_MS_MAX, statementMsMax: STATEMENT_MS_MAX };
    const said = (message: string) => log(`${owner.name}: ${message}`);
    scheduler.as(owner, () => {
      Node.open({ url, ...limits, hasValkey: this.#valkey !== null, plans: PLANS, log: said }).then(
        (node) => {
          seat.isOpening = false;
          seat.life = { owner, node, open: new Set(), pending: new Map(), observed: new Map() };
          scheduler.note(`${owner.name} is open`);
        },
        () => {
          seat.isOpening = false;
          this.#wire.abandon(owner);
          scheduler.at(500, "opened again", () => this.#open(seat), scheduler.world);
        },
      );
    });
  }

  #think(client: number): void {
    const { scheduler } = this.#options;
    const delayMs = -Math.log(1 - this.#random.next()) * (this.#weather?.thinksMs ?? 0);
    scheduler.at(delayMs, "a client", () => this.#act(client), scheduler.world);
  }

  #act(client: number): void {
    // In peace nobody asks for anything.
    if (!this.#weather) return;
    const living = this.#lives();
    if (living.length === 0 || !this.#workload) {
      this.#think(client);
      return;
    }
    const life = this.#random.pick(living);
    const deed = this.#workload.next();
    const other = this.#workload.besides(deed);
    const others = living.filter((known) => known !== life);
    const elsewhere = this.#workload.elsewhere(deed, others.length);
    this.#do(life, deed, () => this.#think(client));
    if (other) this.#do(life, other, () => {});
    for (const [at, same] of elsewhere.entries()) this.#do(others[at] ?? life, same, () => {});
  }

  #do(life: Life, deed: Deed, done: () => void): void {
    const { scheduler } = this.#options;
    const { tenant } = deed;
    life.open.add(deed);
    deed.whenLost = done;
    const end = (outcome: string, fault: string | null) => {
      if (life.owner.isDead)
        throw new Error(`${life.owner.name} goes on with ${deed.name}, and is dead: ${outcome} ${fault}`);
      life.open.delete(deed);
      this.#count(`${deed.name.split(" ")[0]} ${outcome}`);
      scheduler.note(`${life.owner.name} ${deed.name}: ${outcome}`);
      if (fault !== null) this.faults.push(fault);
      done();
    };
    const failed = (failure: unknown) => {
      if (life.owner.isDead || !(failure instanceof AppError)) {
        end("broken", wordsOf(failure));
        return;
      }
      const pending = deed.fail(failure);
      if (pending > 0) life.pending.set(tenant, (life.pending.get(tenant) ?? 0) + pending);
      end(failure.code, null);
    };
    const begin = () => {
      if (!life.open.has(deed)) return;
      if (deed.name.startsWith("observe")) life.observed.set(tenant, (life.observed.get(tenant) ?? 0) + 1);
      deed.run(life.node).then((fault) => end(deed.outcome, fault), failed);
    };
    scheduler.at(0, "a request", begin, life.owner);
  }

  #crash(seat: NodeSeat, backAfterMs: number): void {
    const { scheduler } = this.#options;
    const { life } = seat;
    if (!life) return;
    scheduler.kill(life.owner);
    this.#gone(seat, life);
    scheduler.at(backAfterMs, "a node starts", () => this.#open(seat), scheduler.world);
  }

  /** It is stopped in good order, or crashes before it has. */
  #drain(seat: NodeSeat): void {
    const { scheduler } = this.#options;
    const { life } = seat;
    if (!life || (life.open.size > 0 && this.#random.chance(0.5))) return;
    seat.life = null;
    let isClosed = false;
    scheduler.as(life.owner, () => {
      void life.node.close().then(() => {
        isClosed = true;
      });
    });
    // Whoever waits is answered within the time that it has.
    scheduler.at(
      this.#random.between(0, 4_000),
      "a node is stopped",
      () => {
        this.#count(isClosed ? "closed" : "closed too late");
        scheduler.kill(life.owner);
        this.#gone(seat, life);
        this.#open(seat);
      },
      scheduler.world,
    );
  }

  /** What its clients wait for they are not told. */
  #gone(seat: NodeSeat, { owner, node, open, pending, observed }: Life): void {
    seat.life = null;
    this.#askedOnce.gone(node);
    this.#wire.abandon(owner);
    for (const [{ truth }, cost] of pending) truth.lost += cost;
    for (const [{ truth }, count] of observed) truth.observationsLost += count;
    for (const deed of [...open]) {
      open.delete(deed);
      deed.lose();
      deed.whenLost();
    }
  }

  /** Everything comes to its end, and what must be true then is looked at. */
  async #rest(): Promise<void> {
    const { scheduler, control } = this.#options;
    this.#weather = null;
    this.#trouble.end();
    this.#valkey?.end();
    const isQuiet = () =>
      this.#wire.isWhole &&
      this.#seats.every(
        ({ life, isOpening }) =>
          life && !isOpening && life.open.size === 0 && life.owner.pausedUntilMs <= scheduler.nowMs,
      );
    await this.#until(() => this.faults.length > 0 || isQuiet());
    const endsAt = scheduler.nowMs + PEACE_MS;
    await this.#until(() => this.faults.length > 0 || scheduler.nowMs >= endsAt);
    if (this.faults.length > 0) return;
    await this.#wire.idle();
    for (const life of this.#lives()) life.pending.clear();
    const [facts, observed] = [await control.facts(), await control.observed()];
    for (const { truth } of this.#tenants) {
      const ofApp = facts.find(({ app }) => app === truth.id);
      if (ofApp) this.faults.push(...truth.faultsAtRest(ofApp, observed.get(truth.id) ?? 0));
    }
    for (const life of this.#lives()) life.observed.clear();
    this.faults.push(...(this.#workload?.beside.faultsAtRest(await control.logged()) ?? []));
    this.faults.push(...(await control.leftBehind(this.#databaseNow())));
    await this.#askEverywhere();
    await this.#wire.idle();
    // Each node has just said that it lives.
    this.faults.push(...(await control.heldByNobody(this.#databaseNow())));
    this.#count("rests");
  }

  /** Each node answers whoever may ask, and all that an app has left can be had: nothing is anybody's who is gone. */
  async #askEverywhere(): Promise<void> {
    const { scheduler } = this.#options;
    const lives = this.#lives();
    const workload = this.#workload;
    if (!workload) return;
    for (const life of lives) {
      for (const tenant of this.#tenants) {
        if (tenant.changesPlan || tenant.plan === "hurried") continue;
        await this.#alone(life, tenant.plan === "tight" ? workload.takeAll(tenant) : workload.ask(tenant, true));
      }
    }
    const [life] = lives;
    if (life) for (const tenant of this.#tenants) await this.#alone(life, workload.readBooks(tenant));
    scheduler.note("all nodes have answered");
  }

  async #alone(life: Life, deed: Deed): Promise<void> {
    let isDone = false;
    this.#do(life, deed, () => {
      isDone = true;
    });
    await this.#until(() => this.faults.length > 0 || isDone);
  }
}

function wordsOf(failure: unknown): string {
  return failure instanceof Error ? (failure.stack ?? failure.message) : String(failure);
}
