/** What nodes on one database know of each other, and what the doctor makes of it. */
import { afterAll, afterEach, describe, expect, test } from "bun:test";
import pg from "pg";
import { clusterDataChecks } from "#core/doctor/cluster-data.ts";
import { Heartbeat } from "#core/nodes/heartbeat.ts";
import { NODES_MAX, type NodeState } from "#core/ports/node-store.ts";
import { openClusterStorage } from "#storage/cluster/index.ts";
import { openClusterPatient } from "#storage/cluster/patient.ts";
import { FakeClock } from "../fakes.ts";
import { aReport } from "../storage/contract-nodes.ts";
import { startPostgres } from "./postgres-server.ts";

const server = await startPostgres();
const database = await server.createDatabase("nodes");
const one = await openClusterStorage({ url: database.nodeUrl });
const other = await openClusterStorage({ url: database.nodeUrl });
const owner = new pg.Client(database.ownerUrl);
await owner.connect();
await owner.query("SET search_path = dragoman");
afterEach(() => owner.query("DELETE FROM heartbeats"));
afterAll(async () => {
  await owner.end();
  for (const storage of [one, other]) await storage.close();
  await server.dispose();
});

/** As if the node had said nothing since then. */
const silence = (id: string, interval: string) =>
  owner.query("UPDATE heartbeats SET heard_at = heard_at - $2::interval WHERE node = $1", [id, interval]);
const listed = async () => (await other.nodes.list()).map(({ id, state, isGone }) => [id, isGone ? "gone" : state]);

describe("nodes on one database", () => {
  test("are known to all, until they leave", async () => {
    await one.nodes.report(aReport("b", { name: "second" }));
    const { counts } = await other.nodes.report(aReport("a", { name: "first", state: "draining" }));
    expect(counts).toEqual({ starting: 0, ready: 1, draining: 1, gone: 0 });
    for (const storage of [one, other]) {
      expect((await storage.nodes.list()).map(({ name }) => name)).toEqual(["first", "second"]);
    }
    await one.nodes.leave("b");
    expect(await listed()).toEqual([["a", "draining"]]);
  });

  test("count as gone after a while without a word, are there again with the next, and are forgotten after a day", async () => {
    await one.nodes.report(aReport("a"));
    await other.nodes.report(aReport("b"));
    await silence("a", "14 seconds");
    expect(await listed()).toEqual([
      ["a", "ready"],
      ["b", "ready"],
    ]);
    await silence("a", "2 seconds");
    expect(await listed()).toEqual([
      ["a", "gone"],
      ["b", "ready"],
    ]);
    expect((await other.nodes.report(aReport("b"))).counts).toEqual({ starting: 0, ready: 1, draining: 0, gone: 1 });
    await one.nodes.report(aReport("a"));
    expect(await listed()).toEqual([
      ["a", "ready"],
      ["b", "ready"],
    ]);
    await silence("a", "1 day");
    await other.nodes.report(aReport("b"));
    expect(await listed()).toEqual([["b", "ready"]]);
  });

  test("that start and fall over again and again are remembered up to a bound", async () => {
    await owner.query(
      `INSERT INTO heartbeats SELECT 'gone ' || n, 'x', '1', 1, '', 'ready', NULL, '{}', now(), now() - n * interval '1 second'
       FROM generate_series(1, $1::integer) AS n`,
      [NODES_MAX + 50],
    );
    await one.nodes.report(aReport("a"));
    const { rows } = await owner.query("SELECT count(*)::integer AS nodes FROM heartbeats");
    expect(rows[0].nodes).toBeLessThanOrEqual(NODES_MAX);
    expect(await listed()).toContainEqual(["a", "ready"]);
  });
});

