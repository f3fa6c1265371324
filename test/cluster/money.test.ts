/** Money over nodes: three storages on one database, whatever happens to them. */
import { afterAll, expect, test } from "bun:test";
import fc from "fast-check";
import pg from "pg";
import type { Hit } from "#core/ports/hit-store.ts";
import type { Reservation } from "#core/ports/ledger-store.ts";
import type { Storage } from "#core/ports/storage.ts";
import type { AppId } from "#core/tenant.ts";
import { aKeptAnswer, anAnsweredRequest, anApp, appId, NEXT_MONTH, NOW, rejection } from "../storage/kit.ts";
import type { Cut } from "./cutting-proxy.ts";
import { nodesThatAreCutOff } from "./nodes-that-are-cut-off.ts";

const nodes = await nodesThatAreCutOff("money");
const { owner } = nodes;
afterAll(() => nodes.dispose());

async function aNode() {
  const node = await nodes.aNode();
  return { ...node, ledger: node.storage.ledger };
}

let apps = 0;
const anotherApp = () => {
  apps += 1;
  return appId(`of_test_${apps}`);
};

/** Whose entries are not what its sums are. */
async function unequal(): Promise<readonly unknown[]> {
  const { rows } = await owner.query(`
    SELECT app, bucket, entered, amount FROM
      (SELECT app, bucket, sum(amount) AS entered FROM dragoman.ledger_entries GROUP BY app, bucket) AS entries
      FULL JOIN (
        SELECT app, bucket, unleased + coalesce((SELECT sum(remaining) FROM dragoman.leases
          WHERE leases.app = balances.app AND leases.bucket = balances.bucket), 0) AS amount FROM dragoman.balances
      ) AS sums USING (app, bucket)
    WHERE coalesce(entered, 0) <> coalesce(amount, 0)`);
  return rows;
}

async function chargedTo(app: string): Promise<number> {
  const { rows } = await owner.query(
    "SELECT coalesce(-sum(amount), 0)::int AS charged FROM dragoman.ledger_entries WHERE app = $1 AND kind = 'charge'",
    [app],
  );
  return rows[0].charged;
}

/** As after a minute in which no node but those that come back has said a word. */
const expireAll = () => owner.query("UPDATE dragoman.nodes SET expires_at = clock_timestamp() - interval '1 second'");

async function charged({ ledger }: Storage, app: ReturnType<typeof anotherApp>, allowance: number): Promise<boolean> {
  const reservation = await ledger.reserve(app, 1, allowance, NOW);
  if (!reservation) return false;
  await ledger.settle(reservation, NOW);
  return true;
}

test("of 2,000 in flight over three nodes exactly as many succeed as there are requests, while one is killed and one drained", async () => {
  const app = anotherApp();
  const [allowance, credits] = [500, 300];
  const [killed, drained, stays] = await Promise.all([aNode(), aNode(), aNode()]);
  await stays.ledger.credit(app, credits, NOW);
  let answered = 0;
  const ask = async ({ storage }: typeof stays) => {
    if (await charged(storage, app, allowance)) answered += 1;
  };
  const nodes = [killed, drained, stays];
  const asked = Array.from({ length: 2_000 }, (_, at) => ask(nodes[at % 3] as typeof stays).catch(() => {}));
  while (answered < 20) await Bun.sleep(1);
  killed.proxy.isDown = true;
  await drained.storage.close();
  await Promise.all(asked);
  const ofKilled = allowance + credits - answered;
  // What the dead one held is free again when its time is over, and not before.
  await expireAll();
  while (await charged(stays.storage, app, allowance)) answered += 1;
  expect(await chargedTo(app)).toBe(allowance + credits);
  expect(answered).toBeLessThanOrEqual(allowance + credits);
  // At most what its last turn was to answer.
  expect(allowance + credits - answered).toBeLessThanOrEqual(ofKilled);
  expect(await unequal()).toEqual([]);
}, 60_000);

test.each(["before", "during", "after"] as const)(
  "a connection that is cut %s a turn charges once, and the answer is found out",
  async (cut: Cut) => {
    const app = anotherApp();
    const { ledger, proxy } = await aNode();
    const reservation = await ledger.reserve(app, 2, 10, NOW);
    if (!reservation) throw new Error("2 were expected to be there");
    proxy.cutNext("turn(", cut);
    expect(await ledger.settle(reservation, NOW)).toBe(8);
    expect(proxy.cuts).toBe(1);
    expect(await chargedTo(app)).toBe(2);
  },
);

