/**
 * What an answer from memory costs over a cluster's storage: statements of Postgres, and milliseconds on a processor of Postgres and of the
 * node's storage (no HTTP), with so many in flight. `bun scripts/bench/cluster-charges.ts [APPS]`; all in flight are of so many apps, 1 when
 * left out. Starts a Postgres of its own that waits for its disk.
 */
import { openClusterStorage } from "#storage/cluster/index.ts";
import { startPostgres } from "../../test/cluster/postgres-server.ts";
import { anAnsweredRequest, anApp, appId } from "../../test/storage/kit.ts";
import { PostgresWatcher } from "./cluster/postgres-usage.ts";

const IN_FLIGHT = [1, 32, 500];
const CHARGES = 20_000;
const UNLIMITED = 1_000_000_000_000_000;

const appCount = Number(process.argv[2] ?? 1);
const server = await startPostgres({ isDurable: true });

try {
  const { nodeUrl } = await server.createDatabase("bench");
  const watcher = await PostgresWatcher.connect(server.urlOf("bench"));
  const storage = await openClusterStorage({ url: nodeUrl });
  const apps = Array.from({ length: appCount }, (_, at) => anApp(`app ${at}`, { id: appId(`${at}`) }));
  for (const app of apps) await storage.apps.create(app);
  const { requestId: _, createdAt: __, ...trace } = anAnsweredRequest("r");
  let asked = 0;
  const charge = async () => {
    asked += 1;
    const { id: app } = apps[asked % appCount] as (typeof apps)[number];
    const limits = { callsMax: UNLIMITED, cost: 1, allowance: UNLIMITED, requestsMax: 10_000 };
    const ids = { requestId: Bun.randomUUIDv7(), at: Date.now(), changes: storage.changes.of(app) };
    const charged = await storage.hits.charge({ app, trace, ...limits, ...ids });
    if (!charged) throw new Error("a charge was refused");
    await charged.balance;
  };
  for (const inFlight of IN_FLIGHT) {
    await Promise.all(Array.from({ length: 500 }, charge));
    const before = await watcher.use();
    const [own, startedAt] = [process.cpuUsage(), performance.now()];
    const waits: number[] = [];
    let left = Math.ceil(CHARGES / (inFlight === 1 ? 20 : 1));
    const count = left;
    const work = async () => {
      while (left > 0) {
        left -= 1;
        const begunAt = performance.now();
        await charge();
        waits.push(performance.now() - begunAt);
      }
    };
    await Promise.all(Array.from({ length: inFlight }, work));
    const seconds = (performance.now() - startedAt) / 1_000;
    const { user, system } = process.cpuUsage(own);
    const after = await watcher.use();
    const ofPostgres = after.cpuMs - before.cpuMs;
    const statements = after.turns - before.turns;
    const p99 = waits.toSorted((one, other) => one - other)[Math.floor(0.99 * waits.length)] ?? 0;
    console.log(
      [
        `${inFlight} in flight, ${appCount} apps: ${Math.round(count / seconds)} charges/s`,
        `${(count / statements).toFixed(1)} charges a statement`,
        `${((1_000 * ofPostgres) / count).toFixed(1)} us of Postgres`,
        `${((user + system) / count).toFixed(1)} us of the node each`,
        `p99 ${p99.toFixed(1)} ms`,
      ].join(", "),
    );
  }
  await storage.close();
  await watcher.close();
} finally {
  await server.dispose();
}
