/** What is kept in memory stands on a page, with its bound: whoever adds something has to say how much it may take. */
import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { LIMITS } from "#core/limits.ts";

const ROOT = join(import.meta.dir, "../..");
const KEEPS = /new LRUCache\b|new FairCache\b|growingCache<|new AppReadings\b|extends AppReadings\b/;
/** What the others are made of. */
const MAKERS = ["core/fair-cache.ts", "core/growing-cache.ts"];

const page = readFileSync(join(ROOT, "docs/explanation/memory.md"), "utf8");
const rows = page.split("\n").flatMap((line) => {
  const [, file, bound] = /^\| [^|]+ \| `([a-z/-]+\.ts)` \| ([^|]+) \|/.exec(line) ?? [];
  return file === undefined || bound === undefined ? [] : [{ file, bound }];
});
const sourceOf = (file: string) => readFileSync(join(ROOT, "src", file), "utf8");

test("the page about memory has every file that keeps something, and no other", () => {
  const keeping = readdirSync(join(ROOT, "src"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !MAKERS.includes(file))
    .filter((file) => KEEPS.test(sourceOf(file)));
  expect(keeping.length).toBeGreaterThan(30);
  expect(rows.map(({ file }) => file).toSorted()).toEqual(keeping.toSorted());
});

test("its bounds are those of the code", () => {
  const compared = rows.flatMap(({ file, bound }) =>
    [...bound.matchAll(/\d{1,3}(?:,\d{3})+/g)].map(([number]) => ({ file, number: number.replaceAll(",", "_") })),
  );
  expect(compared.length).toBeGreaterThan(20);
  for (const { file, number } of compared) {
    const isOfTheApi = number === String(2 * LIMITS.openNamesMax).replace(/(\d)(?=(\d{3})+$)/g, "$1_");
    expect({ file, has: isOfTheApi || sourceOf(file).includes(number) ? number : null }).toEqual({ file, has: number });
  }
});
