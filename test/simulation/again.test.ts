import { expect, test } from "bun:test";
import { join } from "node:path";
import { kindsOf } from "./again.ts";
import { buildDisk } from "./disk/build-disk.ts";

const ROOT = join(import.meta.dir, "../..");
const TEST_MS_MAX = 120_000;

const [ONE, OTHER] = [
  { hash: "a1", steps: 100 },
  { hash: "b2", steps: 100 },
];

test.each([
  ["the same each time", [ONE, ONE, ONE], [[3, "a1"]]],
  [
    "one that was another",
    [OTHER, ONE, ONE],
    [
      [2, "a1"],
      [1, "b2"],
    ],
  ],
  [
    "as many events, and others",
    [ONE, OTHER],
    [
      [1, "a1"],
      [1, "b2"],
    ],
  ],
  [
    "the same events, and fewer of them",
    [ONE, { ...ONE, steps: 99 }],
    [
      [1, "a1"],
      [1, "a1"],
    ],
  ],
] as const)("runs of a seed are told apart: %s", (_, runs, kinds) => {
  expect(kindsOf(runs).map(({ times, hash }) => [times, hash] as [number, string])).toEqual(
    kinds.map(([times, hash]) => [times, hash]),
  );
});

test.if((await buildDisk()) !== null)(
  "a seed is run so often as the command says, and its runs are compared",
  async () => {
    const command = ["scripts/bench/simulate.ts", "--seed", "1", "--steps", "1000", "--again", "2"];
    const child = Bun.spawn([process.execPath, ...command], { cwd: ROOT, stdio: ["ignore", "pipe", "inherit"] });
    const said = await child.stdout.text();
    expect(said).toMatch(/^2 of 2: \d+ steps, hash [0-9a-f]{16}\nseed 1 is the same run each time\n$/);
    expect(await child.exited).toBe(0);
  },
  TEST_MS_MAX,
);