test.each(["before", "during", "after"] as const)(
  "a connection that is cut %s a turn keeps the answer with its one charge",
  async (cut: Cut) => {
    const app = anotherApp();
    const { storage, ledger, proxy } = await aNode();
    await storage.apps.create(anApp("x", { id: app }));
    const reservation = await ledger.reserve(app, 2, 10, NOW);
    if (!reservation) throw new Error("2 were expected to be there");
    // At the turn after the one that asks for the balance.
    const keep = (balance: number) => {
      proxy.cutNext("turn(", cut);
      return aKeptAnswer("k", app, { body: `${balance} left` });
    };
    expect(await ledger.settle(reservation, NOW, keep)).toBe(8);
    expect(await storage.kept.find(app, "k")).toMatchObject({ body: "8 left" });
    expect([proxy.cuts, await chargedTo(app)]).toEqual([1, 2]);
  },
);

test("a server that has forgotten a node's last turn, as a replica may, ends what the node remembers", async () => {
  const app = anotherApp();
  const { ledger } = await aNode();
  const reservation = await ledger.reserve(app, 2, 10, NOW);
  if (!reservation) throw new Error("2 were expected to be there");
  await owner.query("UPDATE dragoman.nodes SET turn = turn - 1 WHERE turn > 0");
  expect(await rejection(ledger.settle(reservation, NOW))).toMatchObject({ code: "service_unavailable" });
  await ledger.giveBack(reservation);
  expect(await ledger.reserve(app, 10, 10, NOW)).not.toBeNull();
});

test("credits are entered once, also where something else of their turn turns out to need more than its node has", async () => {
  const [credited, scarce] = [anotherApp(), anotherApp()];
  const [node, other] = [await aNode(), await aNode()];
  // It remembers one request to be free, which the other takes back from it.
  await charged(node.storage, scarce, 10);
  const rest = await other.ledger.reserve(scarce, 9, 10, NOW);
  if (!rest) throw new Error("9 were expected to be there");
  await other.ledger.giveBack(rest);
  const [reservation] = await Promise.all([
    node.ledger.reserve(scarce, 1, 10, NOW),
    node.ledger.credit(credited, 5, NOW),
  ]);
  expect(reservation).not.toBeNull();
  expect(await node.ledger.balance(credited, 0, NOW)).toBe(5);
  const { items } = await node.ledger.entries(credited, { limit: 10, after: null });
  expect(items.map(({ kind, amount }) => ({ kind, amount }))).toEqual([{ kind: "credit", amount: 5 }]);
});

test("a node can write no money but through a turn", async () => {
  const node = new pg.Client(nodes.nodeUrl);
  await node.connect();
  for (const table of ["ledger_entries", "balances", "leases"]) {
    for (const statement of [`UPDATE dragoman.${table} SET app = app`, `DELETE FROM dragoman.${table}`]) {
      expect(String(await rejection(node.query(statement)))).toContain("permission denied");
    }
  }
  await node.end();
  const rewriting = owner.query("UPDATE dragoman.ledger_entries SET amount = 0");
  expect(String(await rejection(rewriting))).toContain("never changed");
});

test("what was charged while nobody could be told any more is taken back when the database is there again", async () => {
  const app = anotherApp();
  const { ledger, proxy } = await aNode();
  const reservation = await ledger.reserve(app, 2, 10, NOW);
  if (!reservation) throw new Error("2 were expected to be there");
  proxy.cutNext("turn(", "after");
  const settling = rejection(ledger.settle(reservation, NOW));
  while (proxy.cuts === 0) await Bun.sleep(1);
  proxy.isDown = true;
  expect(await settling).toMatchObject({ code: "service_unavailable" });
  expect(await chargedTo(app)).toBe(2);
  proxy.isDown = false;
  await ledger.giveBack(reservation);
  while ((await chargedTo(app)) > 0) await Bun.sleep(5);
  expect(await ledger.balance(app, 10, NOW)).toBe(10);
  expect(await unequal()).toEqual([]);
});

test("windows count over all nodes", async () => {
  const app = anotherApp();
  const [one, other] = await Promise.all([aNode(), aNode()]);
  const counts = await Promise.all(
    Array.from({ length: 200 }, (_, at) => (at % 2 ? one : other).storage.windows.count(app, NOW)),
  );
  expect(counts.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, at) => at + 1));
});

const { requestId: _id, createdAt: _at, ...trace } = anAnsweredRequest("r");
let hits = 0;
const aHit = async ({ storage }: Awaited<ReturnType<typeof aNode>>, app: AppId, change: Partial<Hit> = {}) => {
  hits += 1;
  const limits = { callsMax: 1_000_000, cost: 1, allowance: 100, requestsMax: 1_000 };
  const asked = { app, at: NOW, requestId: `hit ${hits}`, trace, changes: storage.changes.of(app) };
  const charged = await storage.hits.charge({ ...limits, ...asked, ...change });
  return charged && { count: charged.count, balance: await charged.balance };
};

