/**
 * How long it takes to move a folder into a cluster, and back: `bun scripts/bench/moving.ts [ANSWERS] [ENTRIES]`, 100,000 cached answers with
 * vectors and 1,000,000 ledger entries when left out. Starts a Postgres of its own that waits for its disk.
 */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { MovedRow, MovedStore } from "#core/moving/moved-rows.ts";
import { openFolderTarget } from "#storage/embedded/moving/folder-target.ts";
import { moveToCluster, moveToFolder } from "../../src/app/moving.ts";
import { startPostgres } from "../../test/cluster/postgres-server.ts";
import { mainThreadMsOf } from "./process-usage.ts";

const [answers = 100_000, entries = 1_000_000] = process.argv.slice(2).map(Number);
const TOGETHER = 1_000;
/** As the embedder inside makes them. */
const DIMENSIONS = 384;
const AT = Date.UTC(2026, 10, 15);
const LOOK_MS = 100;
const MOVING = "SELECT pid FROM pg_stat_activity WHERE application_name = 'dragoman move'";
const HASH = `sha256:${"a".repeat(64)}`;

function appRow(): MovedRow {
  return { position: 1, app: "app_1", name: "one", plan: "unlimited", status: "active", epoch: 0, created_at: AT };
}

function answerRow(id: number): MovedRow {
  const vector = new Uint8Array(Float32Array.from({ length: DIMENSIONS }, (_, at) => Math.sin(id * at)).buffer);
  const answer = JSON.stringify({
    calls: [{ tool: "set_light", parameters: { room: `room ${id}`, percent: id % 100 } }],
  });
  const lesson = JSON.stringify({ template: "set the light of {room} to {percent}", values: [`room ${id}`, id % 100] });
  const made = {
    content_hashes: JSON.stringify([HASH]),
    answer,
    sentence: `set the light of room ${id} to ${id % 100}`,
  };
  const worth = { hits: id % 7, hit_at: AT, model_ms: 40, model_cost: 0.0001, worth: id / 3 };
  return {
    id,
    app: "app_1",
    partition: "p",
    key: `k ${id}`,
    ...made,
    lesson,
    embedder: "e",
    vector,
    ...worth,
    created_at: AT,
  };
}

function entryRow(id: number): MovedRow {
  return { app: "app_1", at: AT + id, bucket: id % 10 === 0 ? "credits" : "2026-11", kind: "charge", amount: -1 };
}

const parent = mkdtempSync(join(tmpdir(), "dragoman-moving-"));
const server = await startPostgres({ isDurable: true });
try {
  const { ownerUrl } = await server.createDatabase("bench");
  const watcher = new pg.Client(server.urlOf("bench"));
  await watcher.connect();
  const dataDir = join(parent, "from");
  const target = await openFolderTarget({ dataDir, log: console.error });
  const write = async (store: MovedStore, count: number, rowOf: (id: number) => MovedRow) => {
    for (let id = 1; id <= count; id += TOGETHER) {
      await target.write(
        store,
        Array.from({ length: Math.min(TOGETHER, count - id + 1) }, (_, at) => rowOf(id + at)),
      );
    }
  };
  await write("apps", 1, appRow);
  await write("answers", answers, answerRow);
  await write("ledger", entries, entryRow);
  const last = { revisions: 0, apps: 1, keys: 0, test_runs: 0, answers, answer_refusals: 0, reuse_mistakes: 0 };
  await target.finish({ ...last, kept_answers: 0, logged_questions: 0, audit_records: 0 }, []);
  target.close();
  const timed = async (what: string, work: () => Promise<unknown>) => {
    const [begun, own] = [performance.now(), process.cpuUsage()];
    let engineMs = 0;
    let isLooking = false;
    // Its process ends with the connection: what it has run is looked at until then.
    const looking = setInterval(async () => {
      if (isLooking) return;
      isLooking = true;
      const { rows } = await watcher.query<{ pid: number }>(MOVING);
      for (const { pid } of rows) if (existsSync(`/proc/${pid}`)) engineMs = mainThreadMsOf(pid);
      isLooking = false;
    }, LOOK_MS);
    await work();
    clearInterval(looking);
    const { user, system } = process.cpuUsage(own);
    const cpu = `${((user + system) / 1e6).toFixed(1)} s of a processor here, ${(engineMs / 1e3).toFixed(1)} s in Postgres`;
    const seconds = (performance.now() - begun) / 1_000;
    const rate = Math.round((answers + entries) / seconds);
    console.log(
      `${what}: ${seconds.toFixed(1)} s, ${rate} rows/s, ${Math.round(process.memoryUsage.rss() / 1e6)} MB; ${cpu}`,
    );
  };
  let [step, since] = ["", performance.now()];
  const onProgress = (progress: { readonly step: string }) => {
    if (progress.step === step) return;
    if (step !== "") console.log(`  ${step}: ${((performance.now() - since) / 1_000).toFixed(1)} s`);
    [step, since] = [progress.step, performance.now()];
  };
  const options = { ownerUrl, isTrial: false, signal: new AbortController().signal, onProgress, log: console.error };
  await timed("into the cluster", () => moveToCluster({ ...options, dataDir }));
  await timed("out of the cluster", () => moveToFolder({ ...options, dataDir: join(parent, "to") }));
  await watcher.end();
} finally {
  await server.dispose();
  rmSync(parent, { recursive: true, force: true });
}
