/**
 * Tries the Python client as it is published: packs the wheel, installs it into the virtual environment that `.ci/run` has made, and
 * runs `test/clients/python-suite.ts`. Prints `N passed, N failed` last.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { packPython } from "./clients/pack.ts";
import { runSuites } from "./run-suites.ts";

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error("usage: bun scripts/python-client.ts VIRTUAL-ENVIRONMENT");
const python = join(resolve(folder), "bin/python");
const place = mkdtempSync(join(tmpdir(), "dragoman-wheel-"));
try {
  const wheel = packPython(place, { python });
  const { exitCode, stderr } = Bun.spawnSync(
    [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--force-reinstall", "--no-deps", wheel],
    { stdio: ["ignore", "inherit", "pipe"] },
  );
  if (exitCode !== 0) throw new Error(`the wheel could not be installed: ${stderr}`);
  runSuites("test/clients/*-suite.ts", "python-client-tests.xml", {
    CLIENT_PYTHON: python,
    CLIENT_WHEEL: basename(wheel),
  });
} finally {
  rmSync(place, { recursive: true, force: true });
}
