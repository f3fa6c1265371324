/** Nodes that are killed, and connections that are cut in the middle of a commit: what became of it is found out, not guessed. */
import { afterAll, expect, test } from "bun:test";
import { join } from "node:path";
import type { KeyedWork } from "#core/ports/keyed-work-store.ts";
import { postgresOf } from "#storage/cluster/index.ts";
import { ClusterKeyedWork } from "#storage/cluster/keyed-work.ts";
import { anApp, appId, NOW } from "../storage/kit.ts";
import { prepareThings, THING_KINDS, Thing } from "./changing-things.ts";
import { nodesThatAreCutOff } from "./nodes-that-are-cut-off.ts";

/** What the constants of money/turns.ts and keyed-work.ts say. */
const LEASE_SECONDS = 60;
const WORK_LEASE_SECONDS = 30;

const nodes = await nodesThatAreCutOff("lost");
const { owner, aNode } = nodes;
afterAll(() => nodes.dispose());

const kinds = THING_KINDS.flatMap((kind) =>
  (["before", "during", "after"] as const).map((cut) => [kind, cut] as const),
);

test.each(kinds)(
  "a change of a %s whose connection is cut %s its commit is told as what it came to",
  async (kind, cut) => {
    const [cuts, other] = await Promise.all([aNode(), aNode()]);
    const thing = new Thing(await prepareThings(cuts.storage, `lost_${kind.replace(" ", "_")}_${cut}`), kind);
    await thing.change(cuts.storage);
    cuts.proxy.cutNext("COMMIT", cut);
    const isAcknowledged = await thing.change(cuts.storage).then(
      () => true,
      (failure: unknown) => {
        expect(failure).toMatchObject({ code: "service_unavailable" });
        return false;
      },
    );
    expect(cuts.proxy.cuts).toBe(1);
    // The server had the whole of it, or nothing.
    expect(isAcknowledged).toBe(cut !== "before");
    for (const { storage } of [cuts, other]) {
      const { seen, allowed } = await thing.readRenewed(storage);
      expect(seen).toBe(allowed[0] as string);
    }
    // It was done once: the next one comes behind it.
    if (isAcknowledged) {
      await thing.change(other.storage);
      const { seen, allowed } = await thing.readRenewed(cuts.storage);
      expect(allowed).toEqual([seen]);
    }
  },
);

/** So many seconds pass by the database's clock. */
async function pass(seconds: number): Promise<void> {
  await owner.query("UPDATE dragoman.nodes SET expires_at = expires_at - make_interval(secs => $1)", [seconds]);
  await owner.query("UPDATE dragoman.keyed_work SET ends_at = ends_at - make_interval(secs => $1)", [seconds]);
}

test("what a killed node held comes back when its lease is over by the database's clock, and not before", async () => {
  const { storage } = await aNode();
  const app = appId("killed");
  await storage.apps.create(anApp("killed", { id: app }));
  const program = ["bun", join(import.meta.dir, "holding-node.ts"), nodes.nodeUrl, app, "10", String(NOW)];
  const killed = Bun.spawn(program, { stdio: ["ignore", "pipe", "inherit"] });
  for await (const said of killed.stdout) {
    expect(Buffer.from(said).toString()).toBe("held\n");
    break;
  }
  killed.kill("SIGKILL");
  await killed.exited;
  // None of it is charged, and none of it can be had by others: it might only be slow.
  expect(await storage.ledger.balance(app, 10, NOW)).toBe(10);
  expect(await storage.ledger.reserve(app, 1, 10, NOW)).toBeNull();
  expect(await storage.keyedWork.begin(app, "k")).toBeNull();
  await pass(WORK_LEASE_SECONDS);
  const work = await storage.keyedWork.begin(app, "k");
  expect(work).not.toBeNull();
  await work?.end();
  expect(await storage.ledger.reserve(app, 1, 10, NOW)).toBeNull();
  await pass(LEASE_SECONDS - WORK_LEASE_SECONDS);
  const reservation = await storage.ledger.reserve(app, 10, 10, NOW);
  if (!reservation) throw new Error("all of it was expected to be back");
  expect(await storage.ledger.settle(reservation, NOW)).toBe(0);
  const { rows } = await owner.query("SELECT * FROM dragoman.ledger_discrepancies()");
  expect(rows).toEqual([]);
}, 60_000);

test("work that takes longer than its lease stays its node's, however much of it there is", async () => {
  const { storage } = await aNode();
  const app = appId("long");
  await storage.apps.create(anApp("long", { id: app }));
  const postgres = postgresOf({ url: nodes.nodeUrl });
  const renewing = new ClusterKeyedWork(postgres, "keyed_work", 50);
  const works = await Promise.all(["k", "l", "m"].map((key) => renewing.begin(app, key)));
  for (let half = 0; half < 3; half += 1) {
    await pass(WORK_LEASE_SECONDS / 2);
    const renewed = async () =>
      (
        await owner.query(
          "SELECT FROM dragoman.keyed_work WHERE app = $1 AND ends_at > now() + interval '20 seconds'",
          [app],
        )
      ).rowCount;
    const endsAt = performance.now() + 14_000;
    while ((await renewed()) !== 3 && performance.now() < endsAt) await Bun.sleep(10);
    expect(await renewed()).toBe(3);
  }
  expect(await storage.keyedWork.begin(app, "l")).toBeNull();
  for (const work of works) await work?.end();
  const begun = await storage.keyedWork.begin(app, "l");
  expect(begun).not.toBeNull();
  await begun?.end();
  await postgres.close();
}, 60_000);

test("work that could not be ended while the database was away is ended when it is back", async () => {
  const [away, other] = await Promise.all([aNode(), aNode()]);
  const app = appId("away");
  await other.storage.apps.create(anApp("away", { id: app }));
  const work = await away.storage.keyedWork.begin(app, "k");
  away.proxy.isDown = true;
  await work?.end();
  expect(await other.storage.keyedWork.begin(app, "k")).toBeNull();
  away.proxy.isDown = false;
  const begun = await beganWithin((WORK_LEASE_SECONDS * 1_000) / 2, () => other.storage.keyedWork.begin(app, "k"));
  expect(begun).not.toBeNull();
  await begun?.end();
}, 60_000);

test.each(["before", "during", "after"] as const)(
  "work whose connection is cut %s it could begin is nobody's, and soon somebody else's",
  async (cut) => {
    const [cuts, other] = await Promise.all([aNode(), aNode()]);
    const app = appId(`begun_${cut}`);
    await other.storage.apps.create(anApp(`begun_${cut}`, { id: app }));
    for (const work of [cuts.storage.keyedWork, cuts.storage.learning]) {
      cuts.proxy.cutNext("INSERT INTO", cut);
      await expect(work.begin(app, "k")).rejects.toMatchObject({ code: "service_unavailable" });
    }
    expect(cuts.proxy.cuts).toBe(2);
    for (const work of [other.storage.keyedWork, other.storage.learning]) {
      const begun = await beganWithin((WORK_LEASE_SECONDS * 1_000) / 2, () => work.begin(app, "k"));
      expect(begun).not.toBeNull();
      await begun?.end();
    }
  },
  60_000,
);

/** Asks until it may work, or it is well before a lease would be over: null then. */
async function beganWithin(msMax: number, begin: () => Promise<KeyedWork | null>): Promise<KeyedWork | null> {
  const endsAt = performance.now() + msMax;
  for (;;) {
    const begun = await begin();
    if (begun || performance.now() >= endsAt) return begun;
    await Bun.sleep(20);
  }
}
