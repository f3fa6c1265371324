/**
 * What memory rises by, for each kind of the hour's asks by itself: `bun scripts/bench/soak/kinds.ts [--minutes 10] [--rate 5] [--kinds new,classes]`. A server of its own is
 * asked nothing else, and what it has is told by parts: what the networks' runtime and other native code hold, machine code, and all that JavaScript allocates.
 * `--kinds owner` has no asks but what the owner does: sets are learned and replaced, files imported, backups made.
 * `--asks 40000 --at-once 4` asks so many, as fast as so many clients are answered, and tells a line for each 2,000.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { EXECUTABLE, type RunningServer, startServer, waitUntilReady } from "../../dragoman-process.ts";
import { accessTokenFor, MEASURED_PLAN, writeSettings } from "../../eval/api-client.ts";
import { askOf, KINDS } from "./hour/asks.ts";
import { Owner } from "./hour/owner.ts";
import { theilSenSlope } from "./hour/slopes.ts";
import { type MemoryParts, memoryPartsOf } from "./memory-parts.ts";

const OWNER = "owner";
const { values: options } = parseArgs({
  options: {
    minutes: { type: "string", default: "10" },
    rate: { type: "string", default: "5" },
    asks: { type: "string" },
    "at-once": { type: "string", default: "4" },
    kinds: { type: "string", default: [...KINDS, OWNER].join(",") },
    executable: { type: "string", default: EXECUTABLE },
  },
});

const LOOK_MS = 5_000;
/** Lines of the table, by the clock or by asks. */
const TOLD_MINUTES = 2;
const TOLD_ASKS = 2_000;
/** How often it is looked where asks are counted. */
const LOOK_ASKS = 100;
const OWNER_WORK_EVERY_MS = 1_000;
/** As in the hour. */
const BOUNDS = ["[limits]", "feedback_requests_per_app_max = 2_000", "[cache]", "entries_per_app_max = 300"];
const MINUTE_MS = 60_000;

interface Look extends MemoryParts {
  readonly atSeconds: number;
  readonly done: number;
}

for (const kind of options.kinds.split(",")) {
  const looks = await soakedWith(kind);
  if (options.asks === undefined) tell(kind, looks);
  else rises(looks);
}

async function soakedWith(kind: string): Promise<readonly Look[]> {
  const place = mkdtempSync(join(tmpdir(), "dragoman-kinds-"));
  const dataDir = join(place, "data");
  writeSettings(dataDir, BOUNDS);
  const { executable } = options;
  const server = await startServer({ dataDir, executable, timeoutMs: MINUTE_MS });
  try {
    await waitUntilReady(server);
    const belongings = { executable, dataDir, workDir: place, environment: {} };
    const { stdout } = await new Owner(belongings, []).command([
      "app",
      "create",
      "soaked",
      "--plan",
      MEASURED_PLAN,
      "--json",
    ]);
    const { app_id: id, api_key: apiKey } = JSON.parse(stdout) as { readonly app_id: string; readonly api_key: string };
    const token = await accessTokenFor(server.url, apiKey);
    const owner = new Owner(belongings, [{ id, apiKey, token }]);
    await owner.registerSets(server);
    const work = kind === OWNER ? working(owner, server) : asking(kind, server, token);
    return await (options.asks === undefined ? watched(kind, server, work) : counted(kind, server, work));
  } finally {
    await server.stop();
    rmSync(place, { recursive: true, force: true });
  }
}

/** Does one thing after the other, at their times, until there has been enough. */
async function watched(
  kind: string,
  server: RunningServer,
  work: (number: number) => Promise<void>,
): Promise<readonly Look[]> {
  const looks: Look[] = [];
  const startedAt = performance.now();
  const everyMs = kind === OWNER ? OWNER_WORK_EVERY_MS : 1_000 / Number(options.rate);
  let done = 0;
  const look = () =>
    looks.push({ atSeconds: (performance.now() - startedAt) / 1_000, done, ...memoryPartsOf(server.pid) });
  const looking = setInterval(look, LOOK_MS);
  while (performance.now() - startedAt < MINUTE_MS * Number(options.minutes)) {
    await work(done);
    done += 1;
    const dueAt = startedAt + done * everyMs;
    await Bun.sleep(Math.max(0, dueAt - performance.now()));
  }
  clearInterval(looking);
  look();
  return looks;
}

