/**
 * What a request costs that asks for two things, beside one that asks for one, where several calls may be made: the time until the
 * answer is there, one request at a time. Builds are compared within one run:
 *
 *     bun scripts/bench/several.ts --data FOLDER [EXECUTABLE ...]
 *
 * FOLDER holds `train/everyday/`; without executables, `dist/dragoman` alone is measured.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { percentile } from "#core/examination/statistics.ts";
import { EXECUTABLE, type RunningServer, startServer, waitUntilReady } from "../dragoman-process.ts";
import { ApiClient, newAccessToken, writeSettings } from "../eval/api-client.ts";
import { inDigestOrder } from "../eval/data-sets.ts";
import { type EverydaySource, readEveryday } from "../eval/everyday-data.ts";
import { register, resolve } from "../eval/resolving.ts";

const KINDS = ["plain", "two"] as const;
const REQUESTS_OF_KIND = 200;
const CALLS_MAX = 4;

interface Asked {
  readonly kind: (typeof KINDS)[number];
  readonly query: string;
  readonly source: EverydaySource;
}

interface Build {
  readonly executable: string;
  readonly dataDir: string;
  readonly server: RunningServer;
  readonly client: ApiClient;
  readonly timesMs: ReadonlyMap<Asked["kind"], number[]>;
}

async function opened(executable: string): Promise<Build> {
  const dataDir = mkdtempSync(join(tmpdir(), "dragoman-several-"));
  writeSettings(dataDir);
  const server = await startServer({ dataDir, executable });
  await waitUntilReady(server);
  const client = new ApiClient(server.url, await newAccessToken(server.url, dataDir));
  return { executable, dataDir, server, client, timesMs: new Map(KINDS.map((kind) => [kind, []])) };
}

/** As many of each kind, the same ones each time. */
function requestsOf(sources: readonly EverydaySource[]): readonly Asked[] {
  return KINDS.flatMap((kind) => {
    const own = sources.flatMap((source) =>
      source.cases.flatMap(({ query, ...one }) => (one.kind === kind ? [{ text: query, kind, query, source }] : [])),
    );
    return inDigestOrder(own).slice(0, REQUESTS_OF_KIND);
  });
}

/** A trade's first request works out what later ones reuse: it is another one, and not counted. */
async function measure({ client, timesMs }: Build, signature: string, requests: readonly Asked[]): Promise<void> {
  const [first] = requests;
  if (!first) return;
  const toolset = await register(client, signature, first.source.tools);
  await resolve(client, { query: "what can you do for me?", calls_max: CALLS_MAX }, toolset);
  for (const { kind, query } of requests) {
    const { clientMs, refused } = await resolve(client, { query, calls_max: CALLS_MAX }, toolset);
    if (refused !== null) throw new Error(`POST /v1/resolve: ${refused}`);
    timesMs.get(kind)?.push(clientMs);
  }
}

function lineOf(kind: Asked["kind"], { executable, timesMs }: Build): string {
  const own = timesMs.get(kind) ?? [];
  const figures = [50, 90, 100].map((percent) => (percentile(own, percent) ?? Number.NaN).toFixed(1));
  return `${kind.padEnd(5)} p50 ${figures[0]} ms, p90 ${figures[1]} ms, most ${figures[2]} ms, n ${own.length}  ${executable}`;
}

const { values, positionals } = parseArgs({ options: { data: { type: "string" } }, allowPositionals: true });
if (values.data === undefined) throw new Error("--data FOLDER is missing: docs/how-to/measure.md says what is in it");
const bySource = Map.groupBy(requestsOf(readEveryday(join(values.data, "train/everyday"))), ({ source }) => source);
const builds: Build[] = [];
try {
  for (const executable of positionals.length > 0 ? positionals : [EXECUTABLE]) builds.push(await opened(executable));
  for (const [{ name }, requests] of bySource) {
    for (const build of builds) await measure(build, `bench-${name}-v1`, requests);
  }
  for (const build of builds) for (const kind of KINDS) console.log(lineOf(kind, build));
} finally {
  for (const { server, dataDir } of builds) {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
