/** Whatever is written, cut and restarted while a database is followed: a moment that is gone back to is what it was then. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import type { Instant } from "#core/tenant.ts";
import { BackupError } from "#storage/embedded/backup-format.ts";
import { momentIn } from "#storage/embedded/following/moments.ts";
import { type Deed, Followed, STARTED } from "./followed.ts";

const RUNS = Number(process.env.DRAGOMAN_FOLLOW_RUNS ?? 40);

const DEED: fc.Arbitrary<Deed> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      deed: fc.constant("write" as const),
      rows: fc.integer({ min: 1, max: 30 }),
      bytes: fc.integer({ min: 1, max: 6_000 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ deed: "remove" as const }) },
  { weight: 1, arbitrary: fc.constant({ deed: "give up a large change" as const }) },
  {
    weight: 2,
    arbitrary: fc.record({
      deed: fc.constant("checkpoint" as const),
      mode: fc.constantFrom("PASSIVE" as const, "PASSIVE" as const, "RESTART" as const, "TRUNCATE" as const),
    }),
  },
  { weight: 8, arbitrary: fc.record({ deed: fc.constant("look" as const), times: fc.integer({ min: 1, max: 4 }) }) },
  { weight: 3, arbitrary: fc.record({ deed: fc.constant("wait" as const), ms: fc.integer({ min: 1, max: 30_000 }) }) },
  { weight: 1, arbitrary: fc.constant({ deed: "kill the follower" as const }) },
  { weight: 1, arbitrary: fc.constant({ deed: "close and open the database" as const }) },
);

test("every moment is what it was then, whatever happened between", async () => {
  let restored = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(DEED, { minLength: 5, maxLength: 60 }),
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 3 }),
      async (deeds, moments) => {
        using followed = new Followed();
        // So that there is a copy of the whole, most of the time.
        for (let look = 0; look < 3; look += 1) await followed.look();
        for (const deed of deeds) await followed.do(deed);
        const promised = followed.onDiskUntil;
        await followed.do({ deed: "kill the follower" });
        const wanted = moments.map((share) => STARTED + Math.round(share * (followed.now - STARTED)));
        for (const at of [null, ...wanted]) {
          if (!isThere(followed.folder, at)) continue;
          const found = await followed.restored(at);
          expect(followed.statesFrom(found)).toContain(found.sum);
          if (at !== null) expect(found.at).toBeLessThanOrEqual(at);
          restored += 1;
        }
        // What a follower has said to be on the disk is there, though nothing was told of its end.
        if (promised !== null) {
          const { sum } = await followed.restored(null);
          expect(followed.statesFrom({ at: promised, sameUntil: null })).toContain(sum);
        }
      },
    ),
    { numRuns: RUNS },
  );
  expect(restored).toBeGreaterThan(RUNS);
}, 300_000);

function isThere(folder: string, at: number | null): boolean {
  try {
    momentIn(folder, at as Instant | null);
    return true;
  } catch (failure) {
    if (failure instanceof BackupError) return false;
    throw failure;
  }
}
