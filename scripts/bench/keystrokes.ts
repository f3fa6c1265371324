/**
 * What a key typed into examples/command-palette takes the server: CPU time of a question that nobody asked before, answered by the
 * networks. Builds take turns, so that all of them meet the same neighbours:
 *
 *     bun scripts/bench/keystrokes.ts [EXECUTABLE ...]
 *
 * Without executables `dist/dragoman` alone is measured. The first questions after a start take longer, until their code is
 * compiled: they stand apart. Linux only: the CPU time is read from /proc.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { percentile } from "#core/examination/statistics.ts";
import { EXECUTABLE, type RunningServer, startServer, waitUntilReady } from "../dragoman-process.ts";
import { ApiClient, newAccessToken, writeSettings } from "../eval/api-client.ts";
import { cpuStopwatch, mainThreadMsOf } from "./process-usage.ts";
import { typedSoFar } from "./typed-sentences.ts";

const COMMANDS = join(import.meta.dir, "../../examples/command-palette/commands.json");
/** Questions of a line of the table. */
const LINE_QUESTIONS = 50;

interface Build {
  readonly executable: string;
  readonly dataDir: string;
  readonly server: RunningServer;
  readonly client: ApiClient;
  readonly costs: Cost[];
}

/** Milliseconds of CPU: all threads of the process, and the one that serves requests. */
interface Cost {
  readonly allMs: number;
  readonly mainMs: number;
}

async function opened(executable: string): Promise<Build> {
  const dataDir = mkdtempSync(join(tmpdir(), "dragoman-keystrokes-"));
  writeSettings(dataDir);
  const server = await startServer({ dataDir, executable });
  await waitUntilReady(server);
  const client = new ApiClient(server.url, await newAccessToken(server.url, dataDir));
  answered(await client.post("/v1/toolsets", JSON.parse(readFileSync(COMMANDS, "utf8"))), 201);
  return { executable, dataDir, server, client, costs: [] };
}

function answered({ status, body }: Awaited<ReturnType<ApiClient["post"]>>, expected: number): void {
  if (status !== expected) throw new Error(`${status}: ${JSON.stringify(body)}`);
}

async function ask({ server, client, costs }: Build, query: string): Promise<void> {
  const ranAll = cpuStopwatch(server.pid);
  const mainBefore = mainThreadMsOf(server.pid);
  answered(await client.post("/v1/resolve", { query, toolsets: ["commands-v1"] }), 200);
  costs.push({ allMs: ranAll(), mainMs: mainThreadMsOf(server.pid) - mainBefore });
}

function median(costs: readonly Cost[], of: (cost: Cost) => number): string {
  return (percentile(costs.map(of), 50) ?? Number.NaN).toFixed(1);
}

const builds: Build[] = [];
try {
  for (const executable of process.argv.length > 2 ? process.argv.slice(2) : [EXECUTABLE])
    builds.push(await opened(executable));
  for (const query of typedSoFar()) for (const build of builds) await ask(build, query);
  for (const { executable, costs } of builds) {
    for (let from = 0; from < costs.length; from += LINE_QUESTIONS) {
      const some = costs.slice(from, from + LINE_QUESTIONS);
      const [all, main] = [median(some, ({ allMs }) => allMs), median(some, ({ mainMs }) => mainMs)];
      console.log(
        `questions ${from + 1} to ${from + some.length}: ${all} ms of CPU, ${main} of them on the main thread  ${executable}`,
      );
    }
  }
} finally {
  for (const { server, dataDir } of builds) {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
