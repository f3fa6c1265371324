/**
 * What only a release needs, since it builds for systems that it does not run on: zig as a C++ compiler, and the ONNX runtime as
 * WebAssembly. Fetched from the package registries at their exact versions.
 */
import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "./process.ts";

/** On PyPI. Its headers and libraries are those of every target. */
const ZIG = "ziglang==0.17.1";
const ZIG_HOME = "dist/release-tools/zig";
const PORTABLE_HOME = "dist/release-tools/portable";
/** What is installed there, and its lock. */
const PORTABLE = join(import.meta.dir, "portable");

/** Below `root`, where they are not there yet. Needs python3 with venv; throws an Error where one cannot be installed. */
export function installForeignTools(root: string): void {
  installZig(root);
  mkdirSync(join(root, PORTABLE_HOME), { recursive: true });
  for (const name of ["package.json", "bun.lock"]) copyFileSync(join(PORTABLE, name), join(root, PORTABLE_HOME, name));
  run([process.execPath, "install", "--frozen-lockfile"], join(root, PORTABLE_HOME));
}

/** What starts zig, after `installForeignTools`. */
export function zigCommand(root: string): readonly string[] {
  return [toolsPython(root), "-m", "ziglang"];
}

/** A Python with pip, which a machine's own need not have, after `installForeignTools`. */
export function toolsPython(root: string): string {
  return join(root, ZIG_HOME, "bin/python");
}

function installZig(root: string): void {
  const home = join(root, ZIG_HOME);
  const installed = join(home, `installed-${ZIG}`);
  if (existsSync(installed)) return;
  rmSync(home, { recursive: true, force: true });
  mkdirSync(home, { recursive: true });
  run(["python3", "-m", "venv", home], root);
  const pip = join(home, "bin/pip");
  run([pip, "install", "--quiet", "--disable-pip-version-check", "--only-binary=:all:", ZIG], root);
  writeFileSync(installed, "");
}
