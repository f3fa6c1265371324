/** Of a set that is replaced over and over, memory holds the one that there is. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { openEmbeddedStorage } from "#storage/embedded/index.ts";
import { anApp, appId, aToolset, freshFolder, NOW } from "./kit.ts";

const REVISIONS = 50;
/** What the collector takes for held, since its address may still stand somewhere on the stack. */
const LEFT_MAX = 5;
const app = appId("one");

let folder: ReturnType<typeof freshFolder>;
let storage: Awaited<ReturnType<typeof openEmbeddedStorage>>;
beforeEach(async () => {
  folder = freshFolder();
  storage = await openEmbeddedStorage({ dataDir: folder.path });
  await storage.apps.create(anApp("one"));
});
afterEach(async () => {
  await storage.close();
  folder[Symbol.dispose]();
});

async function found(): Promise<WeakRef<object>> {
  const set = await storage.definitions.find(app, "toolset", "home-v1");
  if (!set) throw new Error("the set was expected to be there");
  return new WeakRef(set);
}

/** How many of them are still in memory. */
async function held(sets: readonly WeakRef<object>[]): Promise<number> {
  // A weak reference is kept until its turn is over.
  await Bun.sleep(0);
  Bun.gc(true);
  return sets.filter((set) => set.deref() !== undefined).length;
}

const ways = {
  replaced: async (name: string) => {
    await storage.definitions.replace(app, "toolset", "home-v1", aToolset(name), NOW, null);
  },
  "written over": async (name: string) => {
    const set = { kind: "toolset", signature: "home-v1", draft: aToolset(name) } as const;
    await storage.definitions.writeAll(app, [set], { at: NOW, mayReplace: true });
  },
  "deleted and made again": async (name: string) => {
    await storage.definitions.remove(app, "toolset", "home-v1", null);
    await storage.definitions.create(app, "toolset", "home-v1", aToolset(name), NOW);
  },
};

for (const [how, change] of Object.entries(ways))
  test(`a set that is ${how} is held no longer`, async () => {
    await storage.definitions.create(app, "toolset", "home-v1", aToolset("tool"), NOW);
    const seen: WeakRef<object>[] = [];
    for (let revision = 0; revision < REVISIONS; revision += 1) {
      seen.push(await found());
      await change(`tool_${revision}`);
    }
    expect(await held(seen)).toBeLessThanOrEqual(LEFT_MAX);
  });
