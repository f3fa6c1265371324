/** What is done with an app beside questions and their sets, and what must be true of it. */
import { problemsOfMonths } from "#core/access/ledger-months.ts";
import type { SeededRandom } from "../kit/random.ts";
import type { LogFacts } from "./database.ts";
import type { Node } from "./node.ts";
import { QuestionLog } from "./question-log.ts";
import { Sessions } from "./sessions.ts";
import { SharedWork } from "./shared-work.ts";
import type { Tenant } from "./tenants.ts";

/** One thing that is done on a node. */
export interface Chore {
  readonly weight: number;
  readonly name: string;
  /** Returns what is wrong with what was told. */
  run(node: Node): Promise<string | null>;
  /** Nobody will be told what became of it. */
  lose?(): void;
}

/** What is done to something that is under way. */
export interface Rival {
  /** Null where it is of all apps. */
  readonly tenant: Tenant | null;
  readonly meanwhile: () => Chore;
}

const WORK_MS = [10, 2_000] as const;
/** Longer than the right to it outlives a node, so often. */
const LONG_WORK_MS = [20_000, 60_000] as const;
const LONG_WORK = 0.25;
const LOGGED_AFTER_MS = [1, 500] as const;
/** Entries that are so old, at most, are left out of months. */
const LEFT_OUT_MS = 5_000;
/** Apps whose entries one node puts together at a time. */
const COMPACTED_MAX = 3;
/** How often, while something is under way, what matters to it is done next. */
const AT_ONCE = 0.3;

export class Beside {
  readonly #random: SeededRandom;
  readonly #work: SharedWork;
  readonly #sessions = new Sessions();
  readonly #logs = new Map<Tenant, QuestionLog>();
  /** Of what is under way: what is done by another node meanwhile. */
  readonly #underWay = new Map<symbol, Rival>();
  #logged = 0;

  constructor(random: SeededRandom, databaseNow: () => number) {
    this.#random = random;
    this.#work = new SharedWork(databaseNow);
  }

  nextPeriod(): void {
    this.#underWay.clear();
    this.#sessions.nextPeriod();
  }

  chores(tenant: Tenant): readonly Chore[] {
    const random = this.#random;
    return [
      this.#learning(tenant, `fit ${random.below(2)}`),
      { weight: 2, name: "link", run: (node) => this.#sessions.addLink(node) },
      { weight: 3, name: "enter", run: (node) => this.#sessions.enter(node, random.next()) },
      { weight: 3, name: "be let in", run: (node) => this.#sessions.ask(node, random.next()) },
      { weight: 1, name: "sign out", run: (node) => this.#sessions.closeAll(node) },
      this.#logging(tenant),
      this.#switching(tenant),
      this.#compaction(),
    ];
  }

  /** What another node does at once with something that is under way; null for nothing. */
  rival(): Rival | null {
    const all = [...this.#underWay.values()];
    const newest = all.at(-1);
    if (!newest || !this.#random.chance(AT_ONCE)) return null;
    // What has begun last is over soonest, most of the time.
    return this.#random.chance(0.5) ? newest : this.#random.pick(all);
  }

  /** The months of an app are what was written. */
  async books(node: Node, { truth }: Tenant): Promise<string | null> {
    return problemsOfMonths(await node.storage.ledger.months(truth.id))[0] ?? null;
  }

  /** When nothing is under way. */
  faultsAtRest(facts: readonly LogFacts[]): readonly string[] {
    return [...this.#logs].flatMap(([{ truth }, log]) => {
      const ofApp = facts.find(({ app }) => app === truth.id);
      return log.faultsAtRest(ofApp?.rows ?? 0, ofApp?.times ?? 0).map((words) => `${truth.name}: ${words}`);
    });
  }

  #learning(tenant: Tenant, key: string): Chore {
    const [least, most] = this.#random.chance(LONG_WORK) ? LONG_WORK_MS : WORK_MS;
    const workMs = this.#random.between(least, most);
    const run = (node: Node) => this.#work.does(node, tenant.truth.id, key, workMs);
    return this.#rivalled({ weight: 6, name: "learn", run }, tenant, () => this.#learning(tenant, key));
  }

  #logging(tenant: Tenant): Chore {
    const afterMs = this.#random.between(...LOGGED_AFTER_MS);
    const run = (node: Node) => this.#logOf(tenant).add(node, tenant.truth.id, { words: this.#nextLogged(), afterMs });
    return this.#rivalled({ weight: 6, name: "log", run }, tenant, () => this.#switching(tenant));
  }

  #switching(tenant: Tenant): Chore {
    const log = this.#logOf(tenant);
    const on = !log.isOn;
    const { run, lose } = log.switching(on);
    return { weight: on ? 6 : 2, name: on ? "log on" : "log off", run: (node) => run(node, tenant.truth.id), lose };
  }

  #compaction(): Chore {
    const leftOutMs = this.#random.below(LEFT_OUT_MS);
    const run = async (node: Node) => {
      const before = Date.now() - leftOutMs;
      for (let done = 0; done < COMPACTED_MAX && (await node.storage.ledger.compact(before)) > 0; done += 1);
      return null;
    };
    return this.#rivalled({ weight: 6, name: "compact", run }, null, () => this.#compaction());
  }

  /** The same, and known while it is under way. */
  #rivalled({ weight, name, run }: Chore, tenant: Tenant | null, meanwhile: () => Chore): Chore {
    const id = Symbol(name);
    const end = () => {
      this.#underWay.delete(id);
    };
    return {
      ...{ weight, name, lose: end },
      run: async (node) => {
        this.#underWay.set(id, { tenant, meanwhile });
        const fault = await run(node);
        end();
        return fault;
      },
    };
  }

  #logOf(tenant: Tenant): QuestionLog {
    const known = this.#logs.get(tenant) ?? new QuestionLog();
    this.#logs.set(tenant, known);
    return known;
  }

  /** The same words come again, and are a row. */
  #nextLogged(): string {
    this.#logged += 1;
    return `words ${this.#logged % 20}`;
  }
}
