/** Cases that are taught, replaced and taken back in any order, read at any moment: what is kept in memory is what is stored. */
import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import type { TaughtCase } from "#core/teaching/taught-case.ts";
import { openEmbeddedStorage } from "#storage/embedded/index.ts";
import { anApp, appId, aToolset, NOW } from "./kit.ts";

const app = appId("one");
const set = { kind: "toolset", signature: "home-v1" } as const;
const WORDS = ["a", "b", "c", "d"] as const;

type Step =
  | { readonly do: "teach"; readonly words: (typeof WORDS)[number] }
  | { readonly do: "take back"; readonly words: (typeof WORDS)[number] }
  | { readonly do: "read" | "register anew" };

const aStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("teach" as const), words: fc.constantFrom(...WORDS) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("take back" as const), words: fc.constantFrom(...WORDS) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom("read" as const, "register anew" as const) }) },
);

test("whatever is taught and taken back, all of it is read, and nothing else", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "dragoman-taught-"));
  const storage = await openEmbeddedStorage({ dataDir });
  await storage.apps.create(anApp("one"));
  await fc.assert(
    fc.asyncProperty(fc.array(aStep, { maxLength: 30 }), async (steps) => {
      await storage.definitions.remove(app, "toolset", "home-v1", null);
      await storage.definitions.create(app, "toolset", "home-v1", aToolset("light"), NOW);
      /** By their words, in the order of teaching. */
      const model = new Map<string, TaughtCase>();
      for (const [position, step] of steps.entries()) {
        if (step.do === "teach") {
          const right = { kind: "calls", calls: [] } as const;
          const taught = { id: `case_${position}`, text: step.words, right, beside: [], taughtAt: NOW };
          await storage.taught.teach(app, set, { ...taught, words: step.words }, 100);
          model.delete(step.words);
          model.set(step.words, taught);
        } else if (step.do === "take back") {
          const gone = model.get(step.words);
          expect(await storage.taught.remove(app, set, gone?.id ?? "case_x")).toBe(gone !== undefined);
          model.delete(step.words);
        } else if (step.do === "register anew") {
          await storage.definitions.remove(app, "toolset", "home-v1", null);
          await storage.definitions.create(app, "toolset", "home-v1", aToolset("light"), NOW);
          model.clear();
        }
        if (step.do === "read") expect(await storage.taught.all(app, set)).toEqual([...model.values()]);
      }
      expect(await storage.taught.all(app, set)).toEqual([...model.values()]);
    }),
    { numRuns: 60 },
  );
  await storage.close();
  rmSync(dataDir, { recursive: true, force: true });
}, 120_000);
