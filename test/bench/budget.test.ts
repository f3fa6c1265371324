/** `bun run bench` as a program, on the one measure that takes no time: what the weights weigh. */
import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { accept, type Baseline } from "../../scripts/bench/baseline.ts";
import { whereIs } from "../../scripts/bench/machine.ts";

const ROOT = join(import.meta.dir, "../..");
const WEIGHTS = "size: weights of the models";
const folder = mkdtempSync(join(tmpdir(), "dragoman-budget-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function bench(...args: readonly string[]) {
  const child = Bun.spawn([process.execPath, "scripts/bench/main.ts", ...args], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [stdout, stderr, status] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { status, stdout, stderr };
}

/** A file with what was accepted just now, changed by a factor. */
async function baselineTimes(factor: number): Promise<string> {
  const file = join(folder, `baseline-${factor}.json`);
  const accepted = await bench("--accept", "--only", WEIGHTS, "--baseline", file);
  expect(accepted).toMatchObject({ status: 0, stderr: "" });
  const { platform } = whereIs();
  const before = JSON.parse(readFileSync(file, "utf8")) as Baseline;
  const { ratio = Number.NaN } = before[platform]?.ratios[WEIGHTS] ?? {};
  const doctored = { ratio: ratio * factor, low: ratio, high: ratio };
  const origin = { measuredAt: "2000-01-02T03:04:05Z", commit: "abc", bun: "9.9.9" };
  writeFileSync(file, JSON.stringify(accept(before, platform, origin, { [WEIGHTS]: doctored })));
  return file;
}

describe("the budget", () => {
  test("holds against what was accepted just now, and says what is held against what", async () => {
    const { status, stdout } = await bench("--check", "--only", WEIGHTS, "--baseline", await baselineTimes(1));
    expect(status).toBe(0);
    expect(stdout).toContain(`${WEIGHTS}               the bun in it`);
    expect(stdout).toContain("  kept");
  });

  test("fails where a ratio is more than a tenth above the record, and names it", async () => {
    const { status, stderr } = await bench("--check", "--only", WEIGHTS, "--baseline", await baselineTimes(0.9));
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /^bench: worse than recorded:\n {2}size: weights of the models: [\d.]+ recorded, [\d.]+ measured, [\d.]+ allowed/,
    );
  });

  test("is only shown without --check", async () => {
    const { status, stdout } = await bench("--only", WEIGHTS, "--baseline", await baselineTimes(0.9));
    expect(status).toBe(0);
    expect(stdout).toContain("  worse");
  });

  test.each([
    { args: ["--check", "--accept"], says: "exclude each other" },
    { args: ["--only", "no such thing"], says: 'no measure has "no such thing" in its name' },
    { args: ["--chekc"], says: "--chekc" },
  ])("$args is refused", async ({ args, says }) => {
    const { status, stderr } = await bench(...args);
    expect(status).toBe(1);
    expect(stderr).toContain(says);
  });
});
