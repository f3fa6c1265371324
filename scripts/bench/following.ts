/**
 * What a request costs that goes on with an earlier one, beside that earlier one by itself: the time until the answer is there, one
 * request at a time, each after its own first. Builds are compared within one run:
 *
 *     bun scripts/bench/following.ts --data FOLDER [EXECUTABLE ...]
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
import { type EverydayCase, type EverydaySource, readEveryday } from "../eval/everyday-data.ts";
import { type Query, type Registered, register, resolve } from "../eval/resolving.ts";

const REQUESTS = 150;

interface Asked {
  readonly query: string;
  readonly history: NonNullable<EverydayCase["history"]>;
  readonly source: EverydaySource;
}

/** Milliseconds of one request and of the one that goes on with it. */
interface Times {
  readonly firstMs: number;
  readonly nextMs: number;
}

interface Build {
  readonly executable: string;
  readonly dataDir: string;
  readonly server: RunningServer;
  readonly client: ApiClient;
  readonly times: Times[];
}

async function opened(executable: string): Promise<Build> {
  const dataDir = mkdtempSync(join(tmpdir(), "dragoman-following-"));
  writeSettings(dataDir, ["[cache]", "enabled = false"]);
  const server = await startServer({ dataDir, executable });
  await waitUntilReady(server);
  const client = new ApiClient(server.url, await newAccessToken(server.url, dataDir));
  return { executable, dataDir, server, client, times: [] };
}

/** The same ones each time. */
function requestsOf(sources: readonly EverydaySource[]): readonly Asked[] {
  const all = sources.flatMap((source) =>
    source.cases.flatMap(({ query, history = [] }) =>
      history.length > 0 ? [{ text: query, query, history, source }] : [],
    ),
  );
  return inDigestOrder(all).slice(0, REQUESTS);
}

async function measure({ client, times }: Build, signature: string, requests: readonly Asked[]): Promise<void> {
  const [one] = requests;
  if (!one) return;
  const toolset = await register(client, signature, one.source.tools);
  for (const { query, history } of requests) {
    const first = { query: history.at(-1)?.query ?? "" };
    const next = { query, history: history.map((entry) => ({ ...entry })) };
    // What a first request works out of the tools is kept: each is asked twice, and counted the second time.
    for (const isCounted of [false, true]) {
      const firstMs = await timed(client, first, toolset);
      const nextMs = await timed(client, next, toolset);
      if (isCounted) times.push({ firstMs, nextMs });
    }
  }
}

async function timed(client: ApiClient, query: Query, toolset: Registered): Promise<number> {
  const { clientMs, refused } = await resolve(client, query, toolset);
  if (refused !== null) throw new Error(`POST /v1/resolve: ${refused}`);
  return clientMs;
}

function lineOf({ executable, times }: Build): string {
  const of = (figures: readonly number[]) =>
    [50, 90, 100].map((percent) => (percentile(figures, percent) ?? Number.NaN).toFixed(1)).join(" / ");
  const ratios = times.map(({ firstMs, nextMs }) => nextMs / firstMs);
  const sum = (name: keyof Times) => times.reduce((total, one) => total + one[name], 0);
  const first = of(times.map(({ firstMs }) => firstMs));
  const next = of(times.map(({ nextMs }) => nextMs));
  const all = (sum("nextMs") / sum("firstMs")).toFixed(2);
  return `p50 / p90 / most: first ${first} ms, next ${next} ms, ratio ${of(ratios)}; of all ${all}, n ${times.length}  ${executable}`;
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
  for (const build of builds) console.log(lineOf(build));
} finally {
  for (const { server, dataDir } of builds) {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
