/** Numbers of a minute's calls over nodes, from Valkey and from Postgres: each is given once, whatever happens to either. */
import { afterAll, beforeEach, expect, test } from "bun:test";
import fc from "fast-check";
import pg from "pg";
import type { Hit } from "#core/ports/hit-store.ts";
import type { AppId } from "#core/tenant.ts";
import { anAnsweredRequest, appId, NOW } from "../storage/kit.ts";
import { startPostgres } from "./postgres-server.ts";
import { aValkeyNode, type ValkeyNode } from "./valkey-nodes.ts";
import { startValkey } from "./valkey-server.ts";

const [server, valkey] = await Promise.all([startPostgres(), startValkey()]);
const database = await server.createDatabase("windows");
const owner = new pg.Client(database.ownerUrl);
await owner.connect();
const aNode = () => aValkeyNode(database, valkey);
const nodes: ValkeyNode[] = [await aNode(), await aNode(), await aNode()];
/** One more, whose rounds are late after a fifth of this: what it was to be given is lost. */
const IMPATIENT = -1;
const impatient = await aValkeyNode(database, valkey, { waitMsMax: 100 });
const LATE_MS = 60;
afterAll(async () => {
  await Promise.all([...nodes, impatient].map((node) => node.close()));
  await owner.end();
  await Promise.all([server.dispose(), valkey.dispose()]);
});
const node = (at: number) => (at === IMPATIENT ? impatient : (nodes[at % nodes.length] as ValkeyNode));

const MINUTE = Math.floor(NOW / 60_000);
let apps = 0;
const anotherApp = () => {
  apps += 1;
  return appId(`of_minute_${apps}`);
};
const upTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1);
const sorted = (numbers: readonly number[]) => numbers.toSorted((one, other) => one - other);
const count = (at: number, app: AppId) => node(at).storage.windows.count(app, NOW);
const keysOf = async (app: AppId) => (await valkey.command("KEYS", `*:window:*:${MINUTE}:${app}`)) as readonly string[];
const highestIn = async (app: AppId): Promise<number> => {
  const { rows } = await owner.query("SELECT count::int FROM dragoman.windows WHERE subject = $1", [app]);
  return rows[0]?.count ?? 0;
};
/** An answer from memory, which costs nothing. */
const hit = (at: number, app: AppId, change: Partial<Hit> = {}) => {
  const { storage } = node(at);
  const { requestId, createdAt, ...trace } = anAnsweredRequest(`request ${apps} ${at}`);
  const limits = { callsMax: 100, cost: 0, allowance: 10, requestsMax: 1_000 };
  const changes = storage.changes.of(app);
  return Promise.resolve(storage.hits.charge({ app, at: NOW, changes, requestId, trace, ...limits, ...change }));
};
const allUp = () => Promise.all(nodes.map((one) => one.until("up")));
// A busy machine may not have let a node connect at its first try.
beforeEach(async () => {
  await allUp();
});

test("calls over three nodes at once get the numbers from 1 on, and ask Postgres for a few blocks", async () => {
  const app = anotherApp();
  const numbers = await Promise.all(upTo(600).map((at) => count(at, app)));
  expect(sorted(numbers)).toEqual(upTo(600));
  expect(await count(1, app)).toBe(601);
  expect(await node(2).storage.windows.peek(app, NOW)).toBe(601);
  expect(await highestIn(app)).toBeLessThan(601 + 8 + 601 / 8);
});

test("answers from memory get them up to the limit and no further, beside calls that are counted whatever their number is", async () => {
  const app = anotherApp();
  const charged = await Promise.all(upTo(300).map((at) => hit(at, app)));
  const numbers = charged.flatMap((one) => (one ? [one.count] : []));
  expect(sorted(numbers)).toEqual(upTo(100));
  expect(await count(0, app)).toBe(101);
  expect(await hit(1, app)).toBeNull();
});

test("a number that an answer from memory could not be given for goes to the call that it then is", async () => {
  const app = anotherApp();
  expect(await count(0, app)).toBe(1);
  // It costs more than there is.
  expect(await hit(0, app, { cost: 11 })).toBeNull();
  expect(await count(0, app)).toBe(2);
  // The app is another one by now than this node had counted.
  expect(await hit(0, app, { changes: node(0).storage.changes.of(app) - 1 })).toBeNull();
  expect(await count(1, app)).toBe(3);
});

test("windows whose blocks end at once get the next ones together, and one that is held up waits alone", async () => {
  const [held, ...others] = upTo(4).map(anotherApp) as [AppId, ...AppId[]];
  const all = [held, ...others];
  const ask = () => Promise.all(all.map((app) => Promise.all(upTo(30).map(() => count(0, app)))));
  const writers = async (of: readonly AppId[]) =>
    (await owner.query("SELECT DISTINCT xmin FROM dragoman.windows WHERE subject = ANY ($1)", [of])).rowCount;
  for (const app of all) await count(0, app);
  expect(await writers(all)).toBe(all.length);
  expect((await ask()).map(sorted)).toEqual(all.map(() => upTo(31).slice(1)));
  expect(await writers(all)).toBe(1);
  const holder = new pg.Client(database.ownerUrl);
  await holder.connect();
  await holder.query("BEGIN");
  await holder.query("SELECT FROM dragoman.windows WHERE subject = $1 FOR UPDATE", [held]);
  const before = await highestIn(held);
  const waiting = Promise.all(upTo(30).map(() => count(0, held)));
  const answered = others.map((app) => Promise.all(upTo(30).map(() => count(0, app))));
  expect((await Promise.all(answered)).map(sorted)).toEqual(others.map(() => upTo(61).slice(31)));
  expect([await highestIn(held), await writers(others)]).toEqual([before, 1]);
  await holder.query("ROLLBACK");
  await holder.end();
  expect(sorted(await waiting)).toEqual(upTo(61).slice(31));
});

