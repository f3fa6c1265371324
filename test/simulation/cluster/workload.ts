/** What clients and owners of several apps do to a cluster, and what each of them was told. */
import { AppError } from "#core/errors.ts";
import type { SeededRandom } from "../kit/random.ts";
import type { AskedOnce } from "./asked-once.ts";
import { Beside, type Chore } from "./beside.ts";
import { type Call, Calls } from "./calls.ts";
import { observed, verified } from "./graduated.ts";
import { Minutes } from "./minutes.ts";
import type { Answer, Node, Question } from "./node.ts";
import type { Switch } from "./oracle.ts";
import { PARTITION, recalledOrLearned } from "./recalled.ts";
import { ALIAS, newKey, PLANS, putAlias, SETS, type Tenant, write } from "./tenants.ts";
import type { Theme } from "./trouble.ts";

const COSTS = [1, 2, 3] as const;
/** How often it is a question, of all that is done with an app; and with one whose owner changes it all the time. */
const ASKS = 0.75;
const CHANGING_ASKS = 0.6;
const BESIDE_ASKS = 0.2;
/** How often it is the app whose minute is soon full, where it is asked most. */
const RUSHES = 0.7;
const LET_IN = 0.2;
/** How often it then comes together with another question, of the same app or another: the node charges both in one turn. */
const TOGETHER = 0.5;
/** And how often it asks for the same as before: ten calls of a minute warm few answers. */
const SAME = 0.8;
/** Where most goes through what nodes share: how often an answer is looked for, and, of all else, corrected; and how often it is something else. */
const RECALLS = 0.5;
const CORRECTS = 0.25;
const OTHERWISE = 0.1;
const ONE_APP = 0.8;
/** Where calls are counted: how often it is something else, behind which each node has to ask anew who calls. */
const CHANGES = 0.02;
/** Of what is then neither: a change by which the app has another version, and each answer is what it was. */
const WRITES = 0.15;
/** How often a question is corrected while a model is being asked for it. */
const CORRECTED = 0.3;
/** A model answers within so long, most of the time. */
const MODEL_MS = [1, 60] as const;
/** And where its answer is remembered: time for a correction meanwhile. */
const ASKED_MS = [20, 100] as const;
const SLOW_MODEL_MS = [500, 20_000] as const;
const KEYS = ["k0", "k1"].map((key) => key.padEnd(64, "0"));
const REFUSALS_MAX = 1_000;

/** One thing that is done on a node. */
export interface Deed {
  readonly name: string;
  readonly tenant: Tenant;
  /** Runs on the node. What it rejects with is what a client is told. Returns what is wrong with what was told. */
  run(node: Node): Promise<string | null>;
  /** Nobody will be told what became of it. */
  lose(): unknown;
  /** Called then. */
  whenLost: () => void;
  /** What came of it, where it was done. */
  outcome: string;
  /** It was told that the node cannot do it: `pending` is what may have been charged, and is to be taken back. */
  fail(failure: AppError): number;
}

export interface WorkloadOptions {
  readonly random: SeededRandom;
  readonly tenants: readonly Tenant[];
  /** The time that the database tells, in milliseconds since 1970. */
  readonly databaseNow: () => number;
  readonly askedOnce: AskedOnce;
}

/** Draws what is done next. */
export class Workload {
  readonly #random: SeededRandom;
  readonly #calls: Calls;
  readonly tenants: readonly Tenant[];
  readonly beside: Beside;
  readonly #minutes = new Minutes();
  #requests = 0;
  /** Keys of idempotency are of a period: what was not certain at its end is not asked again. */
  #period = 0;
  #theme: Theme = "mixed";

  constructor({ random, tenants, databaseNow, askedOnce }: WorkloadOptions) {
    this.#random = random;
    this.tenants = tenants;
    this.#calls = new Calls({ random: random.fork("calls"), minutes: this.#minutes, askedOnce });
    this.beside = new Beside(random.fork("beside"), databaseNow);
  }

  beginPeriod(theme: Theme): void {
    this.#theme = theme;
    this.#period += 1;
    this.#minutes.clear();
    this.beside.nextPeriod();
    for (const { told, asking } of this.tenants) {
      told.clear();
      asking.clear();
    }
  }

