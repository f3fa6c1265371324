/**
 * Runs the tests of properties with seeds that nobody has tried. The gate has the same seed each time.
 *
 *   bun scripts/properties.ts                            all of them, with one new seed
 *   bun scripts/properties.ts --seeds 20 test/core       those of a folder, with twenty
 *   bun scripts/properties.ts --seed 7 test/core         as it was with that seed
 *
 * A seed that fails is said with the command that shows it again. Exit status 1 with one.
 */
import { randomInt } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";

const ROOT = join(import.meta.dir, "..");
const SEEDS_BELOW = 2 ** 31;
/** Of one test: more of them than the gate has may run beside it. */
const TEST_MS_MAX = 120_000;

const { values, positionals } = parseArgs({
  options: { seeds: { type: "string", default: "1" }, seed: { type: "string" } },
  allowPositionals: true,
});

const folders = positionals.length > 0 ? positionals : ["test"];
const files = [...new Bun.Glob("test/**/*.test.ts").scanSync({ cwd: ROOT })]
  .filter((file) => folders.some((folder) => file.startsWith(folder)))
  .filter((file) => readFileSync(join(ROOT, file), "utf8").includes('from "fast-check"'))
  .sort();
if (files.length === 0) throw new Error(`${folders.join(", ")}: no test there has a property`);
const seeds =
  values.seed !== undefined
    ? [Number(values.seed)]
    : Array.from({ length: Number(values.seeds) }, () => randomInt(SEEDS_BELOW));

let failed = 0;
for (const seed of seeds) {
  const { exitCode } = Bun.spawnSync(
    [process.execPath, "test", `--timeout=${TEST_MS_MAX}`, "--only-failures", ...files],
    {
      cwd: ROOT,
      stdio: ["ignore", "inherit", "inherit"],
      env: { ...process.env, PROPERTY_SEED: String(seed) },
    },
  );
  if (exitCode === 0) continue;
  failed += 1;
  console.log(`failed: bun scripts/properties.ts --seed ${seed} ${folders.join(" ")}`);
}
console.log(`${seeds.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
