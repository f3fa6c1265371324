import {
  ALIASES,
  type AppKind,
  AppModel,
  CLASS_SETS,
  GRANT,
  TAUGHT_SET,
  TOOLSETS,
  TOPICS,
  type Topic,
} from "./app-model.ts";
import type { Operation } from "./asking.ts";
import { AtHand } from "./at-hand.ts";
import { BadMoments } from "./bad-moments.ts";
import { Clients } from "./clients.ts";
import { GRADUATED_SET } from "./graduated-tools.ts";
import type { SimulatedModelServer } from "./model-server.ts";
import type { Entered } from "./money.ts";
import type { Reply, SimulatedNode } from "./node.ts";
import { Operations } from "./operations.ts";
import { MONTHS_KEPT, Operators } from "./operators.ts";
import { type Oracle, Violation } from "./oracle.ts";
import type { SeededRandom } from "./random.ts";
import type { Scheduler } from "./scheduler.ts";
import { Undisturbed } from "./undisturbed.ts";

/** Something that goes wrong, drawn from time to time by its weight. What has to be waited for it asks of the driver. */
export interface Fault {
  readonly name: string;
  readonly weight: number;
  begin(): void;
}

/** The nodes, and what they stand on. */
export interface World {
  /** Whoever a request of a client comes to at this moment; null where nobody is there. */
  node(): SimulatedNode | null;
  /** Whether the node is about to be found dead: it says nothing to anybody any more. */
  isDying(node: SimulatedNode): boolean;
  readonly faults: readonly Fault[];
  /** An answer has left a node. */
  answered(operation: Operation, reply: Reply): void;
  /** An operator's command has come to a node. */
  commanded(): void;
  /** Something that cannot be done within an event, as a start: it is done before the next one. Null where nothing is. */
  takeDue(): ((clients: Clients) => Promise<void>) | null;
  /** The clock is put to just before the end of a month. False where it cannot be. */
  endMonth(): boolean;
  /** Puts the clock shortly before the end of the minute. Returns in how many milliseconds that is over. */
  endMinute(): number;
  /** The next look at the disk fails, and none after it. */
  failOnce(): void;
  /** The next wait for the log fails, and so many calls of the disk behind that the power goes off. */
  failAndCut(calls: number): void;
  /** The power goes off. */
  cut(): void;
  readonly isOff: boolean;
  /** Mends everything that is broken, so that it can be looked at. */
  mend(): Promise<void>;
  /** What is wrong with what is stored; nothing is under way meanwhile, and what was noted stands in its tables. */
  wholeCheck(): Promise<readonly string[]>;
  /** What the ledger has of an app, by the last whole check. */
  entered(app: AppModel): Entered;
  close(): Promise<void>;
}

export interface SimulationOptions {
  readonly scheduler: Scheduler;
  readonly random: SeededRandom;
  readonly oracle: Oracle;
  readonly world: World;
  readonly stepsMax: number;
  readonly apps: readonly AppKind[];
  readonly modelServer: SimulatedModelServer;
  /** Called now and then. */
  readonly progress?: (steps: number) => void;
}

export interface Outcome {
  readonly steps: number;
  readonly simulatedMs: number;
  /** Of all that has happened. */
  readonly hash: string;
  /** What must never be, and was; null for nothing. */
  readonly violation: string | null;
  /** How often what was done. */
  readonly counts: Readonly<Record<string, number>>;
}

const CLIENTS_AN_APP = 3;
/** Between two things that go wrong, and between two commands of operators, on average. */
const FAULT_MS = 90;
const OPERATOR_MS = 90;
/** Everything is looked at after so many steps. */
const WHOLE_CHECK_STEPS = 2_500;
/** So many steps before it a month ends, or does not: what is left of its allowance is known again by the check. */
const MONTH_END_STEPS = 800;
const MONTH_END_SHARE = 0.8;
/** Of the months that end, those behind which entries become months in peace, too: where few commands come, none may come before the next end. */
const COMPACTED_SHARE = 0.5;