test("an answer from memory is charged, counted and recorded in one step, and open to feedback", async () => {
  const app = anotherApp();
  const node = await aNode();
  await node.storage.apps.create(anApp("x", { id: app }));
  expect(await aHit(node, app, { requestId: "mine" })).toEqual({ count: 1, balance: 99 });
  expect(await node.storage.windows.peek(app, NOW)).toBe(1);
  expect(await node.storage.requests.find(app, "mine")).toMatchObject({ text: trace.text, createdAt: NOW });
  expect(await aHit(node, app, { cost: 200, requestId: "dear" })).toBeNull();
  expect([await node.storage.windows.peek(app, NOW), await chargedTo(app)]).toEqual([1, 1]);
  expect(await node.storage.requests.find(app, "dear")).toBeNull();
});

/** Of how many nodes the last turn was plain. */
async function plainOnes(): Promise<number> {
  const { rows } = await owner.query(
    'SELECT count(*)::int AS plain FROM dragoman.nodes WHERE result LIKE \'{"is":"plain"%\'',
  );
  return rows[0].plain;
}

/** Of which a node leases a tenth. */
const LARGE_ALLOWANCE = 10_000;

/** A node that has a lease for the app: what it charges needs no weighing. */
async function aLessee(app: AppId) {
  const node = await aNode();
  await node.storage.apps.create(anApp("x", { id: app }));
  const hit = (change: Partial<Hit> = {}) => aHit(node, app, { allowance: LARGE_ALLOWANCE, ...change });
  expect(await hit()).toEqual({ count: 1, balance: LARGE_ALLOWANCE - 1 });
  return { ...node, hit };
}

test("what is free in a node's lease is charged without weighing, each charge an entry", async () => {
  const app = anotherApp();
  const node = await aLessee(app);
  const before = await plainOnes();
  const charged = await Promise.all(Array.from({ length: 12 }, (_, at) => node.hit({ cost: 1 + (at % 2) })));
  expect(await plainOnes()).toBe(before + 1);
  expect(charged.map((hit) => hit?.count)).toEqual(Array.from({ length: 12 }, (_, at) => at + 2));
  expect(charged.at(-1)?.balance).toBe(LARGE_ALLOWANCE - 1 - 18);
  const { items } = await node.ledger.entries(app, { limit: 50, after: null });
  const amounts = items.filter(({ kind }) => kind === "charge").map(({ amount }) => amount);
  expect(amounts.toSorted()).toEqual([...Array(7).fill(-1), ...Array(6).fill(-2)]);
  expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
  expect(await node.storage.requests.find(app, `hit ${hits}`)).toMatchObject({ text: trace.text });
  const reservation = await node.ledger.reserve(app, 30, LARGE_ALLOWANCE, NOW);
  if (!reservation) throw new Error("30 were expected to be there");
  expect(await plainOnes()).toBe(before + 1);
  expect(await node.ledger.settle(reservation, NOW)).toBe(LARGE_ALLOWANCE - 1 - 18 - 30);
  expect(await unequal()).toEqual([]);
});

test.each(["before", "during", "after"] as const)(
  "a connection that is cut %s a turn that needs no weighing charges once",
  async (cut: Cut) => {
    const app = anotherApp();
    const node = await aLessee(app);
    node.proxy.cutNext("turn(", cut);
    expect(await node.hit({ requestId: "cut" })).toEqual({ count: 2, balance: LARGE_ALLOWANCE - 2 });
    expect([node.proxy.cuts, await chargedTo(app), await node.storage.windows.peek(app, NOW)]).toEqual([1, 2, 2]);
    expect(await node.storage.requests.find(app, "cut")).not.toBeNull();
    expect(await unequal()).toEqual([]);
  },
);

test("an answer from memory is not given once another node has changed the app, whether or not this one has heard", async () => {
  const app = anotherApp();
  const [one, other] = await Promise.all([aNode(), aNode()]);
  await other.storage.apps.create(anApp("x", { id: app }));
  await one.storage.changes.renew(app);
  expect(await aHit(one, app)).not.toBeNull();
  const found = one.storage.changes.of(app);
  await other.storage.apps.update(app, { status: "suspended" });
  expect(await aHit(one, app, { changes: found })).toBeNull();
  await one.storage.changes.renew(app);
  expect(await aHit(one, app, { changes: found })).toBeNull();
  expect([await chargedTo(app), await one.storage.windows.peek(app, NOW)]).toEqual([1, 1]);
  expect(await aHit(one, app)).not.toBeNull();
});

