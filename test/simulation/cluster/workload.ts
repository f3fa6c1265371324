/** What clients and owners of several apps do to a cluster, and what each of them was told. */
import { newApiKey } from "#core/access/api-key.ts";
import { AppError } from "#core/errors.ts";
import { contentHashOf } from "#core/json.ts";
import type { Course } from "#core/ports/graduation-store.ts";
import type { AppId, KeyId, Plan } from "#core/tenant.ts";
import type { SeededRandom } from "../kit/random.ts";
import type { Answer, Node, Question } from "./node.ts";
import { AppTruth, Register, Switch } from "./oracle.ts";

export const PLANS: Readonly<Record<string, Plan>> = {
  roomy: { requestsPerMinute: 1_000_000, requestsPerMonth: 1_000_000 },
  tight: { requestsPerMinute: 1_000_000, requestsPerMonth: 400 },
  hurried: { requestsPerMinute: 40, requestsPerMonth: 1_000_000 },
};
const SETS = ["lights", "heating"] as const;
const ALIAS = "main";
const COSTS = [1, 2, 3] as const;
/** How often it is a question, of all that is done with an app; and with one whose owner changes it all the time. */
const ASKS = 0.9;
const CHANGING_ASKS = 0.6;
const LET_IN = 0.2;
/** A model answers within so long, most of the time. */
const MODEL_MS = [1, 60] as const;
const SLOW_MODEL_MS = [500, 20_000] as const;
const ALIASES_MAX = 100;
const ANSWERS = { entriesMax: 1_000, bytesMax: 1_000_000 };
const PARTITION = "p".repeat(64);
const REFUSALS_MAX = 1_000;
/** The sum of verified answers that is a slip. */
const SLIP = { step: 1, slippedAt: 5 };

/** An app, its keys, and what is true of it. */
export interface Tenant {
  readonly truth: AppTruth;
  readonly plan: keyof typeof PLANS;
  key: { readonly id: KeyId; readonly text: string; readonly isGood: Switch };
  /** Of each question that is repeated under a key: what was told first. */
  readonly told: Map<string, string>;
  /** How often its plan was changed: what a month was given may be below what is used. */
  readonly changesPlan: boolean;
  writings: number;
}

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

interface TenantOptions {
  readonly name: string;
  readonly plan: keyof typeof PLANS;
  readonly isKeyed?: boolean;
  readonly changesPlan?: boolean;
}

export const TENANTS: readonly TenantOptions[] = [
  { name: "roomy", plan: "roomy" },
  { name: "tight", plan: "tight" },
  { name: "hurried", plan: "hurried" },
  { name: "keyed", plan: "roomy", isKeyed: true },
  { name: "changing", plan: "roomy", changesPlan: true },
];

/** Made on a node, before anything goes wrong. */
export async function createTenant(node: Node, options: TenantOptions): Promise<Tenant> {
  const id = `app_${options.name.padEnd(20, "0")}` as AppId;
  const truth = new AppTruth(id, options.name, options.isKeyed ?? false);
  const { name, plan } = options;
  await node.storage.apps.create({ id, name, plan, status: "active", epoch: 1, createdAt: Date.now() });
  const tenant: Tenant = {
    ...{ truth, plan, told: new Map(), changesPlan: options.changesPlan ?? false, writings: 0 },
    key: await newKey(node, id),
  };
  for (const signature of SETS) {
    truth.sets.set(signature, new Register());
    await write(node, tenant, signature);
  }
  await putAlias(node, tenant, SETS[0]);
  return tenant;
}

async function newKey(node: Node, app: AppId): Promise<Tenant["key"]> {
  const { id, text, secretHash } = newApiKey();
  await node.storage.keys.create({
    id,
    app,
    name: "key",
    secretHash,
    createdAt: Date.now(),
    expiresAt: null,
    revokedAt: null,
  });
  return { id, text, isGood: new Switch(true) };
}

