import { expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { testReportIn } from "../../scripts/test-report.ts";

/** A real run of three tests, of which two fail. */
const TESTS = `
import { describe, expect, test } from "bun:test";
describe("an otter", () => {
  test("says \\"ring!\\" & <swims>", () => expect("on land").toBe("in water"));
  test("sleeps", () => {});
});
test("comes back", () => new Promise(() => {}), 50);
`;

test("what failed is named with its place, and what it said", () => {
  const folder = mkdtempSync(join(tmpdir(), "dragoman-report-"));
  try {
    writeFileSync(join(folder, "otter.test.ts"), TESTS);
    const report = join(folder, "report.xml");
    const options = ["test", "--reporter=junit", `--reporter-outfile=${report}`];
    Bun.spawnSync([process.execPath, ...options], { cwd: folder, stdio: ["ignore", "ignore", "ignore"] });

    const { total, failed, skipped, failures, files } = testReportIn(report);

    expect({ total, failed, skipped }).toEqual({ total: 3, failed: 2, skipped: 0 });
    expect(failures).toHaveLength(2);
    expect(failures[0]).toStartWith('otter.test.ts:4: an otter > says "ring!" & <swims>: ');
    expect(failures[0]).toContain('Expected: "in water" Received: "on land"');
    expect(failures[1]).toBe("otter.test.ts:7: comes back: test timed out");
    expect(files).toEqual([{ file: "otter.test.ts", seconds: expect.any(Number) }]);
    // The last of them waits for so long.
    expect(files[0]?.seconds).toBeGreaterThanOrEqual(0.05);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a run that left no report counts nothing", () => {
  expect(testReportIn(join(tmpdir(), "dragoman-report-of-nobody.xml"))).toEqual({
    total: 0,
    failed: 0,
    skipped: 0,
    failures: [],
    files: [],
  });
});
