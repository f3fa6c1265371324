import { ALIASES, AppModel, CLASS_SETS, GRANT, TAUGHT_SET, TOOLSETS } from "./app-model.ts";
import type { Operation } from "./asking.ts";
import { Clients } from "./clients.ts";
import type { Reply, Sent, SimulatedNode } from "./node.ts";
import { Operations } from "./operations.ts";
import { Operators } from "./operators.ts";
import { type Oracle, Violation } from "./oracle.ts";
import type { SeededRandom } from "./random.ts";
import type { Scheduler } from "./scheduler.ts";

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
  answered(): void;
  /** Something that cannot be done within an event, as a start: it is done before the next one. Null where nothing is. */
  takeDue(): ((clients: Clients) => Promise<void>) | null;
  /** Mends everything that is broken, so that it can be looked at. */
  mend(): Promise<void>;
  /** What is wrong with what is stored; nothing is under way meanwhile. */
  wholeCheck(): Promise<readonly string[]>;
  close(): Promise<void>;
}

export interface SimulationOptions {
  readonly scheduler: Scheduler;
  readonly random: SeededRandom;
  readonly oracle: Oracle;
  readonly world: World;
  readonly stepsMax: number;
  readonly apps: readonly { readonly plan: string; readonly allowance: number; readonly callsMax: number }[];
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
const FAULT_MS = 130;
const OPERATOR_MS = 120;
/** Everything is looked at after so many steps. */
const WHOLE_CHECK_STEPS = 2_500;

/** Where nothing is broken any more, everything is answered by then. */
const ANSWER_MS_MAX = 30_000;

/** The whole thing: clients ask, operators command, something goes wrong, and all the while what is answered is judged. */
export class Simulation {
  readonly #options: SimulationOptions;
  readonly #operations: Operations;
  readonly #clients: Clients;
  readonly #operators: Operators;
  #checkedAt = 0;
  /** Nothing goes wrong while all of it is looked at. */
  #isQuiet = false;

  constructor(options: SimulationOptions) {
    this.#options = options;
    const { scheduler, random, oracle, world } = options;
    this.#operations = new Operations(oracle, random.fork("operations"));
    const around = {
      scheduler,
      oracle,
      node: () => world.node(),
      isDying: (node: SimulatedNode) => world.isDying(node),
    };
    const answered = () => world.answered();
    this.#clients = new Clients({ ...around, answered, random: random.fork("clients"), operations: this.#operations });
    this.#operators = new Operators({ ...around, random: random.fork("operators"), clients: this.#clients });
  }

  async run(): Promise<Outcome> {
    const { scheduler, oracle, stepsMax, progress } = this.#options;
    let violation: string | null = null;
    try {
      await this.#setUp();
      this.#draw(FAULT_MS, "fault", () => this.#beginFault());
      this.#draw(OPERATOR_MS, "operator", () => !this.#isQuiet && this.#operators.act(this.#anyApp()));
      while (scheduler.steps < stepsMax) {
        const next = Math.min(stepsMax, this.#checkedAt + WHOLE_CHECK_STEPS);
        await this.#runUntil(() => scheduler.steps >= next);
        await this.#checkWhole();
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
    for (const [index, { plan, allowance, callsMax }] of apps.entries()) {
      const created = await this.#operate(({ app }) => app.tenants.createApp(`app ${index}`, plan));
      const app = new AppModel(index, created.app.id, allowance, callsMax);
      app.apiKey = created.apiKey;
      const [key] = await this.#operate((node) => node.app.tenants.listKeys(created.app.id));
      app.keyId = key?.id ?? "";
      oracle.apps.push(app);
      await this.#await(this.#operations.exchange(app));
      const set = { name: `${app.mark} set`, signature: TAUGHT_SET, tools: app.toolsOf(TAUGHT_SET, 1) };
      await this.#make(app, "/v1/toolsets", set);
      const bank = await this.#make(app, "/v1/banks", { name: `${app.mark} bank` });
      app.bank = (bank.json as { readonly id: string }).id;
    }
    for (const app of oracle.apps) {
      for (let client = 0; client < CLIENTS_AN_APP; client += 1) this.#clients.begin(app);
    }
  }

  /** What every app has from the beginning; nothing goes wrong yet. */
  async #make(app: AppModel, path: string, body: unknown): Promise<Reply> {
    const call = app.money.begin(1);
    const reply = await this.#reply({ method: "POST", path, body, headers: { Authorization: `Bearer ${app.token}` } });
    if (reply.status !== 201)
      throw new Error(`${path} was answered with ${reply.status}: ${JSON.stringify(reply.json)}`);
    call.answered(1);
    return reply;
  }

  /** Nobody asks while all of it is looked at: what nobody knew by then is known, and everything that was acknowledged is there. */
  async #checkWhole(): Promise<void> {
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
    for (const app of oracle.apps) await this.#checkApp(app);
    const problems = await world.wholeCheck();
    if (problems.length > 0) throw new Violation(`what is stored is wrong: ${problems.join("; ")}`);
    oracle.count("whole check");
    this.#checkedAt = scheduler.steps;
    this.#isQuiet = false;
    this.#clients.goOn();
  }

  async #checkApp(app: AppModel): Promise<void> {
    // Clients send again what cannot be charged twice.
    for (const keyed of app.keyed.filter(({ isOpen }) => isOpen))
      await this.#await(this.#operations.keyed.repeat(app, keyed));
    if (app.token === null) await this.#await(this.#operations.exchange(app));
    for (const signature of [...TOOLSETS, ...CLASS_SETS]) await this.#await(this.#operations.readSet(app, signature));
    for (const alias of ALIASES) await this.#await(this.#operations.readAlias(app, alias));
    await this.#await(this.#operations.keyed.readMemories(app));
    const { requestsRemaining } = await this.#operate((node) => node.app.tenants.showApp(app.appId as never));
    const wrong = app.money.settle(requestsRemaining, GRANT);
    if (wrong !== null) throw new Violation(`app ${app.index}: ${wrong}`);
    // What they cost is known now, one way or the other.
    app.keyed = app.keyed.filter(({ isPaid }) => isPaid);
  }

  /** An operation of which nothing is lost. */
  async #await(operation: Operation): Promise<void> {
    operation.answered(await this.#reply(operation.sent));
  }

  async #reply(sent: Sent): Promise<Reply> {
    let reply: Reply | null = null;
    this.#present().receive(sent, (answer) => {
      reply = answer;
    });
    await this.#options.scheduler.run(() => reply !== null);
    if (reply === null) throw new Violation(`${sent.method} ${sent.path} was never answered`);
    return reply;
  }

  async #operate<Result>(work: (node: SimulatedNode) => Promise<Result>): Promise<Result> {
    let ended: { readonly done: Result } | { readonly failed: unknown } | null = null;
    const node = this.#present();
    node.operate(
      () => work(node),
      (done) => {
        ended = { done };
      },
      (failed) => {
        ended = { failed };
      },
    );
    await this.#options.scheduler.run(() => ended !== null);
    const how = ended as { readonly done: Result } | { readonly failed: unknown } | null;
    if (how === null) throw new Violation("a command never ended");
    if ("failed" in how) throw how.failed;
    return how.done;
  }

  #present(): SimulatedNode {
    const node = this.#options.world.node();
    if (node === null) throw new Error("no node is there");
    return node;
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
