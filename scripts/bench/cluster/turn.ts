/**
 * What the statement of a turn that needs no weighing costs Postgres by itself: `bun scripts/bench/cluster/turn.ts [--times N] [--pause MS]`. Microseconds on
 * a processor of the process that serves the connection, beside those of a statement that does nothing, and of a commit that changes one row:
 * no turn takes less. They take turns, each on a connection of its own, at a Postgres that waits for its disk. With a pause between them the processor has
 * forgotten most of it each time, as it has under a node's load.
 */
import { randomUUID } from "node:crypto";
import { parseArgs } from "node:util";
import pg from "pg";
import { percentile } from "#core/examination/statistics.ts";
import { answeredOf } from "#core/request-batch.ts";
import { type AppId, monthOf } from "#core/tenant.ts";
import { openClusterStorage } from "#storage/cluster/index.ts";
import { minuteOf } from "#storage/cluster/money/minutes.ts";
import { Turn } from "#storage/cluster/money/turn.ts";
import { anAnsweredRequest, anApp, appId } from "../../../test/storage/kit.ts";
import { mainThreadMsOf } from "../process-usage.ts";
import { startDurablePostgres } from "./sides.ts";

const LOADS = [
  { charges: 32, apps: 1 },
  { charges: 250, apps: 1 },
  { charges: 32, apps: 4 },
  { charges: 250, apps: 16 },
];
const APPS = Math.max(...LOADS.map(({ apps }) => apps));
/** Postgres plans a statement anew the first times. */
const WARM_UP_TIMES = 30;
const UNLIMITED = 1_000_000_000_000;

/** In which windows were made last. */
let lastMinute = 0;

const { values } = parseArgs({
  options: { times: { type: "string", default: "400" }, pause: { type: "string", default: "2" } },
});
const [times, pauseMs] = [Number(values.times), Number(values.pause)];

interface Measured {
  readonly what: string;
  readonly us: number[];
  /** Called once. */
  readonly call: () => Promise<unknown>;
  readonly pid: number;
}

await using closing = new AsyncDisposableStack();
const server = await startDurablePostgres(closing);
const { nodeUrl, ownerUrl } = await server.createDatabase("bench");
const owner = await connected(ownerUrl);
const month = monthOf(Date.now());
const apps = Array.from({ length: APPS }, (_, at) => appId(`bench_${String(at).padStart(2, "0")}`));
await fill();
const all = [await nothing(), await oneRow()];
for (const load of LOADS) all.push(await turns(load));
for (let time = 0; time < times + WARM_UP_TIMES; time += 1) {
  for (const { call, pid, us } of all) {
    const before = mainThreadMsOf(pid);
    await call();
    if (time >= WARM_UP_TIMES) us.push((mainThreadMsOf(pid) - before) * 1_000);
    await Bun.sleep(pauseMs);
  }
}
for (const { what, us } of all) {
  const [quick, half] = [5, 50].map((percent) => percentile(us, percent) ?? Number.NaN) as [number, number];
  const mean = us.reduce((sum, each) => sum + each, 0) / us.length;
  console.log(
    `${what}: ${quick.toFixed(0)} us (the quickest twentieth), ${half.toFixed(0)} (half), ${mean.toFixed(0)} (mean)`,
  );
}

/** The apps, with a month's allowance that no turn comes near to. */
async function fill(): Promise<void> {
  const storage = await openClusterStorage({ url: nodeUrl });
  for (const id of apps) await storage.apps.create(anApp(id, { id }));
  await storage.close();
  const balances =
    "INSERT INTO balances (app, bucket, unleased, granted) SELECT app, $2, $3, $3 FROM unnest($1::text[]) AS app";
  await owner.query(balances, [apps, month, UNLIMITED]);
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, options: "-c search_path=dragoman" });
  await client.connect();
  closing.defer(() => client.end());
  return client;
}

async function aConnection() {
  const client = await connected(nodeUrl);
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  return { client, pid: rows[0]?.pid ?? 0 };
}

async function nothing(): Promise<Measured> {
  const { client, pid } = await aConnection();
  return { what: "nothing", us: [], pid, call: () => client.query({ name: "nothing", text: "SELECT 1" }) };
}

async function oneRow(): Promise<Measured> {
  const { client, pid } = await aConnection();
  await owner.query(
    "CREATE TABLE one (row integer); INSERT INTO one VALUES (0); GRANT SELECT, UPDATE ON one TO dragoman_node",
  );
  const call = () => client.query({ name: "one", text: "UPDATE one SET row = row + 1" });
  return { what: "one row, committed", us: [], pid, call };
}

/** Of a node of its own, with a lease of each app. */
async function turns({ charges, apps: appCount }: (typeof LOADS)[number]): Promise<Measured> {
  const { client, pid } = await aConnection();
  const node = randomUUID();
  await owner.query("INSERT INTO nodes (node, turn, expires_at) VALUES ($1, 0, now() + interval '1 day')", [node]);
  const lease =
    "INSERT INTO leases (app, bucket, node, remaining, allowance) SELECT app, $2, $3, $4, $5 FROM unnest($1::text[]) AS app";
  await owner.query(lease, [apps, month, node, UNLIMITED / 100, UNLIMITED]);
  let number = 0;
  const call = async () => {
    number += 1;
    const at = Date.now();
    const window =
      "INSERT INTO windows (minute, subject, count) SELECT $2, app, 0 FROM unnest($1::text[]) AS app ON CONFLICT DO NOTHING";
    if (minuteOf(at) > lastMinute) await owner.query(window, [apps, minuteOf(at)]);
    lastMinute = minuteOf(at);
    const made = turnOf(charges, apps.slice(0, appCount), at);
    const plain = made.plainCall({ node, number, leaseSeconds: 60, lockMsMax: 1_000 });
    if (!plain) throw new Error("a plain turn was expected");
    return client.query({ name: plain.statement.slice(0, 20), text: plain.statement, values: [...plain.values] });
  };
  return { what: `a turn of ${charges} charges of ${appCount} apps`, us: [], pid, call };
}

function turnOf(charges: number, of: readonly AppId[], at: number): Turn {
  const turn = new Turn();
  const { requestId: _, createdAt: __, ...trace } = anAnsweredRequest("r");
  const answered = answeredOf(trace);
  for (let charge = 0; charge < charges; charge += 1) {
    const request = { requestId: Bun.randomUUIDv7("hex", at), createdAt: at, answered };
    const hit = { version: 1, callsMax: UNLIMITED, number: null, takeNumber: null, request, requestsMax: 10_000 };
    const app = of[charge % of.length] as AppId;
    const nobody = { split: null, heldBy: null, keeps: null, told() {}, failed() {} };
    turn.take({ wants: "charge", app, month, allowance: UNLIMITED, at, cost: 1, hit, ...nobody });
  }
  return turn;
}
