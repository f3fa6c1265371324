import { expect, test } from "bun:test";
import fc from "fast-check";
import type { Course } from "#core/ports/graduation-store.ts";
import { openEmbeddedStorage } from "#storage/embedded/index.ts";
import { anApp, appId, freshFolder, hashOf } from "./kit.ts";

const course = (member: string, contentHash = hashOf("a")): Course => ({
  contentHash,
  member,
  models: '["inside","served"]',
});

test("what was compared and answered outlives the end of the server, and adds up", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({ member: fc.constantFrom("a", "b"), edge: fc.constantFrom(0, 9_500), agrees: fc.boolean() }),
        {
          maxLength: 40,
        },
      ),
      fc.nat(40),
      async (compared, closedAt) => {
        using folder = freshFolder();
        let storage = await openEmbeddedStorage({ dataDir: folder.path });
        await storage.apps.create(anApp("a"));
        for (const [at, { member, edge, agrees }] of compared.entries()) {
          if (at === closedAt) {
            await storage.close();
            storage = await openEmbeddedStorage({ dataDir: folder.path });
          }
          storage.graduation.observe(appId("a"), course(member), 0, edge, agrees);
          storage.graduation.answered(appId("a"), course(member), { ms: 10, cost: 0.5 });
        }
        const counts = await storage.graduation.counts(appId("a"));
        for (const { member, edge, observed, agreed } of counts) {
          const own = compared.filter((one) => one.member === member && one.edge === edge);
          expect({ observed, agreed }).toEqual({
            observed: own.length,
            agreed: own.filter(({ agrees }) => agrees).length,
          });
        }
        expect(counts.reduce((sum, { observed }) => sum + observed, 0)).toBe(compared.length);
        for (const { member, answers, savedMs, savedCost } of await storage.graduation.answers(appId("a"))) {
          const own = compared.filter((one) => one.member === member).length;
          expect({ answers, savedMs, savedCost }).toEqual({ answers: own, savedMs: 10 * own, savedCost: 0.5 * own });
        }
        await storage.close();
      },
    ),
    { numRuns: 20 },
  );
}, 60_000);

test("a slip is remembered, and what is forgotten is gone, with the app too", async () => {
  using folder = freshFolder();
  const storage = await openEmbeddedStorage({ dataDir: folder.path });
  const [one, other] = [appId("a"), appId("b")];
  for (const app of ["a", "b"]) await storage.apps.create(anApp(app));
  for (const app of [one, other]) {
    storage.graduation.observe(app, course("lamp"), 0, 0, false);
    expect(await storage.graduation.verify(app, course("lamp"), 0, { step: 2, slippedAt: 3 })).toBe(0);
    expect(await storage.graduation.verify(app, course("lamp"), 0, { step: -9, slippedAt: 3 })).toBe(0);
    expect(await storage.graduation.verify(app, course("lamp"), 0, { step: 2, slippedAt: 3 })).toBe(0);
    expect(await storage.graduation.verify(app, course("lamp"), 0, { step: 1, slippedAt: 3 })).toBe(1);
    // Of an answer that was given before.
    expect(await storage.graduation.verify(app, course("lamp"), 0, { step: 9, slippedAt: 3 })).toBe(1);
    storage.graduation.observe(app, course("lamp", hashOf("b")), 0, 0, true);
  }
  expect(await storage.graduation.counts(one)).toMatchObject([
    { contentHash: hashOf("a"), slips: 0, observed: 1, agreed: 0 },
    { contentHash: hashOf("a"), slips: 1, observed: 0, agreed: 0 },
    { contentHash: hashOf("b"), slips: 0, observed: 1, agreed: 1 },
  ]);
  await storage.graduation.forget(one, hashOf("a"));
  expect(await storage.graduation.counts(one)).toMatchObject([{ contentHash: hashOf("b") }]);
  expect(await storage.graduation.counts(other)).toHaveLength(3);
  await storage.apps.remove(other);
  storage.graduation.observe(other, course("lamp"), 0, 0, true);
  expect(await storage.graduation.counts(other)).toEqual([]);
  await storage.close();
});
