/** What a set is taught along with it holds the thread no longer for a set that was taught much before. */
import { expect, test } from "bun:test";
import type { NamedDraft } from "#core/ports/definition-store.ts";
import { openEmbeddedStorage } from "#storage/embedded/index.ts";
import { anApp, appId, aToolset, freshFolder, NOW } from "./kit.ts";

const app = appId("one");
const CASES = 500;
const CASES_BEFORE = 8_000;
/** It was 13 times as long where each case had all others counted; alike, but for neighbours on the machine. */
const TIMES_MAX = 5;

function taught(signature: string, count: number, name: string): NamedDraft<"toolset"> {
  const right = { kind: "calls", calls: [{ tool: "light", parameters: {} }] } as const;
  const cases = Array.from({ length: count }, (_, at) => {
    const words = `${name} ${at}`;
    return { ...{ id: `case_${name}_${at}`, text: words, words, right, beside: [signature] }, taughtAt: NOW };
  });
  return { kind: "toolset", signature, draft: aToolset("light"), taught: { cases, casesMax: 2 * CASES_BEFORE } };
}

test("cases are taught in as much time beside thousands as alone", async () => {
  using folder = freshFolder();
  const storage = await openEmbeddedStorage({ dataDir: folder.path });
  await storage.apps.create(anApp("one"));
  const write = async (set: NamedDraft<"toolset">) => {
    const begun = performance.now();
    expect(await storage.definitions.writeAll(app, [set], { at: NOW, mayReplace: true })).toHaveLength(1);
    return performance.now() - begun;
  };
  await write(taught("full-v1", CASES_BEFORE, "before"));
  const [alone, beside]: [number[], number[]] = [[], []];
  for (const round of ["a", "b", "c"]) {
    alone.push(await write(taught(`${round}-v1`, CASES, round)));
    beside.push(await write(taught("full-v1", CASES, round)));
  }
  expect(Math.min(...beside)).toBeLessThan(TIMES_MAX * Math.min(...alone));
  await storage.close();
});
