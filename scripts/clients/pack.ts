/** Packs a client as it is published: `bun scripts/clients/pack.ts typescript|python FOLDER` writes the file into the folder and names it. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";

const ROOT = join(import.meta.dir, "../..");

function run(cwd: string, ...command: readonly string[]): void {
  const { exitCode, stdout, stderr } = Bun.spawnSync([...command], { cwd, stdio: ["ignore", "pipe", "pipe"] });
  if (exitCode !== 0) throw new Error(`${command.join(" ")}: ${stdout}${stderr}`);
}

/** A tarball for npm and Bun, as JavaScript with its types. Its path. */
export function packTypescript(folder: string): string {
  const source = join(ROOT, "clients/typescript");
  const staged = mkdtempSync(join(tmpdir(), "dragoman-pack-"));
  try {
    run(ROOT, join(ROOT, "node_modules/.bin/tsc"), "-p", source, "--outDir", join(staged, "dist"));
    for (const name of ["package.json", "README.md", "LICENSE"]) cpSync(join(source, name), join(staged, name));
    run(staged, process.execPath, "pm", "pack", "--quiet", "--destination", resolve(folder));
    return only(folder, /^dragoman-client-[\d.]+\.tgz$/);
  } finally {
    rmSync(staged, { recursive: true });
  }
}

/** A wheel. `python`: one whose `pip` may get the build's own package from the index. Its path. */
export function packPython(folder: string, python = "python3"): string {
  const source = join(ROOT, "clients/python");
  const options = ["--quiet", "--disable-pip-version-check", "--no-deps", "--wheel-dir", resolve(folder)];
  run(ROOT, python, "-m", "pip", "wheel", ...options, source);
  return only(folder, /^dragoman_client-[\d.]+-py3-none-any\.whl$/);
}

function only(folder: string, name: RegExp): string {
  const [found] = readdirSync(folder).filter((file) => name.test(file));
  if (found === undefined) throw new Error(`nothing was packed into ${folder}`);
  return join(folder, found);
}

if (import.meta.main) {
  const [client, folder] = process.argv.slice(2);
  if (folder === undefined || !(client === "typescript" || client === "python")) {
    throw new Error("usage: bun scripts/clients/pack.ts typescript|python FOLDER");
  }
  mkdirSync(folder, { recursive: true });
  console.log(basename(client === "typescript" ? packTypescript(folder) : packPython(folder)));
}
