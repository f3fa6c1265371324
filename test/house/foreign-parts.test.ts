/** What is removed of installed packages is what this machine cannot use, and nothing else. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { removeForeignParts } from "../../scripts/foreign-parts.ts";

let modules: string;
beforeEach(() => {
  modules = mkdtempSync(join(tmpdir(), "dragoman-test-"));
});
afterEach(() => rmSync(modules, { recursive: true, force: true }));

function installed(...paths: readonly string[]): void {
  for (const path of paths) {
    mkdirSync(dirname(join(modules, path)), { recursive: true });
    writeFileSync(join(modules, path), "");
  }
}

const left = () =>
  readdirSync(modules, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(modules.length + 1))
    .sort();

const RUNTIMES = "onnxruntime-node/bin/napi-v6";
const OWN = [`${RUNTIMES}/${process.platform}/${process.arch}/a.node`, "elysia/index.js", "typescript/tsc.js"];

test("builds for other systems and processors, and sources of what is there compiled", () => {
  installed(...OWN, `${RUNTIMES}/beos/x64/a.node`, `${RUNTIMES}/${process.platform}/vax/a.node`);
  installed(`@node-llama-cpp/${process.platform}-${process.arch}/a.so`, "@node-llama-cpp/beos-vax/a.so");
  installed(
    "node-llama-cpp/llama/gitRelease.bundle",
    "zod/src/index.ts",
    "elysia/index.js.map",
    "elysia/types.d.ts.map",
  );
  removeForeignParts(modules, { keepsTools: true });
  expect(left()).toEqual([...OWN, `@node-llama-cpp/${process.platform}-${process.arch}/a.so`].sort());
  installed("elysia/index.d.ts", "elysia/cjs/index.d.cts", "elysia/index.cjs", "elysia/alone.cjs");
  removeForeignParts(modules, { keepsTools: true });
  expect(left()).toContain("elysia/index.d.ts");
  expect(left()).toContain("elysia/index.cjs");
  removeForeignParts(modules, { keepsTools: false });
  expect(left().filter((path) => path.startsWith("typescript/") || path.includes(".d."))).toEqual([]);
  // What is there as a module, too, is not needed without.
  expect(left().filter((path) => path.startsWith("elysia/"))).toEqual(["elysia/alone.cjs", "elysia/index.js"]);
});

test("nothing where there is no build for this machine: whoever looks for one says so", () => {
  installed(`${RUNTIMES}/beos/x64/a.node`, "@node-llama-cpp/beos-vax/a.so");
  removeForeignParts(modules, { keepsTools: true });
  expect(left()).toHaveLength(2);
});
