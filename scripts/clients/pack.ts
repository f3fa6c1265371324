/**
 * Packs a client as it is published: `bun scripts/clients/pack.ts typescript|python|python-source FOLDER` writes the file into the folder
 * and names it.
 */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";

const ROOT = join(import.meta.dir, "../..");

export interface PackOptions {
  /** The checkout whose client it is; the tools are always this one's. */
  readonly checkout?: string;
  /** Seconds since 1970: what files of the package get as their time, so that it comes out the same again. */
  readonly madeAt?: number;
  /** One with pip, which may get the build's own package from the index. */
  readonly python?: string;
}

type Environment = Readonly<Record<string, string>>;

function run(cwd: string, command: readonly string[], environment: Environment = {}): void {
  const env = { ...process.env, ...environment };
  const { exitCode, stdout, stderr } = Bun.spawnSync([...command], { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  if (exitCode !== 0) throw new Error(`${command.join(" ")}: ${stdout}${stderr}`);
}

/** A tarball for npm and Bun, as JavaScript with its types; its files have one time in any case. Its path. */
export function packTypescript(folder: string, { checkout = ROOT }: PackOptions = {}): string {
  const source = join(checkout, "clients/typescript");
  return inScratch((staged) => {
    run(ROOT, [join(ROOT, "node_modules/.bin/tsc"), "-p", source, "--outDir", join(staged, "dist")]);
    for (const name of ["package.json", "README.md", "LICENSE"]) cpSync(join(source, name), join(staged, name));
    run(staged, [process.execPath, "pm", "pack", "--quiet", "--destination", resolve(folder)]);
    return only(folder, /^dragoman-client-[\d.]+\.tgz$/);
  });
}

/** A wheel. Its path. */
export function packPython(folder: string, options: PackOptions = {}): string {
  const { checkout = ROOT, python = "python3" } = options;
  const source = join(checkout, "clients/python");
  const how = ["--quiet", "--disable-pip-version-check", "--no-deps", "--wheel-dir", resolve(folder)];
  run(ROOT, [python, "-m", "pip", "wheel", ...how, source], madeAt(options));
  return only(folder, /^dragoman_client-[\d.]+-py3-none-any\.whl$/);
}

/** The hook of PEP 517, which pip has no command for. */
const BUILD_SOURCE = "import sys; from flit_core.buildapi import build_sdist; build_sdist(sys.argv[1])";

/** What the wheel is made of, in a tarball, for those who build everything themselves. Its path. */
export function packPythonSource(folder: string, options: PackOptions = {}): string {
  const { checkout = ROOT, python = "python3" } = options;
  const source = join(checkout, "clients/python");
  const project = Bun.TOML.parse(readFileSync(join(source, "pyproject.toml"), "utf8")) as {
    readonly "build-system": { readonly requires: readonly string[] };
  };
  return inScratch((packages) => {
    const how = ["--quiet", "--disable-pip-version-check", "--target", packages];
    run(ROOT, [python, "-m", "pip", "install", ...how, ...project["build-system"].requires]);
    run(source, [python, "-c", BUILD_SOURCE, resolve(folder)], { ...madeAt(options), PYTHONPATH: packages });
    return only(folder, /^dragoman_client-[\d.]+\.tar\.gz$/);
  });
}

/** As builders of reproducible packages agree on it (https://reproducible-builds.org/specs/source-date-epoch/). */
function madeAt({ madeAt: seconds }: PackOptions): Environment {
  return seconds === undefined ? {} : { SOURCE_DATE_EPOCH: String(seconds) };
}

function inScratch<Result>(work: (folder: string) => Result): Result {
  const scratch = mkdtempSync(join(tmpdir(), "dragoman-pack-"));
  try {
    return work(scratch);
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

function only(folder: string, name: RegExp): string {
  const [found] = readdirSync(folder).filter((file) => name.test(file));
  if (found === undefined) throw new Error(`nothing was packed into ${folder}`);
  return join(folder, found);
}

const PACKERS = new Map([
  ["typescript", packTypescript],
  ["python", packPython],
  ["python-source", packPythonSource],
]);

if (import.meta.main) {
  const [client = "", folder] = process.argv.slice(2);
  const pack = PACKERS.get(client);
  if (folder === undefined || pack === undefined) {
    throw new Error(`usage: bun scripts/clients/pack.ts ${[...PACKERS.keys()].join("|")} FOLDER`);
  }
  mkdirSync(folder, { recursive: true });
  console.log(basename(pack(folder)));
}
