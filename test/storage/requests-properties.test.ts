import { expect, test } from "bun:test";
import fc from "fast-check";
import type { AnsweredRequest } from "#core/ports/request-store.ts";
import { openEmbeddedStorage } from "#storage/embedded/index.ts";
import { anAnsweredRequest, anApp, appId, freshFolder, NOW } from "./kit.ts";

const APPS = ["one", "two"] as const;
type Owner = (typeof APPS)[number];

type Step =
  | { readonly do: "record"; readonly app: Owner; readonly id: string; readonly text: string; readonly later: number }
  | { readonly do: "commit" | "reopen" }
  | { readonly do: "expire"; readonly age: number };

// Ids that stand in the texts and answers of others, and texts that look like what is stored.
const id = fc.constantFrom("a", "b", "ab", "1", "requests", "[1]");
const text = fc.constantFrom('"a"', 'x","requests":[["b",1,1]]', "ab", "\\", "😀");
/** Time goes on, or stands still. */
const later = fc.integer({ min: 0, max: 2 });
const age = fc.integer({ min: 0, max: 4 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ do: fc.constant("record" as const), app: fc.constantFrom(...APPS), id, text, later }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom("commit" as const, "commit" as const, "reopen" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("expire" as const), age }) },
);

/** The rules in their plainest form: a list for each app, the newest last. */
class Plain {
  readonly of: Record<Owner, AnsweredRequest[]> = { one: [], two: [] };

  record(app: Owner, request: AnsweredRequest): void {
    this.of[app].push(request);
  }

  /** What goes is what is too far behind the newest, and what nobody can find: an older one of the same id. */
  trim(max: number, sinceCommit: Readonly<Record<Owner, number>>): void {
    for (const app of APPS) {
      const all = this.of[app];
      const waiting = all.slice(all.length - sinceCommit[app]);
      const newest = waiting.filter(
        ({ requestId }, index) => !waiting.slice(index + 1).some((later) => later.requestId === requestId),
      );
      this.of[app] = [...all.slice(0, all.length - sinceCommit[app]), ...newest].slice(-max);
    }
  }
}

test("whatever is recorded, committed, expired and reopened, the newest of each id is found, and no more than may be", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), fc.integer({ min: 1, max: 6 }), async (steps, max) => {
      using folder = freshFolder();
      let storage = await openEmbeddedStorage({ dataDir: folder.path });
      for (const name of APPS) await storage.apps.create(anApp(name));
      const plain = new Plain();
      let waiting = { one: 0, two: 0 };
      let now = NOW;
      const committed = () => {
        plain.trim(max, waiting);
        waiting = { one: 0, two: 0 };
      };
      for (const next of steps) {
        if (next.do === "record") {
          now += next.later;
          const answer = { tool: next.text };
          const request = anAnsweredRequest(next.id, { text: next.text, answer, createdAt: now });
          await storage.requests.record(appId(next.app), request, max);
          plain.record(next.app, request);
          waiting[next.app] += 1;
        } else if (next.do === "expire") {
          const before = now - next.age;
          committed();
          const gone = APPS.flatMap((app) => plain.of[app]).filter(({ createdAt }) => createdAt < before).length;
          expect(await storage.requests.expire(before)).toBe(gone);
          for (const app of APPS) plain.of[app] = plain.of[app].filter(({ createdAt }) => createdAt >= before);
        } else if (next.do === "commit") {
          await storage.secrets.put("next", "change");
          committed();
        } else {
          await storage.close();
          committed();
          storage = await openEmbeddedStorage({ dataDir: folder.path });
        }
        for (const app of APPS) {
          for (const known of ["a", "b", "ab", "1", "requests", "[1]", "never"]) {
            const newest = plain.of[app].findLast(({ requestId }) => requestId === known) ?? null;
            expect(await storage.requests.find(appId(app), known)).toEqual(newest);
          }
        }
      }
      await storage.close();
    }),
    { numRuns: 40 },
  );
}, 120_000);
