import { expect, test } from "bun:test";
import { join } from "node:path";
import type { AppId } from "#core/tenant.ts";
import { type EmbeddedStorage, FolderLockedError, lockFolder, openEmbeddedStorage } from "#storage/embedded/index.ts";
import { anApp, appId, freshFolder, NOW } from "./kit.ts";

const KILLS = 20;
const app = appId("one");

/** Lets a writer work for a random moment and kills it. Returns the names and the highest window count that it acknowledged. */
async function writeUntilKilled(dataDir: string, run: string, app: AppId) {
  const writer = Bun.spawn([process.execPath, join(import.meta.dir, "durability-writer.ts"), dataDir, run, app], {
    stdout: "pipe",
    stderr: "inherit",
  });
  let output = "";
  let killing: Promise<void> | undefined;
  const decoder = new TextDecoder();
  for await (const bytes of writer.stdout) {
    output += decoder.decode(bytes, { stream: true });
    killing ??= Bun.sleep(Math.random() * 60).then(() => {
      expect(() => lockFolder(dataDir)).toThrow(FolderLockedError);
      expect(() => lockFolder(dataDir)).toThrow(`process ${writer.pid}`);
      writer.kill("SIGKILL");
    });
  }
  await killing;
  await writer.exited;
  // What stands behind the last line's end was never said in full.
  const lines = output
    .split("\n")
    .slice(0, -1)
    .map((line) => line.split(" ") as [string, string]);
  return { names: lines.map(([name]) => name), countMax: Math.max(0, ...lines.map(([, count]) => Number(count))) };
}

async function withStorage(dataDir: string, use: (storage: EmbeddedStorage) => Promise<void>): Promise<void> {
  const storage = await openEmbeddedStorage({ dataDir });
  await use(storage);
  await storage.close();
}

test(`${KILLS} times killed while writing, everything acknowledged is there, and the folder is free at once`, async () => {
  using folder = freshFolder();
  await withStorage(folder.path, (storage) => storage.apps.create(anApp("one")));
  const acknowledged: string[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    const { names, countMax } = await writeUntilKilled(folder.path, `run-${kill}`, app);
    acknowledged.push(...names);
    expect(names.length).toBeGreaterThan(0);

    const lock = lockFolder(folder.path);
    await withStorage(folder.path, async (storage) => {
      const found = await Promise.all(acknowledged.map((name) => storage.secrets.find(name)));
      expect(acknowledged.filter((_, index) => found[index] !== "kept")).toEqual([]);
      expect(await storage.windows.peek(app, NOW)).toBeGreaterThanOrEqual(countMax);
      expect(1_000_000 - (await storage.ledger.balance(app, 1_000_000, NOW))).toBeGreaterThanOrEqual(
        acknowledged.length,
      );
      expect(await storage.auditLedger()).toEqual([]);
      const recorded = await Promise.all(names.map((name) => storage.requests.find(app, name)));
      expect(names.filter((_, index) => recorded[index] === null)).toEqual([]);
      const kept = await Promise.all(names.map((name) => storage.kept.find(app, name)));
      expect(names.filter((_, index) => kept[index] === null)).toEqual([]);
    });
    lock.release();
  }
  await withStorage(folder.path, async (storage) => {
    const charged = 1_000_000 - (await storage.ledger.balance(app, 1_000_000, NOW));
    // As many as there are charges, also of what was killed before it could be acknowledged.
    expect(await storage.kept.expire(NOW + 1)).toBe(charged);
  });
}, 60_000);
