/** `bun scripts/bench/attack.ts` as a program, on rows that take no time. */
import { beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureExecutable } from "../binary/kit.ts";

const ROOT = join(import.meta.dir, "../..");

async function attack(...args: readonly string[]) {
  const command = [process.execPath, "scripts/bench/attack.ts", ...args];
  const child = Bun.spawn(command, { cwd: ROOT, stdio: ["ignore", "pipe", "pipe"] });
  const [stdout, stderr, status] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { status, stdout, stderr };
}

beforeAll(ensureExecutable, 180_000);

describe("the table of attacks", () => {
  test("is printed with what each cost, and written down", async () => {
    const folder = mkdtempSync(join(tmpdir(), "dragoman-attack-test-"));
    const out = join(folder, "attack.json");
    const { status, stdout } = await attack("--only", "JSON: a number", "--out", out);
    expect(stdout).toMatch(/^\| JSON: a number of a million digits \| 400 \| \d+ \| \d+ \| -?\d+ \|/m);
    expect(stdout).toContain("2 requests, 0 cost more than they may");
    expect(status).toBe(0);
    const rows = JSON.parse(readFileSync(out, "utf8")) as { readonly status: number; readonly cpuMs: number }[];
    expect(rows.map((row) => row.status)).toEqual([400, 400]);
    expect(Math.min(...rows.map(({ cpuMs }) => cpuMs))).toBeGreaterThan(0);
    rmSync(folder, { recursive: true });
  }, 60_000);

  test("does not run without a row", async () => {
    const { status, stderr } = await attack("--only", "no such thing");
    expect(status).not.toBe(0);
    expect(stderr).toContain('no request has "no such thing" in its name');
  });
});