describe("a heartbeat", () => {
  const COUNTED = aReport("x").figures;
  const beating = (options: { readonly storage?: typeof one; readonly state?: NodeState } = {}) => {
    const { storage = one } = options;
    const clock = new FakeClock();
    const logs: string[] = [];
    const log = (message: string) => void logs.push(message);
    const heartbeat = new Heartbeat({ store: storage.nodes, name: "node-1", version: "0.2.0", clock, log });
    let isReady = true;
    const described = { address: "http://10.0.0.1:8420", isReady: () => isReady, figures: () => COUNTED };
    return { heartbeat, clock, logs, described, stall: () => (isReady = false) };
  };

  test("says what the node does, and that it drains before it leaves", async () => {
    const { heartbeat, described, stall } = beating();
    const drain = heartbeat.begin(described);
    await heartbeat.beat();
    expect(await listed()).toEqual([[heartbeat.id, "ready"]]);
    expect(heartbeat.counts).toEqual({ starting: 0, ready: 1, draining: 0, gone: 0 });
    stall();
    await heartbeat.beat();
    expect(await listed()).toEqual([[heartbeat.id, "starting"]]);
    drain();
    await heartbeat.beat();
    expect(await listed()).toEqual([[heartbeat.id, "draining"]]);
    // One that is under way does not bring it back.
    void heartbeat.beat();
    await heartbeat.close();
    expect(await listed()).toEqual([]);
  });

  test("finds out how far the clock of its machine is off", async () => {
    const { heartbeat, clock, described } = beating();
    heartbeat.begin(described);
    clock.advance(Date.now() - clock.now() + 3_600_000);
    await heartbeat.beat();
    await heartbeat.beat();
    const [node] = await other.nodes.list();
    expect(Math.abs((node?.clockAheadMs ?? 0) - 3_600_000)).toBeLessThan(60_000);
    await heartbeat.close();
  });

  test("that cannot be heard fails nothing, and is said once", async () => {
    const storage = await openClusterStorage({ url: database.nodeUrl });
    const { heartbeat, logs, described } = beating({ storage });
    await storage.close();
    heartbeat.begin(described);
    for (let beat = 0; beat < 3; beat += 1) await heartbeat.beat();
    await heartbeat.close();
    expect(logs).toEqual([expect.stringContaining("the other nodes cannot be told that this one lives: ")]);
  });
});

describe("the doctor", () => {
  const check = clusterDataChecks({
    patient: openClusterPatient({ url: database.nodeUrl }),
    deadlines: () => ({ answers: 0, kept: 0, requests: 0 }),
    expire: async () => {},
  }).find(({ name }) => name === "nodes");
  const problems = async () => (await check?.examine())?.problems;

  test("finds nothing wrong with nodes of one version whose clocks agree, nor with one that was cut while it drained", async () => {
    await one.nodes.report(aReport("a", { clockAheadMs: 900 }));
    await one.nodes.report(aReport("b", { clockAheadMs: -900 }));
    await one.nodes.report(aReport("c", { state: "draining", version: "0.1.0" }));
    await silence("c", "1 minute");
    expect(await problems()).toEqual([]);
  });

  test("names versions side by side, clocks that are off, and nodes that ended without a word", async () => {
    await one.nodes.report(aReport("a", { clockAheadMs: 1_500 }));
    await one.nodes.report(aReport("b", { clockAheadMs: -61_000, version: "0.3.0" }));
    await one.nodes.report(aReport("c"));
    await silence("c", "1 minute");
    expect(await problems()).toEqual([
      "nodes are of different versions: 0.2.0 on node a; 0.3.0 on node b",
      "the clock of node a (http://127.0.0.1:8420) is 1.5 s ahead of the database's",
      "the clock of node b (http://127.0.0.1:8420) is 61.0 s behind the database's",
      expect.stringMatching(
        /^node c \(http:\/\/127\.0\.0\.1:8420\) is gone without having been stopped: last heard of 20/,
      ),
    ]);
  });

  test("only warns of a node that ended without a word and runs again", async () => {
    await one.nodes.report(aReport("c"));
    await silence("c", "1 minute");
    const again = { name: "node c", uptimeMs: 0 };
    // The same name at another address is another node.
    await one.nodes.report(aReport("d", { ...again, address: "http://127.0.0.1:8421" }));
    expect(await problems()).toEqual([expect.stringMatching(/^node c /)]);
    await one.nodes.report(aReport("e", again));
    expect(await check?.examine()).toMatchObject({
      problems: [],
      warnings: [expect.stringMatching(/^node c \(.*\) ended without having been stopped at 20.*, and runs again$/)],
    });
  });
});
