/**
 * How soon a node of a cluster that is started again does its work with so many answers behind it: until it is ready, until it gives an
 * answer again, and until it gives one to other words, which it has to read what it knows for. Once with an empty folder, as a new node has
 * it, and once with the folder of the node before, which has the index that it saved.
 *
 *     bun scripts/bench/warm-start.ts [ANSWERS]
 *
 * With the executable in dist/ and a Postgres of its own. 100,000 answers of one app under one set, unless told otherwise: the most that an app
 * keeps by default, and all of it has to be read before anything of it is given to other words. Exit status 1 when no node is ready in time.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { startPostgres } from "../../test/cluster/postgres-server.ts";
import { type RunningServer, startServer, waitUntilReady } from "../dragoman-process.ts";
import { ApiClient, newAccessToken, writeSettings } from "../eval/api-client.ts";
import { ranMsOf, residentBytesOf } from "./process-usage.ts";

const ANSWERS = Number(process.argv[2] ?? 100_000);
const READY_MS_MAX = 2_000;
/** Each with a folder of its own. */
const STARTS = 5;
/** Until what is known of all of them is read. */
const WARM_MS_MAX = 600_000;
/** A question to the model inside takes some 30 ms of a processor: asked more often it would be what is measured. */
const ASKED_EVERY_MS = 500;
const ADDED_TOGETHER = 1_000;
const MEGABYTE = 1_000_000;

const WEATHER = {
  signature: "weather-v1",
  name: "Weather",
  tools: [
    {
      name: "get_weather",
      description: "Weather forecast of a city",
      parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
    },
  ],
};

const folder = mkdtempSync(join(tmpdir(), "dragoman-warm-"));
const postgres = await startPostgres({ settings: ["max_wal_size=4GB"] });
const database = await postgres.createDatabase("warm");
const environment = { DRAGOMAN_STORAGE_KIND: "cluster", DRAGOMAN_STORAGE_POSTGRES_URL: database.nodeUrl };

/** A city that nobody asked for yet: no two runs ask for the same. */
let asked = 0;
const another = () => {
  asked += 1;
  return `weather in "Newtown ${String.fromCharCode(65 + (asked % 26))}${asked}"`;
};

async function startNode(name: string): Promise<RunningServer> {
  const dataDir = join(folder, name);
  writeSettings(dataDir);
  return startServer({ dataDir, environment, timeoutMs: 60_000 });
}

const resolve = async (client: ApiClient, query: string) => {
  const { status, body, clientMs } = await client.post(
    "/v1/resolve",
    { query, toolsets: [WEATHER.signature] },
    { mayBeCached: true },
  );
  if (status !== 200) throw new Error(`POST /v1/resolve: ${status} ${JSON.stringify(body)}`);
  return { source: (body.metadata as { readonly source: string }).source, clientMs };
};

/** The answers of a node, and as many like the first one of them as are missing: other cities, at other places near it. */
async function fill(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query("SELECT * FROM answers ORDER BY id LIMIT 1");
  const [first] = rows;
  const near = new Float32Array(new Uint8Array(first.vector).slice().buffer);
  const lesson = JSON.parse(first.lesson);
  const columns =
    "app, partition, key, content_hashes, answer, sentence, lesson, embedder, vector, model_ms, model_cost, bytes, worth, created_at";
  // It counts them one by one.
  await owner.query("ALTER TABLE answers DISABLE TRIGGER answers_are_counted");
  for (let from = 1; from < ANSWERS; from += ADDED_TOGETHER) {
    const count = Math.min(ADDED_TOGETHER, ANSWERS - from);
    const cities = Array.from({ length: count }, (_, at) => `Oldtown ${from + at}`);
    await owner.query(
      `INSERT INTO answers (${columns})
       SELECT app, partition, one.key, content_hashes, answer, one.sentence, one.lesson, embedder, one.vector,
         model_ms, model_cost, bytes, worth, created_at
       FROM answers, unnest($2::text[], $3::text[], $4::text[], $5::bytea[]) AS one (key, sentence, lesson, vector)
       WHERE id = $1`,
      [
        first.id,
        cities.map((city) => new Bun.CryptoHasher("sha256").update(city).digest("hex")),
        cities.map((city) => JSON.stringify(`weather in "${city}"`)),
        cities.map((city) => JSON.stringify({ ...lesson, parameters: { city } })),
        cities.map(() => placeNear(near)),
      ],
    );
  }
  await owner.query("ALTER TABLE answers ENABLE TRIGGER answers_are_counted");
  await owner.query("UPDATE answer_totals SET (count, bytes) = (SELECT count(*), sum(bytes) FROM answers)");
  await owner.query("ANALYZE");
}