test("answers from memory keep within the minute's calls and what can be paid over all nodes, and each that is given is recorded", async () => {
  const [app, poor] = [anotherApp(), anotherApp()];
  const nodes = await Promise.all([aNode(), aNode()]);
  for (const id of [app, poor]) await (nodes[0] as (typeof nodes)[0]).storage.apps.create(anApp("x", { id }));
  await Promise.all(nodes.flatMap(({ storage }) => [storage.changes.renew(app), storage.changes.renew(poor)]));
  const many = (of: AppId, change: Partial<Hit>) =>
    Promise.all(
      Array.from({ length: 120 }, async (_, at) => {
        const requestId = `${of} ${at}`;
        return (await aHit(nodes[at % 2] as (typeof nodes)[0], of, { ...change, requestId })) && requestId;
      }),
    );
  const given = await many(app, { callsMax: 50, allowance: 1_000 });
  const paid = await many(poor, { allowance: 30 });
  expect([given.filter(Boolean).length, paid.filter(Boolean).length]).toEqual([50, 30]);
  expect([await chargedTo(app), await chargedTo(poor)]).toEqual([50, 30]);
  const { storage } = nodes[0] as (typeof nodes)[0];
  expect([await storage.windows.peek(app, NOW), await storage.windows.peek(poor, NOW)]).toEqual([50, 30]);
  for (const [at, requestId] of paid.entries()) {
    expect((await storage.requests.find(poor, `${poor} ${at}`)) !== null).toBe(requestId !== null);
  }
});

type StepOfTest =
  | { readonly do: "reserve" | "hit"; readonly on: number; readonly cost: number }
  | { readonly do: "burst"; readonly calls: number }
  | { readonly do: "settle" | "give back"; readonly which: number }
  | { readonly do: "credit"; readonly on: number; readonly requests: number }
  | { readonly do: "change plan"; readonly to: number }
  | { readonly do: "cut"; readonly on: number; readonly cut: Cut }
  | { readonly do: "outlive"; readonly on: number }
  | { readonly do: "turn the month" };

/** With the largest a node has enough in its lease for turns that need no weighing. */
const PLANS = [0, 5, 20, 300] as const;
const on = fc.nat(2);
const step: fc.Arbitrary<StepOfTest> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ do: fc.constant("reserve" as const), on, cost: fc.integer({ min: 0, max: 6 }) }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("hit" as const), on, cost: fc.integer({ min: 0, max: 4 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("burst" as const), calls: fc.integer({ min: 2, max: 12 }) }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant("settle" as const), which: fc.nat(20) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("give back" as const), which: fc.nat(20) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("credit" as const), on, requests: fc.integer({ min: 1, max: 8 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("change plan" as const), to: fc.constantFrom(...PLANS) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("cut" as const),
      on,
      cut: fc.constantFrom("before" as const, "during" as const, "after" as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("outlive" as const), on }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("turn the month" as const) }) },
);

interface HoldOfTest {
  readonly on: number;
  readonly month: number;
  readonly fromMonth: number;
  readonly fromCredits: number;
  readonly reservation: Reservation;
  readonly isLost: boolean;
}

/** The rules in their plainest form: purses, and what is charged to them or held of them. Nodes are nothing to it, until one dies. */
class Trial {
  readonly #nodes: readonly Awaited<ReturnType<typeof aNode>>[];
  readonly #app = anotherApp();
  #plan: number = PLANS[1];
  #month = 0;
  #credits = 0;
  readonly #charged = new Map<number, number>();
  #holds: HoldOfTest[] = [];

  constructor(nodes: readonly Awaited<ReturnType<typeof aNode>>[]) {
    this.#nodes = nodes;
  }

