/** Runs tests that are no part of `bun run test`, since they need what only `.ci/run` installs. */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { testReportIn } from "./test-report.ts";

const ROOT = join(import.meta.dir, "..");

/**
 * @param suites files whose names do not end in `.test.ts`, so that `bun test` leaves them alone: here they are named.
 * @param report name of the report in `dist/`.
 * Prints a line that begins with `failed: ` for each test that failed, `N passed, N failed` last, and sets the exit status.
 */
export function runSuites(suites: string, report: string, variables: Readonly<Record<string, string>>): void {
  const reportFile = join(ROOT, "dist", report);
  mkdirSync(join(ROOT, "dist"), { recursive: true });
  rmSync(reportFile, { force: true });
  const files = [...new Bun.Glob(suites).scanSync({ cwd: ROOT })].sort().map((path) => `./${path}`);
  const reporting = ["--reporter=junit", `--reporter-outfile=${reportFile}`];
  const { exitCode } = Bun.spawnSync([process.execPath, "test", ...reporting, "--timeout", "120000", ...files], {
    cwd: ROOT,
    env: { ...process.env, ...variables },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const { total, failed, skipped, failures: said } = testReportIn(reportFile);
  // Nothing is left out here, and a file that does not load fails without being a test.
  const failures = failed + skipped === 0 && (exitCode !== 0 || total === 0) ? 1 : failed + skipped;
  for (const failure of said) console.log(`failed: ${failure}`);
  console.log(`${total - failed - skipped} passed, ${failures} failed`);
  process.exitCode = failures === 0 ? 0 : 1;
}
