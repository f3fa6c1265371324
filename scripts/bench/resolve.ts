/**
 * What one query through HTTP costs, by the number of tools to choose from: CPU time of the server, which busy neighbours
 * hardly change, and the time until the answer is there, which they do. Builds are compared within one run:
 *
 *     bun scripts/bench/resolve.ts --data FOLDER [EXECUTABLE ...]
 *
 * FOLDER holds `bfcl/`, as docs/how-to/measure.md says; without executables, `dist/dragoman` alone is measured. Linux
 * only: the CPU time is read from /proc.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { percentile } from "#core/examination/statistics.ts";
import { EXECUTABLE, type RunningServer, startServer, waitUntilReady } from "../dragoman-process.ts";
import { ApiClient, newAccessToken, writeSettings } from "../eval/api-client.ts";
import { readBfcl } from "../eval/data-sets.ts";
import { type Load, loadsOf } from "../eval/latency.ts";
import { register, resolve } from "../eval/resolving.ts";
import { cpuStopwatch } from "./process-usage.ts";

const TOOL_COUNTS = [1, 8, 128];
const QUERIES_MAX = 200;
/** Asked of one build before it is the next one's turn: short, so that all of them meet the same neighbours. */
const TURN_QUERIES = 5;

interface Build {
  readonly executable: string;
  readonly dataDir: string;
  readonly server: RunningServer;
  readonly client: ApiClient;
}

async function opened(executable: string): Promise<Build> {
  const dataDir = mkdtempSync(join(tmpdir(), "dragoman-resolve-"));
  writeSettings(dataDir);
  const server = await startServer({ dataDir, executable });
  await waitUntilReady(server);
  const client = new ApiClient(server.url, await newAccessToken(server.url, dataDir));
  return { executable, dataDir, server, client };
}

async function close({ server, dataDir }: Build): Promise<void> {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

interface Cost {
  cpuMs: number;
  readonly wallMs: number[];
}

/** Every query of one toolset, by each build in turns. The first round, which computes what later ones reuse, is not counted. */
async function ask(builds: readonly Build[], load: Load, signature: string, costs: ReadonlyMap<Build, Cost>) {
  for (const { client } of builds) {
    const toolset = await register(client, signature, load.tools);
    if ("refused" in toolset) throw new Error(`POST /v1/toolsets: ${toolset.refused}`);
    for (const query of load.queries.slice(0, TURN_QUERIES)) await resolve(client, { query }, toolset);
  }
  for (let start = 0; start < load.queries.length; start += TURN_QUERIES) {
    for (const build of builds) {
      const cost = costs.get(build) as Cost;
      const cpuMs = cpuStopwatch(build.server.pid);
      for (const query of load.queries.slice(start, start + TURN_QUERIES))
        cost.wallMs.push((await resolve(build.client, { query }, { signature })).clientMs);
      cost.cpuMs += cpuMs();
    }
  }
}

function lineOf(count: number, { executable }: Build, { cpuMs, wallMs }: Cost): string {
  const [p50, p99] = [50, 99].map((percent) => (percentile(wallMs, percent) ?? Number.NaN).toFixed(1));
  const perQuery = (cpuMs / wallMs.length).toFixed(1);
  const tools = `${count} ${count === 1 ? "tool" : "tools"}`.padEnd(9);
  return `${tools} ${perQuery.padStart(6)} ms of CPU, p50 ${p50} ms, p99 ${p99} ms, n ${wallMs.length}  ${executable}`;
}

const { values, positionals } = parseArgs({ options: { data: { type: "string" } }, allowPositionals: true });
if (values.data === undefined) throw new Error("--data FOLDER is missing: docs/how-to/measure.md says what is in it");
const parts = readBfcl(values.data);
const builds: Build[] = [];
try {
  for (const executable of positionals.length > 0 ? positionals : [EXECUTABLE]) builds.push(await opened(executable));
  for (const count of TOOL_COUNTS) {
    const costs = new Map(builds.map((build) => [build, { cpuMs: 0, wallMs: [] } as Cost]));
    for (const [index, load] of loadsOf(parts, count, QUERIES_MAX).entries())
      await ask(builds, load, `bench-${count}-${index}-v1`, costs);
    for (const [build, cost] of costs) console.log(lineOf(count, build, cost));
  }
} finally {
  for (const build of builds) await close(build);
}