  async take(step: StepOfTest): Promise<void> {
    if (step.do === "reserve") await this.#reserve(step.on, step.cost);
    if (step.do === "hit") await this.#hit(step.on, step.cost);
    if (step.do === "burst") await this.#burst(step.calls);
    if (step.do === "settle" || step.do === "give back") await this.#end(step.do, step.which);
    if (step.do === "change plan") this.#plan = step.to;
    if (step.do === "turn the month") this.#month += 1;
    if (step.do === "cut") this.#node(step.on).proxy.cutNext("turn(", step.cut);
    if (step.do === "credit") {
      await this.#node(step.on).ledger.credit(this.#app, step.requests, this.#at);
      this.#credits += step.requests;
    }
    if (step.do === "outlive") {
      // Twice: one of the others may just be saying that it lives.
      for (let time = 0; time < 2; time += 1) {
        await expireAll();
        // More than there can be: it takes what the dead have left, and is refused.
        expect(await this.#node(step.on).ledger.reserve(this.#app, 1_000_000, this.#plan, this.#at)).toBeNull();
      }
      this.#holds = this.#holds.map((hold) => (hold.on === step.on ? hold : { ...hold, isLost: true }));
    }
    expect(await this.#node(0).ledger.balance(this.#app, this.#plan, this.#at)).toBe(this.#balance());
  }

  get #at(): number {
    return NEXT_MONTH - 1 + this.#month * 31 * 86_400_000;
  }

  #node(at: number) {
    return this.#nodes[at] as Awaited<ReturnType<typeof aNode>>;
  }

  #balance(): number {
    return Math.max(0, this.#plan - (this.#charged.get(this.#month) ?? 0)) + this.#credits;
  }

  #split(cost: number) {
    const alive = this.#holds.filter(({ isLost }) => !isLost);
    const held = alive.filter(({ month }) => month === this.#month).reduce((sum, { fromMonth }) => sum + fromMonth, 0);
    const heldCredits = alive.reduce((sum, { fromCredits }) => sum + fromCredits, 0);
    const fromMonth = Math.min(cost, Math.max(0, this.#plan - (this.#charged.get(this.#month) ?? 0) - held));
    return cost - fromMonth <= this.#credits - heldCredits ? { fromMonth, fromCredits: cost - fromMonth } : null;
  }

  async #reserve(on: number, cost: number): Promise<void> {
    const split = this.#split(cost);
    const reservation = await this.#node(on).ledger.reserve(this.#app, cost, this.#plan, this.#at);
    expect(reservation !== null).toBe(split !== null);
    if (reservation && split) this.#holds.push({ on, month: this.#month, ...split, reservation, isLost: false });
  }

  async #hit(on: number, cost: number): Promise<void> {
    const split = this.#split(cost);
    const charged = await aHit(this.#node(on), this.#app, { cost, at: this.#at, allowance: this.#plan });
    expect(charged !== null).toBe(split !== null);
    if (split) this.#charge({ month: this.#month, ...split });
  }

  /** On all nodes at once, each charged in full: the last ones go to whoever is first. */
  async #burst(calls: number): Promise<void> {
    let free = 0;
    while (free < calls && this.#split(free + 1)) free += 1;
    const all = Array.from({ length: calls }, async (_, at) => {
      const node = this.#node(at % this.#nodes.length);
      if (at % 2) return (await aHit(node, this.#app, { at: this.#at, allowance: this.#plan })) !== null;
      const { ledger } = node;
      const reservation = await ledger.reserve(this.#app, 1, this.#plan, this.#at);
      if (reservation) await ledger.settle(reservation, this.#at);
      return reservation !== null;
    });
    const succeeded = (await Promise.all(all)).filter(Boolean).length;
    expect(succeeded).toBe(free);
    const { fromMonth, fromCredits } = this.#split(free) ?? { fromMonth: 0, fromCredits: 0 };
    this.#charge({ month: this.#month, fromMonth, fromCredits });
  }

  async #end(how: "settle" | "give back", which: number): Promise<void> {
    const hold = this.#holds[which % Math.max(1, this.#holds.length)];
    if (!hold) return;
    this.#holds = this.#holds.filter((other) => other !== hold);
    const { ledger } = this.#node(hold.on);
    if (how === "give back") return ledger.giveBack(hold.reservation);
    if (hold.isLost) {
      expect(await rejection(ledger.settle(hold.reservation, this.#at))).toMatchObject({ code: "service_unavailable" });
      return;
    }
    await ledger.settle(hold.reservation, this.#at);
    this.#charge(hold);
  }

  #charge({ month, fromMonth, fromCredits }: Pick<HoldOfTest, "fromCredits" | "fromMonth" | "month">): void {
    this.#charged.set(month, (this.#charged.get(month) ?? 0) + fromMonth);
    this.#credits -= fromCredits;
  }
}

test("whatever happens to which node in whatever order, nothing is lost, nothing is spent twice, and the entries add up", async () => {
  const nodes = await Promise.all([aNode(), aNode(), aNode()]);
  const steps = fc.array(step, { minLength: 5, maxLength: 40, size: "max" });
  const property = fc.asyncProperty(steps, async (steps) => {
    const trial = new Trial(nodes);
    for (const step of steps) await trial.take(step);
    expect(await unequal()).toEqual([]);
  });
  await fc.assert(property, { numRuns: 20 });
}, 60_000);
