/**
 * Makes `dist/licenses/notices.zst`: who made what is inside the executable, and under which terms. What is inside is asked of
 * the bundler, the terms of the packages themselves; `data/licenses` has what they leave out. A package without terms stops
 * the build.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Notice } from "#cli/notices.ts";
import { PAGE_ENTRY_POINT } from "./admin-page.ts";

const ROOT = join(import.meta.dir, "..");
const OUT = join(ROOT, "dist/licenses");
const NOTICES = join(OUT, "notices.zst");
const STAMP = join(OUT, "notices.inputs");
const ENTRY_POINTS = ["src/main.ts", "src/models/embedded/worker/worker.ts", "src/storage/embedded/file-worker.ts"];
/** Counts up when what this script makes changes. */
const RECIPE = 3;

/** Packages that are inside as libraries or compiled: no bundler sees them. */
const NATIVE_PACKAGES = ["hnswlib-node", "node-addon-api", "node-api-headers", "node-llama-cpp", "onnxruntime-node"];

/** What packages leave out that have no file with their terms. */
const LEFT_OUT: Readonly<Record<string, () => string>> = {
  "@ai-sdk/provider-utils": () => "Copyright 2023 Vercel, Inc.",
  "onnxruntime-common": microsoft,
  "onnxruntime-node": onnxRuntime,
  "pg-types": () => endOf("node_modules/pg-types/README.md", "## license"),
  pgpass: () => endOf("node_modules/pgpass/README.md", "## License"),
};

/** What stands behind a heading. Throws where there is none. */
function endOf(path: string, heading: string): string {
  const [, end] = fileIn(path).split(`${heading}\n`);
  if (end === undefined) throw new Error(`${path} has no heading "${heading}" any more`);
  return end.trim();
}

/** Does nothing while neither packages nor what is taken of them change. */
export async function packNotices(): Promise<"packed" | "up to date"> {
  const inputs = inputsOf();
  if (existsSync(NOTICES) && existsSync(STAMP) && readFileSync(STAMP, "utf8") === inputs) return "up to date";
  mkdirSync(OUT, { recursive: true });
  // The program that is bundled to see what is in it embeds this file.
  if (!existsSync(NOTICES)) writeFileSync(NOTICES, Bun.zstdCompressSync("[]"));
  const bundled = [...(await bundledPackages(ENTRY_POINTS)), ...(await bundledPackages([PAGE_ENTRY_POINT], "browser"))];
  const notices = noticesOf([...bundled, ...driverPackages(), ...NATIVE_PACKAGES]);
  writeWhole(NOTICES, Bun.zstdCompressSync(JSON.stringify(notices), { level: 19 }));
  // Last, so that an interrupted run is repeated.
  writeWhole(STAMP, inputs);
  return "packed";
}

/** The npm packages of which the entry points hold anything, as `packagesIn` gives them. */
export async function bundledPackages(
  entryPoints: readonly string[],
  target: "browser" | "bun" = "bun",
): Promise<readonly string[]> {
  const { success, logs, metafile } = await Bun.build({
    entrypoints: entryPoints.map((path) => join(ROOT, path)),
    target,
    format: "esm",
    metafile: true,
    throw: false,
  });
  if (!success || !metafile) throw new AggregateError(logs, logs.map(String).join("\n"));
  return packagesIn(Object.keys(metafile.inputs));
}

/** Their folders below `node_modules`, each once, in order: a package may stand within another, in a version of its own. */
export function packagesIn(paths: readonly string[]): readonly string[] {
  const folders = paths.map((path) => /node_modules\/((?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]);
  return [...new Set(folders.filter((folder) => folder !== undefined))].sort();
}

/** By name; Dragoman first, then what is no npm package. Throws for a package that says nothing of its terms. */
export function noticesOf(packages: readonly string[], modules = join(ROOT, "node_modules")): readonly Notice[] {
  const named = [...new Set(packages)].map((folder) => noticeOf(join(modules, folder)));
  return [...ownNotices(), ...named.sort((one, other) => (one.name < other.name ? -1 : 1))];
}

function noticeOf(folder: string): Notice {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file));
  const found = files.sort().map((file) => readFileSync(join(folder, file), "utf8").trim());
  const own = found.length > 0 ? found : [LEFT_OUT[name]?.()];
  const text = [...own, MORE[name]?.()].filter((part) => part !== undefined);
  // Some only say where it can be read; whoever gets the work is to get a copy of it.
  const isReferred = license === "Apache-2.0" && !text.some((part) => part.includes("TERMS AND CONDITIONS"));
  if (isReferred && text.length > 0) text.push(apache());
  if (text.length === 0 || typeof license !== "string") {
    throw new Error(`${folder} says nothing of its licence: find out its terms, and add them to scripts/licenses.ts`);
  }
  return { name, version, license, text: text.join("\n\n") };
}