function placeNear(vector: Float32Array): Buffer {
  const moved = vector.map((value) => value + (Math.random() - 0.5) / 10);
  const length = Math.hypot(...moved);
  return Buffer.from(moved.map((value) => value / length).buffer);
}

/** A node that was started, and milliseconds since then; in brackets those that a processor worked for it, which others on the machine change less. */
async function started(dataDir: string) {
  const startedAt = performance.now();
  const sinceStart = () => performance.now() - startedAt;
  const node = await startNode(dataDir);
  const shown = () => `${sinceStart().toFixed(0)} ms (${ranMsOf(node.pid).toFixed(0)})`;
  await waitUntilReady(node);
  return { node, readyMs: sinceStart(), ready: shown(), sinceStart, shown };
}

/** Until it is ready, and gives an answer again. */
async function measureStart(dataDir: string, token: string, known: string): Promise<number> {
  const { node, readyMs, ready, shown } = await started(dataDir);
  try {
    const again = await resolve(new ApiClient(node.url, token), known);
    if (again.source !== "exact_cache") throw new Error(`what is known was answered by ${again.source}`);
    console.log(`ready ${ready}, the same again ${shown()}`);
  } finally {
    await node.stop();
  }
  return readyMs;
}

/** Until it gives an answer to other words. */
async function measureWarming(name: string, dataDir: string, token: string): Promise<void> {
  const { node, sinceStart, shown } = await started(dataDir);
  try {
    const client = new ApiClient(node.url, token);
    const before = ranMsOf(node.pid);
    const meanwhile: number[] = [];
    for (;;) {
      const { source, clientMs } = await resolve(client, another());
      if (source === "semantic_cache") break;
      meanwhile.push(clientMs);
      if (sinceStart() > WARM_MS_MAX) throw new Error(`no answer to other words after ${WARM_MS_MAX} ms`);
      await Bun.sleep(ASKED_EVERY_MS);
    }
    const ran = ranMsOf(node.pid) - before;
    console.log(
      `${name}: other words ${shown()}, ${(ran / ANSWERS).toFixed(2)} ms of a processor for each answer; ` +
        `${meanwhile.length} questions answered by the model meanwhile, within ${Math.max(0, ...meanwhile).toFixed(0)} ms; ` +
        `${(residentBytesOf(node.pid) / MEGABYTE).toFixed(0)} MB`,
    );
  } finally {
    await node.stop();
  }
}

let node: RunningServer | null = null;
try {
  node = await startNode("first");
  await waitUntilReady(node);
  const token = await newAccessToken(node.url, join(folder, "first"));
  const client = new ApiClient(node.url, token);
  const made = await client.post("/v1/toolsets", WEATHER);
  if (made.status !== 201) throw new Error(`POST /v1/toolsets: ${made.status} ${JSON.stringify(made.body)}`);
  const known = 'weather in "Oldtown 0"';
  await resolve(client, known);
  const owner = new pg.Client(postgres.urlOf(database.name));
  await owner.connect();
  await owner.query("SET search_path = dragoman");
  // Its vector comes behind the answer.
  while ((await owner.query("SELECT FROM answers WHERE vector IS NOT NULL")).rowCount === 0) await Bun.sleep(20);
  await node.stop();
  await fill(owner);
  await owner.end();
  node = null;
  console.log(`${ANSWERS} answers of one app under one set`);
  const readyMs: number[] = [];
  for (let start = 0; start < STARTS; start += 1) readyMs.push(await measureStart(`started-${start}`, token, known));
  // Whatever else the machine does makes it later, never sooner.
  if (Math.min(...readyMs) > READY_MS_MAX) {
    console.log(`FAILED: not ready within ${READY_MS_MAX} ms`);
    process.exitCode = 1;
  }
  for (const name of ["a new folder", "the folder of before"]) await measureWarming(name, "warmed", token);
} finally {
  await node?.kill();
  await postgres.dispose();
  rmSync(folder, { recursive: true, force: true });
}