/** So many, by clients that wait for their answers; each line of the table is told as soon as it is known. */
async function counted(
  kind: string,
  server: RunningServer,
  work: (number: number) => Promise<void>,
): Promise<readonly Look[]> {
  const looks: Look[] = [];
  const startedAt = performance.now();
  let [begun, done] = [0, 0];
  const client = async () => {
    while (begun < Number(options.asks)) {
      await work(begun++);
      done += 1;
      if (done % LOOK_ASKS > 0) continue;
      looks.push({ atSeconds: (performance.now() - startedAt) / 1_000, done, ...memoryPartsOf(server.pid) });
      if (done % TOLD_ASKS === 0) tellLine(kind, `${done}`, looks.slice(-TOLD_ASKS / LOOK_ASKS));
    }
  };
  await Promise.all(Array.from({ length: Number(options["at-once"]) }, client));
  return looks;
}

function working(owner: Owner, server: RunningServer): (number: number) => Promise<void> {
  return async () => {
    await owner.work(server, 0);
    if (owner.troubles.length > 0) throw new Error(owner.troubles.join("\n"));
  };
}

/** Asks of that kind alone, in their order. Throws where one is not answered. */
function asking(kind: string, server: RunningServer, token: string): (number: number) => Promise<void> {
  let index = 0;
  return async () => {
    while (askOf(index).kind !== kind) index += 1;
    const { path, body, cacheControl, key } = askOf(index);
    index += 1;
    const headers: Record<string, string> = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
    headers["Cache-Control"] = cacheControl;
    if (key !== undefined) headers["Idempotency-Key"] = key;
    const response = await fetch(server.url + path, { method: "POST", headers, body: JSON.stringify(body) });
    const text = await response.text();
    if (!response.ok) throw new Error(`${kind}: ${response.status} ${text}`);
  };
}

/** Each line is the least of its minutes: what garbage adds comes and goes. */
function tell(kind: string, looks: readonly Look[]): void {
  const byMinutes = Map.groupBy(looks, ({ atSeconds }) => Math.floor(atSeconds / 60 / TOLD_MINUTES));
  for (const [at, own] of byMinutes)
    tellLine(kind, `${at * TOLD_MINUTES} to ${(at + 1) * TOLD_MINUTES} | ${own.at(-1)?.done}`, own);
  const late = looks.slice(Math.floor(looks.length / 3));
  const rise = (of: (look: Look) => number) =>
    (3_600 * theilSenSlope(late.map((look) => ({ atSeconds: look.atSeconds, value: of(look) })))).toFixed(0);
  process.stdout.write(
    `${kind}: in the last two thirds, MiB an hour: native ${rise((look) => look.nativeMib)}, code ${rise((look) => look.codeMib)}, JavaScript ${rise((look) => look.scriptMib)}\n`,
  );
}

function tellLine(kind: string, when: string, looks: readonly Look[]): void {
  const least = (of: (look: Look) => number) => Math.min(...looks.map(of)).toFixed(1);
  const parts = [least((look) => look.nativeMib), least((look) => look.codeMib), least((look) => look.scriptMib)];
  process.stdout.write(`| ${kind} | ${when} | ${parts.join(" | ")} |\n`);
}

/** What an ask adds to what JavaScript has, in each third. */
function rises(looks: readonly Look[]): void {
  const third = Math.floor(looks.length / 3);
  for (const [at, own] of [0, 1, 2].map((at) => [at, looks.slice(at * third, (at + 1) * third)] as const)) {
    const slope = theilSenSlope(own.map(({ done, scriptMib }) => ({ atSeconds: done, value: scriptMib })));
    process.stdout.write(`third ${at + 1}: ${(slope * 1_024).toFixed(2)} KiB of JavaScript's for each ask\n`);
  }
}