/** Apps that have no more left spend it while nothing goes wrong, where a minute has more than enough calls for that. */
const SPENT_MAX = 60;
const CALLS_ENOUGH = 1_000;
/** At this bar a tool slips with some ten of its answers in a row that are found wrong. */
/** A tool that was right a hundred times has as much to lose. */
const ASKED_UNTIL_SLIP_MAX = 80;
const VERIFIED_MS_MAX = 90;
/** Where nothing is broken any more, everything is answered by then. */
const ANSWER_MS_MAX = 30_000;

/** The whole thing: clients ask, operators command, something goes wrong, and all the while what is answered is judged. */
export class Simulation {
  readonly #options: SimulationOptions;
  readonly #operations: Operations;
  readonly #clients: Clients;
  readonly #operators: Operators;
  readonly #calls: Undisturbed;
  readonly #badMoments: BadMoments;
  readonly #atHand: AtHand;
  #checkedAt = 0;
  /** Nothing goes wrong while all of it is looked at. */
  #isQuiet = false;

  constructor(options: SimulationOptions) {
    this.#options = options;
    const { scheduler, random, oracle, world } = options;
    this.#operations = new Operations(oracle, random.fork("operations"), options.modelServer);
    this.#calls = new Undisturbed(scheduler, () => world.node());
    const around = {
      scheduler,
      oracle,
      node: () => world.node(),
      isDying: (node: SimulatedNode) => world.isDying(node),
    };
    const answered = (operation: Operation, reply: Reply) => world.answered(operation, reply);
    const commanded = () => world.commanded();
    this.#clients = new Clients({ ...around, answered, random: random.fork("clients"), operations: this.#operations });
    const [clients, operations, calls] = [this.#clients, this.#operations, this.#calls];
    this.#operators = new Operators({ ...around, commanded, random: random.fork("operators"), clients });
    const runUntil = (until: () => boolean) => this.#runUntil(until);
    const moments = { scheduler, oracle, world, operations, calls, runUntil };
    this.#badMoments = new BadMoments({ ...moments, random: random.fork("bad moments") });
    this.#atHand = new AtHand({
      ...{ oracle, operations, calls, world, random: random.fork("at hand") },
      pass: (ms) => this.#pass(ms),
    });
  }

  async run(): Promise<Outcome> {
    const { scheduler, oracle, world, stepsMax, progress } = this.#options;
    const random = this.#options.random.fork("months");
    let violation: string | null = null;
    try {
      await this.#setUp();
      this.#draw(FAULT_MS, "fault", () => this.#beginFault());
      this.#draw(OPERATOR_MS, "operator", () => !this.#isQuiet && this.#operators.act(this.#anyApp()));
      while (scheduler.steps < stepsMax) {
        const next = Math.min(stepsMax, this.#checkedAt + WHOLE_CHECK_STEPS);
        await this.#runUntil(() => scheduler.steps >= next - MONTH_END_STEPS);
        const isMonthOver = random.chance(MONTH_END_SHARE) && world.endMonth();
        if (isMonthOver) oracle.count("month ends");
        await this.#runUntil(() => scheduler.steps >= next);
        await this.#checkWhole(isMonthOver && random.chance(COMPACTED_SHARE));
        progress?.(scheduler.steps);
      }
    } catch (failure) {
      violation =
        failure instanceof Violation ? failure.message : String(failure instanceof Error ? failure.stack : failure);
    }
    const counts = Object.fromEntries([...oracle.counts].sort(([one], [other]) => one.localeCompare(other)));
    const { steps, nowMs: simulatedMs, hash } = scheduler;
    return { steps, simulatedMs, hash, violation, counts };
  }

  /** Goes on, and does at once what a fault needs to have done. */
  async #runUntil(until: () => boolean): Promise<void> {
    const { scheduler, world } = this.#options;
    for (;;) {
      let due: ReturnType<World["takeDue"]> = null;
      await scheduler.run(() => {
        due ??= world.takeDue();
        return due !== null || until();
      });
      // `run` has ended for one of the two.
      const work = due as ReturnType<World["takeDue"]>;
      if (work === null) return;
      await work(this.#clients);
    }
  }

  async #setUp(): Promise<void> {
    const { oracle, apps } = this.#options;
    for (const [index, kind] of apps.entries()) {
      const created = await this.#calls.operate(({ app }) => app.tenants.createApp(`app ${index}`, kind.plan));
      const app = new AppModel(index, created.app.id, kind);
      app.apiKey = created.apiKey;
      const [key] = await this.#calls.operate((node) => node.app.tenants.listKeys(created.app.id));
      app.keyId = key?.id ?? "";
      oracle.apps.push(app);
      await this.#calls.must(this.#operations.exchange(app));
      const set = { name: `${app.mark} set`, signature: TAUGHT_SET, tools: app.toolsOf(TAUGHT_SET, 1) };
      await this.#make(app, "/v1/toolsets", set);
      const bank = await this.#make(app, "/v1/banks", { name: `${app.mark} bank` });
      app.bank = (bank.json as { readonly id: string }).id;
      const tools = TOPICS.map((topic) => ({ name: `${app.mark}_${GRADUATED_SET}_${topic}`, description: topic }));
      const graduated = { ...set, signature: GRADUATED_SET, tools, backend: "big" };
      if (app.graduates) await this.#make(app, "/v1/toolsets", graduated);
      if (app.isLogged) await this.#make(app, "/v1/query-log", { enabled: true, redact: false }, "PUT");
    }
    for (const app of oracle.apps) {
      for (let client = 0; client < CLIENTS_AN_APP; client += 1) this.#clients.begin(app);
    }
  }

  /** What every app has from the beginning; nothing goes wrong yet. */
  async #make(app: AppModel, path: string, body: unknown, method = "POST"): Promise<Reply> {
    const call = app.money.begin(1);
    const reply = await this.#calls.reply({ method, path, body, headers: { Authorization: `Bearer ${app.token}` } });
    if (reply.status >= 300)
      throw new Error(`${path} was answered with ${reply.status}: ${JSON.stringify(reply.json)}`);
    call.answered(1);
    return reply;
  }

  /** Nobody asks while all of it is looked at: what nobody knew by then is known, and everything that was acknowledged is there. */
  async #checkWhole(isCompacted: boolean): Promise<void> {
    const { scheduler, oracle, world } = this.#options;
    this.#clients.rest();
    this.#isQuiet = true;
    scheduler.note("whole check");
    await world.mend();
    const tooLateMs = scheduler.nowMs + ANSWER_MS_MAX;
    const isOver = () => this.#clients.underWay.length === 0 && this.#operators.underWay === 0;
    await this.#runUntil(() => isOver() || scheduler.nowMs > tooLateMs);
    if (!isOver()) {
      const { underWay } = this.#clients;
      throw new Violation(`never ended: ${underWay.join(", ")}; ${this.#operators.underWay} commands`);
    }
    if (isCompacted) await this.#compact();
    await this.#atHand.all();
    // The last before all is looked at: what a failing disk leaves behind, many changes after it would cover.
    await this.#badMoments.all();
    for (const app of oracle.apps) await this.#checkApp(app);
    for (const app of oracle.apps) if (app.graduates) await this.#checkSlip(app);
    await this.#checkStored();
    for (const app of oracle.apps) await this.#settle(app);
    oracle.count("whole check");
    this.#checkedAt = scheduler.steps;
    this.#isQuiet = false;
    this.#clients.goOn();
  }

  async #checkApp(app: AppModel): Promise<void> {
    // Clients send again what cannot be charged twice, whether they heard an answer or not.
    for (const keyed of app.keyed.filter(({ isOpen, isMade, isForgotten }) => (isOpen || isMade) && !isForgotten))
      await this.#calls.must(this.#operations.keyed.repeat(app, keyed));
    if (app.token === null) await this.#calls.must(this.#operations.exchange(app));
    for (const signature of [...TOOLSETS, ...CLASS_SETS])
      await this.#calls.must(this.#operations.readSet(app, signature));
    for (const alias of ALIASES) await this.#calls.must(this.#operations.aliased.read(app, alias));
    await this.#calls.must(this.#operations.keyed.readMemories(app));
    await this.#calls.must(this.#operations.logged.read(app));
  }

  /** A tool that does without a language model is sent back when that says otherwise. */
  async #checkSlip(app: AppModel): Promise<void> {
    const { graduated } = this.#operations;
    const { server } = graduated;
    let open: readonly string[] = [];
    const read = () =>
      this.#calls.must(
        graduated.report(app, (tools) => {
          open = tools.filter((tool) => tool.opens_at !== null).map(({ tool }) => tool);
        }),
      );
    await read();
    const [first] = open;
    if (first === undefined) return;
    this.#options.oracle.count("a tool is sent back");
    [server.isContrary, server.isReliable] = [true, true];
    for (let asked = 0; asked < ASKED_UNTIL_SLIP_MAX && open.includes(first); asked += 1) {
      await this.#calls.must(graduated.ask(app, first.split("_")[2] as Topic));
      // It is asked behind the answer.
      await this.#pass(VERIFIED_MS_MAX);
      await read();
    }
    [server.isContrary, server.isReliable] = [false, false];
    if (open.includes(first)) throw new Violation(`${first} does without a language model that says otherwise`);
  }

  async #compact(): Promise<void> {
    this.#options.oracle.count("months are made in peace");
    await this.#calls.operate(({ app: { operator } }) =>
      operator.run("ledger.compact", { months: MONTHS_KEPT }, "simulation"),
    );
  }

  async #checkStored(): Promise<void> {
    const { world } = this.#options;
    // What was noted of an app stands in its tables then.
    for (const { appId } of this.#options.oracle.apps)
      await this.#calls.operate((node) => node.app.services.ledger.entries(appId as never, { limit: 1, after: null }));
    const problems = await world.wholeCheck();
    if (problems.length > 0) throw new Violation(`what is stored is wrong: ${problems.join("; ")}`);
  }

  async #settle(app: AppModel): Promise<void> {
    const { oracle, world } = this.#options;
    for (;;) {
      oracle.passTime(app);
      const { age } = app;
      const { requestsRemaining } = await this.#calls.operate((node) => node.app.tenants.showApp(app.appId as never));
      oracle.passTime(app);
      // Of a month that has ended in between.
      if (app.age !== age) continue;
      const wrong = app.money.settle(requestsRemaining, world.entered(app), GRANT);
      if (wrong !== null) throw new Violation(`app ${app.index}: ${wrong}`);
      // What they cost is known now, one way or the other.
      app.keyed = app.keyed.filter(({ isPaid }) => isPaid);
      if (requestsRemaining <= SPENT_MAX && app.callsMax > CALLS_ENOUGH) await this.#spend(app, requestsRemaining);
      return;
    }
  }

  /** To the last request, and no further. */
  async #spend(app: AppModel, left: number): Promise<void> {
    const { age } = app;
    for (let spent = 0; spent <= left; spent += 1) {
      if (app.token === null) await this.#calls.must(this.#operations.exchange(app));
      const { status } = await this.#calls.ask(this.#operations.pay(app));
      // A token may be over, and a month ends.
      if (status === 401 || app.age !== age) return;
      if (status !== (spent < left ? 200 : 402))
        throw new Violation(`app ${app.index}: ${left} were left, and call ${spent + 1} is answered with ${status}`);
    }
    this.#options.oracle.count("spent to the end");
  }

  async #pass(ms: number): Promise<void> {
    const { scheduler } = this.#options;
    const untilMs = scheduler.nowMs + ms;
    await this.#runUntil(() => scheduler.nowMs >= untilMs);
  }

  #anyApp(): AppModel {
    const { random, oracle } = this.#options;
    return random.pick(oracle.apps);
  }

  #beginFault(): void {
    const { random, world, oracle, scheduler } = this.#options;
    if (this.#isQuiet || world.faults.length === 0) return;
    const fault = random.weighted(world.faults);
    oracle.count(`fault: ${fault.name}`);
    scheduler.note(`fault ${fault.name}`);
    fault.begin();
  }

  /** Again and again, after times that are longer or shorter. */
  #draw(everyMs: number, name: string, act: () => void): void {
    const { scheduler, random } = this.#options;
    const ms = -Math.log(1 - random.next()) * everyMs;
    scheduler.at(
      ms,
      name,
      () => {
        this.#draw(everyMs, name, act);
        act();
      },
      scheduler.world,
    );
  }
}
