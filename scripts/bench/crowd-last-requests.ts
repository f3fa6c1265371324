/**
 * Many apps with a balance of a few requests each, all of them spent at once, and more than there are; the server is killed meanwhile:
 * `bun scripts/bench/crowd-last-requests.ts [--apps 1000] [--balance 5] [--kills 3]`. Half of the apps ask under idempotency keys and
 * repeat what they were not told: each is to have exactly its balance answered. The others have no keys, so that a kill may take an answer
 * that was paid for: none has more answered than it had, and each has exactly its balance charged. Ends with status 1 otherwise.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { AppId } from "#core/tenant.ts";
import { openEmbeddedStorage } from "#storage/embedded/index.ts";
import { freePort, type RunningServer, startServer, waitUntilReady } from "../dragoman-process.ts";
import { accessTokenFor, writeSettings } from "../eval/api-client.ts";
import { lamp } from "./measures/samples.ts";
import { makeApps } from "./stage.ts";

const { values } = parseArgs({
  options: {
    apps: { type: "string", default: "1000" },
    balance: { type: "string", default: "5" },
    kills: { type: "string", default: "3" },
  },
});
const [apps, balance, kills] = [Number(values.apps), Number(values.balance), Number(values.kills)];
const PLAN = "few";
/** Charged before: the toolset, and the first question, which the model answers. */
const PREPARED = 2;
/** Requests of an app that nobody can pay for. */
const TOO_MANY = 3;
const AT_ONCE = 200;
/** The model answers each app's first question: it takes no more. */
const PREPARED_AT_ONCE = 8;
const AGAIN_AFTER_MS = 50;
const QUESTION = JSON.stringify({ query: "switch the lamp on", toolsets: [lamp.signature] });

interface Asker {
  readonly app: AppId;
  readonly authorization: string;
  readonly hasKeys: boolean;
  answered: number;
}

const dataDir = mkdtempSync(join(tmpdir(), "dragoman-crowd-"));
const port = await freePort();
const running: { server: RunningServer | null } = { server: null };

async function start(): Promise<RunningServer> {
  const started = await startServer({ dataDir, port, timeoutMs: 60_000 });
  await waitUntilReady(started);
  running.server = started;
  return started;
}

/** Null where no answer came. */
async function post(path: string, body: string, { authorization }: Pick<Asker, "authorization">, key?: string) {
  const headers = { authorization, "content-type": "application/json", ...(key && { "idempotency-key": key }) };
  try {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method: "POST", headers, body });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return null;
  }
}

/** Asked until it is answered or refused; without a key an answer may have been paid for that never came. */
async function askOnce(asker: Asker, index: number): Promise<void> {
  for (;;) {
    const status = await post("/v1/resolve", QUESTION, asker, asker.hasKeys ? `k${index}` : undefined);
    if (status === 200) asker.answered += 1;
    if (status === 200 || status === 402) return;
    if (status !== null && status !== 503) throw new Error(`${asker.app} was answered with ${status}`);
    await Bun.sleep(AGAIN_AFTER_MS);
  }
}

async function inTurns<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
  atOnce = AT_ONCE,
): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const item = items[next] as Item;
      next += 1;
      await work(item);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

async function prepared(): Promise<readonly Asker[]> {
  writeSettings(dataDir, [
    `exchanges_per_minute = ${10 * apps}`,
    `[plans.${PLAN}]`,
    "requests_per_minute = 1_000_000",
    `requests_per_month = ${balance + PREPARED}`,
  ]);
  const made = await makeApps(dataDir, apps, PLAN);
  const { url } = await start();
  const askers: Asker[] = [];
  for (const [index, { app, apiKey }] of made.entries()) {
    const authorization = `Bearer ${await accessTokenFor(url, apiKey)}`;
    askers.push({ app, authorization, hasKeys: index % 2 === 0, answered: 0 });
  }
  const prepare = async (asker: Asker) => {
    const made = await post("/v1/toolsets", JSON.stringify(lamp), asker);
    const asked = await post("/v1/resolve", QUESTION, asker);
    if (made !== 201 || asked !== 200) throw new Error(`${asker.app} could not be prepared: ${made}, ${asked}`);
  };
  await inTurns(askers, prepare, PREPARED_AT_ONCE);
  return askers;
}

async function spend(askers: readonly Asker[]): Promise<void> {
  const all = Array.from({ length: balance + TOO_MANY }, (_, index) =>
    askers.map((asker) => ({ asker, index })),
  ).flat();
  let done = 0;
  let [killed, killing] = [0, Promise.resolve()];
  await inTurns(all, async ({ asker, index }) => {
    await askOnce(asker, index);
    done += 1;
    if (killed === kills || done < ((killed + 1) * all.length) / (kills + 2)) return;
    killed += 1;
    killing = killing.then(() => running.server?.kill()).then(async () => void (await start()));
  });
  await killing;
}

/** In words, whose money is not what it has to be. */
async function mistakes(askers: readonly Asker[]): Promise<readonly string[]> {
  const storage = await openEmbeddedStorage({ dataDir });
  try {
    const found: string[] = [...(await storage.integrity())];
    for (const { app, bucket } of await storage.auditLedger())
      found.push(`${bucket} of ${app} is not the sum of its entries`);
    for (const { app, hasKeys, answered } of askers) {
      const { items } = await storage.ledger.entries(app, { limit: 1_000, after: null });
      const charged = items.reduce((sum, { kind, amount }) => sum - (kind === "charge" ? amount : 0), 0);
      if (charged !== balance + PREPARED) found.push(`${app} was charged ${charged}, and had ${balance + PREPARED}`);
      const isRight = hasKeys ? answered === balance : answered <= balance;
      if (!isRight) found.push(`${app} had ${answered} of ${balance} answered`);
    }
    return found;
  } finally {
    await storage.close();
  }
}

try {
  const askers = await prepared();
  const begunMs = performance.now();
  await spend(askers);
  const seconds = ((performance.now() - begunMs) / 1_000).toFixed(1);
  await running.server?.stop();
  const found = await mistakes(askers);
  const answered = askers.reduce((sum, one) => sum + one.answered, 0);
  console.log(`${apps} apps, ${balance} each, ${kills} kills, ${seconds} s: ${answered} of ${apps * balance} answered`);
  for (const mistake of found.slice(0, 20)) console.log(mistake);
  process.exitCode = found.length === 0 ? 0 : 1;
} finally {
  await running.server?.kill();
  rmSync(dataDir, { recursive: true, force: true });
}
