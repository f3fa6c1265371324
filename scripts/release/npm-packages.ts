/**
 * The packages for npm: one for each system with its executable, and `dragoman`, which depends on all of them optionally, so that npm
 * installs the one that fits. No install scripts, and nothing is downloaded by anybody but npm.
 */
import { chmodSync, copyFileSync, cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "./process.ts";
import type { Released } from "./released.ts";

const LAUNCHER = join(import.meta.dir, "npm-launcher");
const EXECUTABLE_MODE = 0o755;
const COMMON = {
  license: "Apache-2.0",
  description: "An interpreter between people and programs: sentences in, tool calls and labels out.",
};

/** Of gzip; more effort makes them no smaller. */
const LEVEL = "6";

/** Writes them into `out`, to be published as they are, and returns their names. */
export function packForNpm(released: readonly Released[], out: string): readonly string[] {
  if (released.length === 0) return [];
  const folders = join(out, "npm");
  makePackages(released, folders);
  const before = new Set(readdirSync(out));
  for (const name of readdirSync(folders)) {
    run([process.execPath, "pm", "pack", "--quiet", "--gzip-level", LEVEL, "--destination", out], join(folders, name));
  }
  rmSync(folders, { recursive: true });
  return readdirSync(out).filter((name) => !before.has(name));
}

function makePackages(released: readonly Released[], out: string): void {
  const names = released.map((one) => makePlatformPackage(one, out));
  const [{ version, terms } = { version: "", terms: "" }] = released;
  const folder = join(out, "dragoman");
  mkdirSync(folder, { recursive: true });
  cpSync(LAUNCHER, join(folder, "bin"), { recursive: true });
  writeFileSync(join(folder, "LICENSES.txt"), terms);
  writeManifest(folder, {
    name: "dragoman",
    version,
    ...COMMON,
    bin: { dragoman: "bin/dragoman.js" },
    engines: { node: ">=20" },
    files: ["bin", "LICENSES.txt"],
    optionalDependencies: Object.fromEntries(names.map((name) => [name, version])),
  });
}

/** Its name. */
function makePlatformPackage({ target, version, file, terms }: Released, out: string): string {
  const isMusl = target.name.endsWith("-musl");
  const system = target.platform === "win32" ? "windows" : target.platform;
  const name = `${system}-${target.arch}${isMusl ? "-musl" : ""}`;
  const executable = target.platform === "win32" ? "dragoman.exe" : "dragoman";
  const folder = join(out, name);
  mkdirSync(folder, { recursive: true });
  copyFileSync(file, join(folder, executable));
  chmodSync(join(folder, executable), EXECUTABLE_MODE);
  writeFileSync(join(folder, "LICENSES.txt"), terms);
  writeManifest(folder, {
    name: `@dragoman/${name}`,
    version,
    ...COMMON,
    os: [target.platform],
    cpu: [target.arch],
    ...(target.platform === "linux" && { libc: [isMusl ? "musl" : "glibc"] }),
    files: [executable, "LICENSES.txt"],
    preferUnplugged: true,
  });
  return `@dragoman/${name}`;
}

function writeManifest(folder: string, manifest: object): void {
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}
