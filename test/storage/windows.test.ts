import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { join } from "node:path";
import fc from "fast-check";
import { openEmbeddedStorage } from "#storage/embedded/index.ts";
import { appId, freshFolder, NOW } from "./kit.ts";

const MINUTE_MS = 60_000;

interface Call {
  /** Since the call before, with half of them on or beside a minute's edge. */
  readonly afterMs: number;
  /** How late the call reaches the counter. */
  readonly lateMs: number;
  readonly subject: number;
  readonly next: "nothing" | "commit" | "reopen";
}

const call: fc.Arbitrary<Call> = fc.record({
  afterMs: fc.oneof(fc.constantFrom(0, 1, MINUTE_MS - 1, MINUTE_MS, MINUTE_MS + 1), fc.nat(40_000)),
  lateMs: fc.oneof(fc.constant(0), fc.constantFrom(1, 30_000)),
  subject: fc.nat(2),
  next: fc.oneof(
    { weight: 8, arbitrary: fc.constant("nothing" as const) },
    { weight: 3, arbitrary: fc.constant("commit" as const) },
    { weight: 1, arbitrary: fc.constant("reopen" as const) },
  ),
});

test("every call is counted once, in its own minute, over commits and restarts", async () => {
  const property = fc.asyncProperty(fc.array(call, { minLength: 1, maxLength: 60, size: "max" }), async (calls) => {
    using folder = freshFolder();
    let storage = await openEmbeddedStorage({ dataDir: folder.path });
    const counted = new Map<string, number>();
    let now = Math.floor(NOW / MINUTE_MS) * MINUTE_MS;
    for (const { afterMs, lateMs, subject, next } of calls) {
      now += afterMs;
      const at = now - lateMs;
      const window = `${subject} ${Math.floor(at / MINUTE_MS)}`;
      const expected = (counted.get(window) ?? 0) + 1;
      counted.set(window, expected);
      expect(await storage.windows.peek(appId(`${subject}`), at)).toBe(expected - 1);
      expect(await storage.windows.count(appId(`${subject}`), at)).toBe(expected);
      if (next === "commit") await storage.secrets.put("s", `${now}`);
      if (next === "reopen") {
        await storage.close();
        storage = await openEmbeddedStorage({ dataDir: folder.path });
      }
    }
    await storage.close();
  });
  await fc.assert(property, { numRuns: 40 });
}, 60_000);

test("windows of the past leave the disk", async () => {
  using folder = freshFolder();
  const storage = await openEmbeddedStorage({ dataDir: folder.path });
  for (let minute = 0; minute < 10; minute += 1) {
    for (let address = 0; address < 20; address += 1) {
      await storage.windows.count(`address:10.0.0.${address}`, NOW + minute * MINUTE_MS);
    }
    await storage.secrets.put("s", `${minute}`);
  }
  await storage.close();
  const database = new Database(join(folder.path, "dragoman.sqlite"), { readonly: true });
  expect(database.query("SELECT DISTINCT minute FROM windows").all().length).toBeLessThanOrEqual(2);
  database.close();
});

test("a clock that jumps there and back keeps counting", async () => {
  using folder = freshFolder();
  const storage = await openEmbeddedStorage({ dataDir: folder.path });
  const hour = 60 * MINUTE_MS;
  for (const at of [NOW, NOW - hour, NOW - hour]) {
    await storage.windows.count(appId("one"), at);
    await storage.secrets.put("s", `${at}`);
  }
  expect(await storage.windows.count(appId("one"), NOW - hour)).toBe(3);
  expect(await storage.windows.count(appId("one"), NOW)).toBe(2);
  await storage.close();
});

test("more addresses in a minute than memory holds are still counted exactly", async () => {
  using folder = freshFolder();
  const storage = await openEmbeddedStorage({ dataDir: folder.path });
  for (let address = 0; address < 50_100; address += 1) await storage.windows.count(`address:${address}`, NOW);
  for (const address of [0, 49_999, 50_050]) {
    expect(await storage.windows.count(`address:${address}`, NOW)).toBe(2);
  }
  await storage.close();
});