test("what Valkey forgets in the middle of a minute is given to nobody again", async () => {
  const app = anotherApp();
  const before = await Promise.all(upTo(40).map((at) => count(at, app)));
  const highest = await highestIn(app);
  await valkey.command("FLUSHALL");
  const after = await Promise.all(upTo(40).map((at) => count(at, app)));
  expect(sorted(before)).toEqual(upTo(40));
  // It goes on behind the block that was lost, and leaves nothing else out.
  expect(sorted(after)).toEqual(upTo(40).map((number) => highest + number));
  expect(highest - 40).toBeLessThanOrEqual(8 + 40 / 8);
});

test("a Valkey that comes back with what it knew some time ago gives nothing twice", async () => {
  const app = anotherApp();
  await count(0, app);
  const [key = ""] = await keysOf(app);
  const old = (await valkey.command("HGETALL", key)) as Record<string, string>;
  const before = await Promise.all(upTo(6).map((at) => count(at, app)));
  await valkey.kill();
  await Promise.all(nodes.map((one) => one.until("down")));
  const [without] = await Promise.all([count(0, app)]);
  await valkey.start();
  // As a snapshot of its disk would have it.
  await valkey.command("HSET", key, ...Object.entries(old).flat());
  await allUp();
  const after = await Promise.all(upTo(6).map((at) => count(at, app)));
  const all = [1, ...before, without as number, ...after];
  expect(new Set(all).size).toBe(all.length);
});

/** A node that has a block of numbers, of which Valkey has never heard. */
async function dieWithBlock(app: AppId): Promise<void> {
  const [key] = await keysOf(app);
  if (key === undefined) return;
  const [dispenser, last] = (await valkey.command("HMGET", key, "dispenser", "last")) as readonly string[];
  await owner.query("SELECT dragoman.next_block($1, $2, $3, $4, 0, 8)", [MINUTE, app, dispenser, last]);
}

type Step =
  | { readonly does: "count" | "hit"; readonly node: number; readonly times: number }
  | { readonly does: "come back" | "die with a block" | "empty" | "lose one key" }
  | { readonly does: "cut" | "delay"; readonly node: number };
const aNodeNumber = fc.constantFrom(0, 1, 2, IMPATIENT);
const aStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constantFrom("count" as const, "hit" as const),
      node: aNodeNumber,
      times: fc.integer({ min: 1, max: 30 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constantFrom(
        "come back" as const,
        "die with a block" as const,
        "empty" as const,
        "lose one key" as const,
      ),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constantFrom("cut" as const, "delay" as const),
      node: aNodeNumber,
    }),
  },
);

test("no number is given twice, whichever node counts where, and whatever is lost, cut off, late or dead", async () => {
  const LIMIT = 50;
  let endedInValkey = 0;
  const property = fc.asyncProperty(fc.array(aStep, { minLength: 8, maxLength: 24, size: "max" }), async (steps) => {
    const app = anotherApp();
    const given: number[] = [];
    const taking: Promise<void>[] = [];
    let isUndisturbed = true;
    const disturbed = () => {
      isUndisturbed = false;
    };
    const give = (number: number | undefined) => {
      if (number !== undefined) given.push(number);
    };
    const comeBack = async () => {
      await Promise.all(taking);
      for (const { proxy } of [...nodes, impatient]) {
        proxy.isDown = false;
        proxy.lateMs = 0;
      }
      await allUp();
    };
    const take = async (step: Step) => {
      if ("node" in step && step.node === IMPATIENT) disturbed();
      if (step.does === "count" || step.does === "hit") {
        for (let time = 0; time < step.times; time += 1) {
          const taken =
            step.does === "count"
              ? count(step.node, app)
              : hit(step.node, app, { callsMax: LIMIT }).then((charged) => charged?.count);
          taking.push(taken.then(give));
        }
        return;
      }
      if (step.does === "come back") return comeBack();
      disturbed();
      if (step.does === "empty") await valkey.command("FLUSHALL");
      if (step.does === "lose one key") for (const key of await keysOf(app)) await valkey.command("DEL", key);
      if (step.does === "die with a block") await dieWithBlock(app);
      if (step.does === "cut") node(step.node).proxy.isDown = true;
      if (step.does === "delay") node(step.node).proxy.lateMs = LATE_MS;
    };
    for (const step of steps) await take(step);
    await comeBack();
    const misses = nodes.map((one) => one.misses());
    await Promise.all(upTo(9).map((at) => count(at, app).then(give)));
    if (nodes.every((one, at) => one.misses() === misses[at])) endedInValkey += 1;
    expect(new Set(given).size).toBe(given.length);
    expect(Math.max(...given)).toBeLessThanOrEqual(await highestIn(app));
    if (isUndisturbed) expect(sorted(given)).toEqual(upTo(given.length));
  });
  await fc.assert(property, { numRuns: 25 });
  expect(endedInValkey).toBeGreaterThan(0);
}, 120_000);
