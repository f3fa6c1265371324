/** The disk of Postgres is full, really: its tables are on one of a few megabytes. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, statfsSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { Storage } from "#core/ports/storage.ts";
import { openClusterStorage } from "#storage/cluster/index.ts";
import { anApp, appId, aToolset, NOW } from "../storage/kit.ts";
import { type PostgresServer, startPostgres } from "./postgres-server.ts";

const DISK_MB = 96;
const PLENTY = 1_000_000;
const TIMES_MAX = 20_000;

const disk = mkdtempSync(join(tmpdir(), "dragoman-disk-"));
/** Only root may, and not in every container. */
const isMounted =
  Bun.spawnSync(["mount", "-t", "tmpfs", "-o", `size=${DISK_MB}m`, "tmpfs", disk], { stderr: "ignore" }).exitCode === 0;
const ballast = join(disk, "ballast");

let server: PostgresServer;
let storage: Storage;
let url: string;
const said: string[] = [];

beforeAll(async () => {
  if (!isMounted) return;
  server = await startPostgres({ tablesFolder: join(disk, "tables"), settings: ["autovacuum=off"] });
  const database = await server.createDatabase("full_disk");
  url = server.urlOf(database.name);
  storage = await openClusterStorage({ url: database.nodeUrl, log: (message) => said.push(message) });
}, 60_000);

afterAll(async () => {
  await storage?.close();
  await server?.dispose();
  if (isMounted) Bun.spawnSync(["umount", disk]);
  rmSync(disk, { recursive: true, force: true });
});

function fill(): void {
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(ballast, Buffer.alloc(bavail * bsize, 1));
}

async function rowOf(statement: string, values: readonly unknown[] = []) {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query("SET search_path = dragoman");
    return (await client.query(statement, [...values])).rows[0];
  } finally {
    await client.end();
  }
}

describe.if(isMounted)("a full disk", () => {
  test("is 503, charges and loses nothing, is told to the operator, and is over when there is room", async () => {
    const app = appId("full");
    await storage.apps.create(anApp("full", { id: app }));
    const sets: string[] = [];
    const failures: unknown[] = [];
    let charged = 0;
    const ask = async (at: number) => {
      try {
        const reservation = await storage.ledger.reserve(app, 1, PLENTY, NOW);
        if (!reservation) throw new Error("there is plenty");
        try {
          await storage.ledger.settle(reservation, NOW);
          charged += 1;
        } catch (failure) {
          failures.push(failure);
          await storage.ledger.giveBack(reservation);
        }
      } catch (failure) {
        failures.push(failure);
      }
      try {
        await storage.definitions.create(app, "toolset", `s-${at}`, aToolset("x".repeat(2_000)), NOW);
        sets.push(`s-${at}`);
      } catch (failure) {
        failures.push(failure);
      }
    };
    for (let at = 0; at < 10; at += 1) await ask(at);
    expect(failures).toEqual([]);
    fill();
    for (let at = 10; failures.length < 20 && at < TIMES_MAX; at += 1) await ask(at);
    expect(failures.length).toBeGreaterThanOrEqual(20);
    for (const failure of failures) {
      expect(failure).toMatchObject({ code: "service_unavailable", retryAfterSeconds: expect.any(Number) });
    }
    expect(said.join("\n")).toContain("no room left on its disk: make room there, and nodes go on by themselves");
    truncateSync(ballast);
    const endsAt = performance.now() + 20_000;
    const before = { charged, sets: sets.length };
    for (let at = TIMES_MAX; performance.now() < endsAt; at += 1) {
      await ask(at);
      if (charged > before.charged && sets.length > before.sets && storage.isWritable()) break;
      await Bun.sleep(20);
    }
    expect(storage.isWritable()).toBe(true);
    // Neither lost nor twice, and nothing stays held for what could not be answered.
    expect(await storage.definitions.signatures(app, "toolset", TIMES_MAX)).toEqual(sets.toSorted());
    expect(await storage.ledger.balance(app, PLENTY, NOW)).toBe(PLENTY - charged);
    expect(await rowOf("SELECT * FROM ledger_discrepancies()")).toBeUndefined();
    let held = -1;
    while (held !== 0 && performance.now() < endsAt) {
      held = (await rowOf("SELECT sum(held)::int AS held FROM leases WHERE app = $1", [app])).held;
      await Bun.sleep(50);
    }
    expect(held).toBe(0);
  }, 60_000);
});