/** What compiled packages hold of others. */
const MORE: Readonly<Record<string, () => string>> = {
  "hnswlib-node": () => `hnswlib\n\n${fileIn("node_modules/hnswlib-node/src/hnswlib/LICENSE")}`,
  "node-llama-cpp": () => `${fileIn("data/licenses/llama.cpp.txt")}\n\n${mit()}`,
};

function ownNotices(): readonly Notice[] {
  const lesser = ["LGPL-2.0.txt", "LGPL-2.1.txt"].map((name) => fileIn(`data/licenses/${name}`));
  const bun = [fileIn("data/licenses/bun.txt"), mit(), ...lesser].join("\n\n");
  const models = `${fileIn("data/models/NOTICE")}\n\n${apache()}\n\n${mit()}`;
  return [
    { name: "Dragoman", version: ownVersion(), license: "Apache-2.0", text: fileIn("LICENSE") },
    { name: "Bun", version: Bun.version, license: "MIT, and others of what it links", text: bun },
    {
      name: "models",
      version: "",
      license: "Apache-2.0 and MIT, and others of what they were trained on",
      text: models,
    },
    {
      name: "word lists",
      version: "20150102",
      license: "CC-BY-SA-3.0",
      text: fileIn("data/glossaries/NOTICE"),
    },
  ];
}

function ownVersion(): string {
  return (JSON.parse(fileIn("package.json")) as { readonly version: string }).version;
}

function onnxRuntime(): string {
  return `${microsoft()}\n\n${fileIn("data/licenses/onnxruntime-third-party.txt")}`;
}

function microsoft(): string {
  return `MIT License\n\nCopyright (c) Microsoft Corporation\n\n${mit()}`;
}

function mit(): string {
  return fileIn("data/licenses/MIT.txt");
}

function apache(): string {
  return fileIn("data/models/LICENSE-Apache-2.0.txt");
}

function driverPackages(): readonly string[] {
  const { packages } = JSON.parse(fileIn("dist/native/llama.json"));
  if (!Array.isArray(packages))
    throw new Error("dist/native/llama.json is an older one: run bun scripts/setup.ts first");
  return packages;
}

/** Packages change with the lock file only; which of them are taken, with what the sources import. */
function inputsOf(): string {
  const sources = [...new Bun.Glob("src/**/*.{ts,tsx,css}").scanSync({ cwd: ROOT })].sort();
  const imported = sources.flatMap((path) => [...fileIn(path).matchAll(/(?:from|import) ?\(?"([^".#][^"]*)"/g)]);
  const specifiers = [...new Set(imported.map(([, specifier]) => specifier))].sort();
  const own = [...new Bun.Glob("data/licenses/*.txt").scanSync({ cwd: ROOT })];
  const texts = [
    "LICENSE",
    "bun.lock",
    "scripts/licenses.ts",
    "data/models/NOTICE",
    "data/glossaries/NOTICE",
    ...own,
  ].sort();
  const hashes = texts.map((path) => `${path} ${Bun.hash(readFileSync(join(ROOT, path))).toString(16)}`);
  return [
    `recipe ${RECIPE}, bun ${Bun.version}, dragoman ${ownVersion()}`,
    ...driverPackages(),
    ...specifiers,
    ...hashes,
  ].join("\n");
}

function fileIn(path: string): string {
  return readFileSync(join(ROOT, path), "utf8").trim();
}

function writeWhole(path: string, content: string | Uint8Array): void {
  writeFileSync(`${path}.new`, content);
  renameSync(`${path}.new`, path);
}

if (import.meta.main) console.log(`licences: ${await packNotices()}`);
