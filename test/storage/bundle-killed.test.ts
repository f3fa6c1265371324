/** A bundle whose writing is broken off: all of it is there, or nothing of it. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { openEmbeddedStorage } from "#storage/embedded/index.ts";
import { anApp, appId, freshFolder } from "./kit.ts";

const KILLS = 8;
const KILLED_AFTER_MS_MAX = 40;
const app = appId("one");

async function writeUntilKilled(dataDir: string, run: string): Promise<void> {
  const writer = Bun.spawn([process.execPath, join(import.meta.dir, "bundle-writer.ts"), dataDir, run], {
    stdout: "pipe",
    stderr: "inherit",
  });
  let killing: Promise<void> | undefined;
  for await (const _ of writer.stdout) {
    killing ??= Bun.sleep(Math.random() * KILLED_AFTER_MS_MAX).then(() => writer.kill("SIGKILL"));
  }
  await killing;
  await writer.exited;
}

test(`${KILLS} times killed while bundles are written, a bank, a set and what they hold are of the same one`, async () => {
  using folder = freshFolder();
  const first = await openEmbeddedStorage({ dataDir: folder.path });
  await first.apps.create(anApp("one"));
  await first.close();
  for (let kill = 0; kill < KILLS; kill += 1) {
    await writeUntilKilled(folder.path, `run${kill}`);
    const { definitions, memories, taught, close } = await openEmbeddedStorage({ dataDir: folder.path });
    const bank = await definitions.find(app, "bank", "bank_1");
    const set = await definitions.find(app, "toolset", "home-v1");
    const name = bank?.description ?? "";
    expect(name).toStartWith(`run${kill}-`);
    expect(set?.description).toBe(name);
    const held = await memories.all(app, "bank_1");
    expect(held).toHaveLength(40);
    expect(held.filter(({ id }) => !id.startsWith(`mem_${name}_`))).toEqual([]);
    const cases = await taught.all(app, { kind: "toolset", signature: "home-v1" });
    expect(cases.map(({ id }) => id)).toEqual([`case_${name}_lights`, `case_${name}_lamps`]);
    await close();
  }
}, 60_000);