async function write(node: Node, tenant: Tenant, signature: string): Promise<void> {
  const { truth } = tenant;
  const register = truth.sets.get(signature);
  if (!register) throw new Error(`there is no set ${signature}`);
  tenant.writings += 1;
  const text = `${truth.name}/${signature}/${tenant.writings}`;
  const definition = { tools: [{ name: "switch", description: text }], requireEvidence: false };
  const draft = { name: signature, description: text, definition, contentHash: contentHashOf(definition) };
  register.begin(text);
  const { definitions } = node.storage;
  if (register.floor === 0) {
    const created = await definitions.create(truth.id, "toolset", signature, draft, Date.now());
    if (created) register.acknowledge(text, created.revision);
    return;
  }
  const replaced = await definitions.replace(truth.id, "toolset", signature, draft, Date.now(), null);
  if (typeof replaced === "string") throw new Error(`the set ${signature} is ${replaced}`);
  register.acknowledge(text, replaced.set.revision);
}

async function putAlias(node: Node, { truth }: Tenant, signature: string): Promise<void> {
  truth.alias.begin(signature);
  const draft = { kind: null, sides: [{ signature, percent: 100 }] } as const;
  const put = await node.storage.aliases.put(truth.id, ALIAS, draft, Date.now(), null, ALIASES_MAX);
  if ("refused" in put) throw new Error(`the alias was refused: ${put.refused}`);
  truth.alias.acknowledge(signature, put.revision);
}

/** Draws what is done next. */
export class Workload {
  readonly #random: SeededRandom;
  readonly tenants: readonly Tenant[];
  /** Of each minute of an app: the numbers that were given to its calls. */
  readonly #windows = new Map<string, Set<number>>();
  #requests = 0;
  /** Keys of idempotency are of a period: what was not certain at its end is not asked again. */
  #period = 0;

  constructor(random: SeededRandom, tenants: readonly Tenant[]) {
    this.#random = random;
    this.tenants = tenants;
  }

  nextPeriod(): void {
    this.#period += 1;
    this.#windows.clear();
    for (const { told } of this.tenants) told.clear();
  }