  next(): Deed {
    const random = this.#random;
    const hurried =
      this.#theme === "rush" && random.chance(RUSHES) ? this.tenants.find(({ plan }) => plan === "hurried") : null;
    const tenant = hurried ?? random.pick(this.tenants);
    // Who is shut out is let in again soon.
    if (tenant.truth.isActive.state !== true && random.chance(LET_IN)) return this.#suspendOrResume(tenant);
    if (tenant.key.isGood.state !== true && random.chance(LET_IN)) return this.#exchangeKey(tenant);
    const rival = this.beside.rival();
    if (rival) return this.#chore(rival.tenant ?? tenant, rival.meanwhile());
    const asked = this.tenants.find(({ asking }) => asking.size > 0);
    if (asked && random.chance(CORRECTED)) return this.#correct(asked, random.pick([...asked.asking]));
    if (this.#theme === "shared" && !random.chance(OTHERWISE)) return this.#shared(tenant);
    if (this.#theme === "calls" && !random.chance(CHANGES)) {
      const one = this.#oneOr(tenant);
      return this.#called(one, this.#calls.next(one));
    }
    const asks = tenant.changesPlan ? CHANGING_ASKS : ASKS;
    if (random.chance(this.#theme === "beside" ? BESIDE_ASKS : asks)) return this.ask(tenant);
    const { truth, key } = tenant;
    const deeds: readonly (readonly [weight: number, () => Deed])[] = [
      [6, () => this.#write(tenant)],
      [3, () => this.#alias(tenant)],
      [3, () => this.#credit(tenant)],
      [3, () => this.#correct(tenant, random.pick(KEYS))],
      [14, () => this.#recall(tenant)],
      [8, () => this.#observe(tenant)],
      [8, () => this.#verify(tenant)],
      [truth.isActive.state === true ? 1 : 8, () => this.#suspendOrResume(tenant)],
      [key.isGood.state === true ? 1 : 8, () => this.#exchangeKey(tenant)],
      [tenant.changesPlan ? 2 : 0, () => this.#changePlan(tenant)],
      ...this.beside.chores(tenant).map((chore) => [chore.weight, () => this.#chore(tenant, chore)] as const),
    ];
    return random.weighted(deeds.map(([weight, deed]) => ({ weight, deed }))).deed();
  }

  /** One app and one question, for the most part: what comes between two of them is found only where they are close. */
  #oneOr(tenant: Tenant): Tenant {
    return this.#random.chance(ONE_APP) ? (this.tenants[0] ?? tenant) : tenant;
  }

  /** What goes through what nodes share beside the database. */
  #shared(tenant: Tenant): Deed {
    const random = this.#random;
    const one = this.#oneOr(tenant);
    if (random.chance(RECALLS)) return this.#recall(one, 1);
    if (random.chance(CORRECTS)) return this.#correct(one, random.pick(KEYS.slice(0, 1)));
    if (random.chance(WRITES)) return this.#write(one);
    return this.ask(one);
  }

  /** What comes to so many other nodes at the same moment: calls beside calls, and the same question. */
  elsewhere({ tenant, name }: Deed, nodes: number): readonly Deed[] {
    if (this.#theme !== "calls" || !this.#random.chance(TOGETHER)) return [];
    return Array.from({ length: nodes }, () => this.#calls.likewise(tenant, name) ?? [])
      .flat()
      .map((call) => this.#called(tenant, call));
  }

  /** What comes to the same node at the same moment; null for nothing. */
  besides({ tenant, name }: Deed): Deed | null {
    if (this.#theme !== "rush" || tenant.plan !== "hurried" || !name.startsWith("ask")) return null;
    if (!this.#random.chance(TOGETHER)) return null;
    const other = this.#random.chance(0.5) ? tenant : this.tenants.find(({ plan }) => plan === "roomy");
    return other ? this.ask(other) : null;
  }

  /** A question of a client. `simple`: one that has to be answered, where the app is let in. */
  ask(tenant: Tenant, simple = false): Deed {
    const random = this.#random;
    const { truth } = tenant;
    this.#requests += 1;
    const number = random.below(40);
    const isKeyed = truth.isKeyed || (!simple && !tenant.changesPlan && random.chance(0.1));
    const key = isKeyed ? `${this.#period} ${truth.isKeyed ? random.below(60) : number}` : null;
    const name = key !== null ? (SETS[number % 2] ?? ALIAS) : this.#anyName();
    const cost = key === null ? random.pick(COSTS) : 1 + (key.length % 3);
    const [least, most] = random.chance(0.02) ? SLOW_MODEL_MS : MODEL_MS;
    const question: Question = {
      ...{ apiKey: tenant.key.text, name, cost, idempotencyKey: key === null ? null : `${key} ${name}` },
      request: this.#requests,
      ...{ modelMs: random.between(least, most), fails: !simple && random.chance(0.03) },
    };
    const charge = { truth, cost, key: question.idempotencyKey };
    const looked = this.#look(tenant, name);
    let isBegun = false;
    const deed: Deed = {
      ...{ name: `ask ${truth.name} ${name} ${question.idempotencyKey ?? ""}`, tenant },
      run: async (node) => {
        isBegun = true;
        truth.begin(charge);
        const check = looked();
        const answer = await node.ask(question).catch((failure: unknown) => {
          const fault = failure instanceof AppError ? check(failure.code, null) : null;
          if (fault !== null) throw new Error(fault);
          throw failure;
        });
        truth.acknowledge(charge);
        deed.outcome = answer.source;
        return (
          check(null, answer) ??
          this.#minutes.faultOf(tenant, answer.window) ??
          this.#faultOfRepetition(tenant, question, answer)
        );
      },
      lose: () => isBegun && truth.lose(charge),
      whenLost() {},
      outcome: "done",
      fail: (failure) => {
        truth.fail(charge);
        return failure.code === "service_unavailable" && key === null ? cost : 0;
      },
    };
    return deed;
  }

  #anyName(): string {
    const random = this.#random;
    return this.#theme !== "mixed" && this.#theme !== "beside" && random.chance(SAME)
      ? SETS[0]
      : random.pick([...SETS, ALIAS]);
  }

  /** Reserves all that the app has left, and gives it back. Nothing else of it may be under way. */
  takeAll(tenant: Tenant): Deed {
    const { truth, plan } = tenant;
    const { requestsPerMonth } = PLANS[plan] ?? { requestsPerMonth: 0 };
    return this.#deed("take all", tenant, async (node) => {
      const { ledger } = node.storage;
      const balance = await ledger.balance(truth.id, requestsPerMonth, Date.now());
      const all = await ledger.reserve(truth.id, balance, requestsPerMonth, Date.now());
      if (!all) return `${truth.name}: ${balance} are left, and cannot be had`;
      const more = await ledger.reserve(truth.id, 1, requestsPerMonth, Date.now());
      await ledger.giveBack(all);
      return more ? `${truth.name}: ${balance} are left, and one more was had` : null;
    });
  }

  /** Looks at the months of the ledger. */
  readBooks(tenant: Tenant): Deed {
    return this.#deed("books", tenant, (node) => this.beside.books(node, tenant));
  }

  /** What has to be true of an answer to whoever begins to ask when the second function is called. */
  #look({ truth, key }: Tenant, name: string) {
    return () => {
      const [isActive, changesOfApp] = [truth.isActive.state, truth.isActive.changes];
      const [isGood, changesOfKey] = [key.isGood.state, key.isGood.changes];
      const floors = new Map([...truth.sets].map(([signature, { floor }]) => [signature, floor]));
      const aliasFloor = truth.alias.floor;
      return (refused: string | null, answer: Answer | null): string | null => {
        const isUnchanged = truth.isActive.changes === changesOfApp;
        if (answer && isActive === false && isUnchanged) return `${truth.name}: an app that is suspended was answered`;
        if (answer && isGood === false) return `${truth.name}: a key that is revoked was let in`;
        if (refused === "forbidden" && isActive === true && isUnchanged)
          return `${truth.name}: an app that is active was refused`;
        if (refused === "unauthorized" && isGood === true && key.isGood.changes === changesOfKey)
          return `${truth.name}: a good key was refused`;
        if (refused === "not_found") return `${truth.name}: ${name} is there, and was not found`;
        if (!answer || answer.source === "kept") return null;
        const [owner, signature = ""] = answer.text.split("/");
        if (owner !== truth.name) return `${truth.name}: was answered from a set of ${owner}`;
        const fault = truth.sets.get(signature)?.faultOf(answer.text, answer.revision, floors.get(signature) ?? 0);
        if (fault) return `${truth.name} ${signature}: ${fault} (${answer.source})`;
        const isRight = name === ALIAS ? truth.alias.mayBe(signature, aliasFloor) : name === signature;
        return isRight ? null : `${truth.name}: ${name} was answered by ${signature} (${answer.source})`;
      };
    };
  }

  #faultOfRepetition({ truth, told }: Tenant, { idempotencyKey }: Question, answer: Answer): string | null {
    if (idempotencyKey === null) return null;
    const text = JSON.stringify([answer.text, answer.revision, answer.balance]);
    const before = told.get(idempotencyKey);
    told.set(idempotencyKey, before ?? text);
    return before === undefined || before === text
      ? null
      : `${truth.name}: "${idempotencyKey}" was answered ${before}, then ${text}`;
  }

  #deed(name: string, tenant: Tenant, run: Deed["run"], lose = () => {}): Deed {
    const fail = () => {
      lose();
      return 0;
    };
    return { name: `${name} ${tenant.truth.name}`, tenant, run, lose, whenLost() {}, outcome: "done", fail };
  }

  #called(tenant: Tenant, { name, run }: Call): Deed {
    return this.#deed(name, tenant, run);
  }

  #chore(tenant: Tenant, { name, run, lose }: Chore): Deed {
    return this.#deed(name, tenant, run, lose);
  }

  #write(tenant: Tenant): Deed {
    const signature = this.#random.pick(SETS);
    return this.#deed(`write ${signature}`, tenant, async (node) => {
      await write(node, tenant, signature);
      return null;
    });
  }

  #alias(tenant: Tenant): Deed {
    const signature = this.#random.pick(SETS);
    return this.#deed(`alias ${signature}`, tenant, async (node) => {
      await putAlias(node, tenant, signature);
      return null;
    });
  }

  #credit(tenant: Tenant): Deed {
    const requests = 1 + this.#random.below(30);
    const { truth } = tenant;
    return this.#deed("credit", tenant, async (node) => {
      truth.creditsUnknown += requests;
      await node.storage.ledger.credit(truth.id, requests, Date.now());
      truth.creditsUnknown -= requests;
      truth.credited += requests;
      return null;
    });
  }

  #suspendOrResume(tenant: Tenant): Deed {
    const { truth } = tenant;
    const resumes = truth.isActive.state !== true;
    return this.#switching(resumes ? "resume" : "suspend", tenant, truth.isActive, resumes, async (node) => {
      await node.storage.apps.update(truth.id, { status: resumes ? "active" : "suspended", raiseEpoch: true });
    });
  }

  /** The key is revoked, or a new one takes its place. */
  #exchangeKey(tenant: Tenant): Deed {
    const { key, truth } = tenant;
    if (key.isGood.state !== true) {
      return this.#deed("new key", tenant, async (node) => {
        tenant.key = await newKey(node, truth.id);
        return null;
      });
    }
    return this.#switching("revoke", tenant, key.isGood, false, async (node) => {
      await node.storage.keys.revoke(key.id, Date.now());
    });
  }

  #switching(name: string, tenant: Tenant, what: Switch, to: boolean, work: (node: Node) => Promise<void>): Deed {
    let end = () => {};
    const run = async (node: Node) => {
      const change = what.begin();
      end = change.end;
      await work(node);
      change.acknowledge(to);
      end();
      return null;
    };
    return this.#deed(name, tenant, run, () => end());
  }

  #changePlan(tenant: Tenant): Deed {
    const plan = this.#random.pick(["roomy", "tight"]);
    return this.#deed(`plan ${plan}`, tenant, async (node) => {
      await node.storage.apps.update(tenant.truth.id, { plan });
      return null;
    });
  }

  /** The owner says what is right: from then on nothing else is told. */
  #correct(tenant: Tenant, key: string): Deed {
    const { truth } = tenant;
    return this.#deed("correct", tenant, async (node) => {
      const before = truth.corrections.get(key) ?? 0;
      truth.corrections.set(key, before + 1);
      const refusals = { at: Date.now(), refusalsMax: REFUSALS_MAX };
      await node.storage.answers.drop(truth.id, PARTITION, { ids: [], key }, refusals);
      truth.acknowledgedCorrections.set(key, Math.max(truth.acknowledgedCorrections.get(key) ?? 0, before + 1));
      return null;
    });
  }

  /** An answer of the cache, or of a model that says what is right when it is asked; that is remembered, and looked for again. */
  #recall(tenant: Tenant, questions = KEYS.length): Deed {
    const random = this.#random;
    const key = random.pick(KEYS.slice(0, questions));
    const modelMs = random.between(...ASKED_MS);
    return this.#deed("recall", tenant, (node) => recalledOrLearned(node, tenant, { key, modelMs }));
  }

  #observe(tenant: Tenant): Deed {
    const { truth } = tenant;
    const agrees = this.#random.chance(0.9);
    return this.#deed("observe", tenant, async (node) => observed(node, truth, agrees));
  }

  #verify(tenant: Tenant): Deed {
    const { truth } = tenant;
    const speaksFor = this.#random.chance(0.6);
    return this.#deed("verify", tenant, (node) => verified(node, truth, speaksFor));
  }
}
