/**
 * What an answer from memory, the count of a call, and finding an answer that another node has learned cost over a cluster's storage: statements of Postgres,
 * and microseconds on a processor of Postgres, of Valkey and of the nodes' storage (no HTTP), with so many in flight.
 * `bun scripts/bench/cluster-charges.ts [APPS] [--nodes N] [--valkey]`; all in flight are of so many apps over so many nodes, 1 when
 * left out. Starts a Postgres of its own that waits for its disk, and a Valkey.
 */
import { parseArgs } from "node:util";
import { openClusterStorage } from "#storage/cluster/index.ts";
import { startPostgres } from "../../test/cluster/postgres-server.ts";
import { startValkey } from "../../test/cluster/valkey-server.ts";
import { anAnswer, anAnsweredRequest, anApp, appId, atMost } from "../../test/storage/kit.ts";
import { PostgresWatcher } from "./cluster/postgres-usage.ts";
import { mainThreadMsOf } from "./process-usage.ts";

const IN_FLIGHT = [1, 32, 500];
const TIMES = 20_000;
const UNLIMITED = 1_000_000_000_000_000;

/** More than any answer takes: how Valkey does when it is late is no matter of this. */
const NEVER_LATE_MS = 60_000;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { nodes: { type: "string", default: "1" }, valkey: { type: "boolean", default: false } },
});
const appCount = Number(positionals[0] ?? 1);
const server = await startPostgres({ isDurable: true });
const valkey = values.valkey ? await startValkey() : null;

try {
  const { nodeUrl } = await server.createDatabase("bench");
  const watcher = await PostgresWatcher.connect(server.urlOf("bench"));
  const shared = valkey && { valkey: { url: valkey.url, waitMsMax: NEVER_LATE_MS } };
  const open = () => openClusterStorage({ url: nodeUrl, ...shared });
  const nodes = await Promise.all(Array.from({ length: Number(values.nodes) }, open));
  const nodeAt = (at: number) => nodes[at % nodes.length] as (typeof nodes)[number];
  const storage = nodeAt(0);
  const apps = Array.from({ length: appCount }, (_, at) => anApp(`app ${at}`, { id: appId(`${at}`) }));
  for (const app of apps) await storage.apps.create(app);
  const { requestId: _, createdAt: __, ...trace } = anAnsweredRequest("r");
  let asked = 0;
  const charge = async () => {
    asked += 1;
    const { id: app } = apps[asked % appCount] as (typeof apps)[number];
    const node = nodeAt(asked);
    const limits = { callsMax: UNLIMITED, cost: 1, allowance: UNLIMITED, requestsMax: 10_000 };
    const ids = { requestId: Bun.randomUUIDv7(), at: Date.now(), changes: node.changes.of(app) };
    const charged = await node.hits.charge({ app, trace, ...limits, ...ids });
    if (!charged) throw new Error("a charge was refused");
    await charged.balance;
  };
  for (const app of apps) {
    const { corrections } = await storage.answers.find(app.id, "p", "k");
    await storage.answers.remember(app.id, anAnswer("k"), atMost(10), corrections);
  }
  const find = async () => {
    asked += 1;
    const { id: app } = apps[asked % appCount] as (typeof apps)[number];
    const { entry } = await nodeAt(asked).answers.find(app, "p", "k");
    if (!entry) throw new Error("an answer was expected");
  };
  const count = async () => {
    asked += 1;
    await nodeAt(asked).windows.count((apps[asked % appCount] as (typeof apps)[number]).id, Date.now());
  };
  // What is asked for by the first request of each node.
  for (const node of nodes) for (const { id } of apps) await node.changes.renew(id);
  for (const inFlight of IN_FLIGHT) {
    for (const [what, work] of Object.entries({ charges: charge, calls: count, found: find })) {
      await Promise.all(Array.from({ length: 500 }, work));
      const [before, valkeyBefore] = [await watcher.use(), valkey ? mainThreadMsOf(valkey.pid()) : 0];
      const [own, startedAt] = [process.cpuUsage(), performance.now()];
      const waits: number[] = [];
      let left = Math.ceil(TIMES / (inFlight === 1 ? 20 : 1));
      const times = left;
      const oneAfterOther = async () => {
        while (left > 0) {
          left -= 1;
          const begunAt = performance.now();
          await work();
          waits.push(performance.now() - begunAt);
        }
      };
      await Promise.all(Array.from({ length: inFlight }, oneAfterOther));
      const seconds = (performance.now() - startedAt) / 1_000;
      const { user, system } = process.cpuUsage(own);
      const after = await watcher.use();
      const ofPostgres = after.cpuMs - before.cpuMs;
      const ofValkey = valkey ? mainThreadMsOf(valkey.pid()) - valkeyBefore : 0;
      const statements = after.turns - before.turns;
      const p99 = waits.toSorted((one, other) => one - other)[Math.floor(0.99 * waits.length)] ?? 0;
      console.log(
        [
          `${inFlight} in flight, ${appCount} apps, ${nodes.length} nodes: ${Math.round(times / seconds)} ${what}/s`,
          ...(statements > 0 ? [`${(times / statements).toFixed(1)} a turn`] : []),
          `${((1_000 * ofPostgres) / times).toFixed(1)} us of Postgres`,
          ...(valkey ? [`${((1_000 * ofValkey) / times).toFixed(1)} us of Valkey`] : []),
          `${((user + system) / times).toFixed(1)} us of the nodes each`,
          `p99 ${p99.toFixed(1)} ms`,
        ].join(", "),
      );
    }
  }
  for (const node of nodes) await node.close();
  await watcher.close();
} finally {
  await server.dispose();
  await valkey?.dispose();
}