  next(): Deed {
    const random = this.#random;
    const tenant = random.pick(this.tenants);
    // Who is shut out is let in again soon.
    if (tenant.truth.isActive.state !== true && random.chance(LET_IN)) return this.#suspendOrResume(tenant);
    if (tenant.key.isGood.state !== true && random.chance(LET_IN)) return this.#exchangeKey(tenant);
    if (random.chance(tenant.changesPlan ? CHANGING_ASKS : ASKS)) return this.ask(tenant);
    const { truth, key } = tenant;
    const deeds: readonly (readonly [weight: number, () => Deed])[] = [
      [6, () => this.#write(tenant)],
      [3, () => this.#alias(tenant)],
      [3, () => this.#credit(tenant)],
      [3, () => this.#correct(tenant)],
      [10, () => this.#recall(tenant)],
      [4, () => this.#observe(tenant)],
      [4, () => this.#verify(tenant)],
      [truth.isActive.state === true ? 1 : 8, () => this.#suspendOrResume(tenant)],
      [key.isGood.state === true ? 1 : 8, () => this.#exchangeKey(tenant)],
      [tenant.changesPlan ? 2 : 0, () => this.#changePlan(tenant)],
    ];
    return random.weighted(deeds.map(([weight, deed]) => ({ weight, deed }))).deed();
  }

  /** A question of a client. `simple`: one that has to be answered, where the app is let in. */
  ask(tenant: Tenant, simple = false): Deed {
    const random = this.#random;
    const { truth } = tenant;
    this.#requests += 1;
    const number = random.below(40);
    const isKeyed = truth.isKeyed || (!simple && !tenant.changesPlan && random.chance(0.1));
    const key = isKeyed ? `${this.#period} ${truth.isKeyed ? random.below(60) : number}` : null;
    const name = key !== null ? (SETS[number % 2] ?? ALIAS) : random.pick([...SETS, ALIAS]);
    const cost = key === null ? random.pick(COSTS) : 1 + (key.length % 3);
    const [least, most] = random.chance(0.02) ? SLOW_MODEL_MS : MODEL_MS;
    const question: Question = {
      ...{ apiKey: tenant.key.text, name, cost, idempotencyKey: key === null ? null : `${key} ${name}` },
      requestId: `request ${this.#requests}`,
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
          this.#faultOfWindow(tenant, answer) ??
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

  #faultOfWindow({ truth, plan }: Tenant, { window }: Answer): string | null {
    if (!window) return null;
    const name = `${truth.id} ${window.resetAt}`;
    const numbers = this.#windows.get(name) ?? new Set();
    this.#windows.set(name, numbers);
    if (numbers.has(window.remaining))
      return `${truth.name}: the number ${window.limit - window.remaining} of a minute was given twice`;
    numbers.add(window.remaining);
    const { requestsPerMinute } = PLANS[plan] ?? { requestsPerMinute: 0 };
    return numbers.size > requestsPerMinute ? `${truth.name}: ${numbers.size} calls of a minute were let in` : null;
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
  #correct(tenant: Tenant): Deed {
    const { truth } = tenant;
    const key = `k${this.#random.below(3)}`.padEnd(64, "0");
    return this.#deed("correct", tenant, async (node) => {
      const before = truth.corrections.get(key) ?? 0;
      truth.corrections.set(key, before + 1);
      const refusals = { at: Date.now(), refusalsMax: REFUSALS_MAX };
      await node.storage.answers.drop(truth.id, PARTITION, { ids: [], key }, refusals);
      truth.acknowledgedCorrections.set(key, Math.max(truth.acknowledgedCorrections.get(key) ?? 0, before + 1));
      return null;
    });
  }

  /** An answer of the cache, or of a model that says what is right when it is asked; that is remembered. */
  #recall(tenant: Tenant): Deed {
    const { truth } = tenant;
    const random = this.#random;
    const key = `k${random.below(3)}`.padEnd(64, "0");
    const modelMs = random.between(...MODEL_MS);
    return this.#deed("recall", tenant, async (node) => {
      const floor = truth.acknowledgedCorrections.get(key) ?? 0;
      const { answers } = node.storage;
      const { entry, corrections } = await answers.find(truth.id, PARTITION, key);
      if (entry) {
        const said = Number(entry.answer.said);
        if (entry.answer.owner !== truth.name) return `${truth.name}: was given an answer of ${entry.answer.owner}`;
        return said < floor ? `${truth.name}: the answer ${said} was given after correction ${floor}` : null;
      }
      const said = truth.corrections.get(key) ?? 0;
      await new Promise((resolve) => setTimeout(resolve, modelMs));
      const answer = {
        ...{ partition: PARTITION, key, contentHashes: [], answer: { said, owner: truth.name } },
        createdAt: Date.now(),
      };
      await answers.remember(
        truth.id,
        { ...answer, sentence: key, lesson: null, modelMs: 1, modelCost: 0 },
        ANSWERS,
        corrections,
      );
      return null;
    });
  }

  #observe(tenant: Tenant): Deed {
    const { truth } = tenant;
    const agrees = this.#random.chance(0.9);
    return this.#deed("observe", tenant, async (node) => {
      truth.observed += 1;
      node.storage.graduation.observe(truth.id, courseOf(tenant), 0, 9_000, agrees);
      return null;
    });
  }

  #verify(tenant: Tenant): Deed {
    const { truth } = tenant;
    const speaksFor = this.#random.chance(0.6);
    return this.#deed("verify", tenant, async (node) => {
      const [before, floor] = [truth.slips, truth.slips];
      if (speaksFor) truth.verifiedFor += 1;
      const step = { ...SLIP, step: speaksFor ? SLIP.step : -SLIP.step };
      const slips = await node.storage.graduation.verify(truth.id, courseOf(tenant), before, step);
      truth.slips = Math.max(truth.slips, slips);
      if (slips < floor) return `${truth.name}: slipped ${slips} times, and had ${floor} times`;
      const most = Math.floor(truth.verifiedFor / SLIP.slippedAt);
      return slips > most ? `${truth.name}: slipped ${slips} times by ${truth.verifiedFor} verified answers` : null;
    });
  }
}

export function courseOf({ truth }: Pick<Tenant, "truth">): Course {
  return { contentHash: contentHashOf(truth.name), tool: "switch", models: "inside/outside" };
}
