/**
 * Packs llama.cpp into `dist/native/`, from where `src/models/gguf/packed-llama.ts` embeds it: its libraries in one archive, and of
 * the package that drives them what a model needs to run. What downloads, compiles or starts other programs is left out.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { constants, zstdCompressSync } from "node:zlib";
import { packagesIn } from "../licenses.ts";
import { chosenTarget, type Target } from "../target.ts";

const ROOT = join(import.meta.dir, "../..");
const OUT = join(ROOT, "dist/native");
const PACKAGE = join(ROOT, "node_modules/node-llama-cpp");
const MANIFEST = join(OUT, "llama.json");
const LIBRARIES = join(OUT, "llama-libraries.zst");
const DRIVER = join(OUT, "llama-driver.js");
const ADDON = "llama-addon.node";
const METADATA = "_nlcBuildMetadata.json";
/** Counts up when what this script makes changes. */
const RECIPE = 3;

/** What the server has to find after unpacking, the addon first. Without a build for the platform there are no files. */
export interface LlamaManifest {
  readonly recipe: number;
  readonly version: string;
  readonly platform: string;
  /** What the driver wants to know of the build of the libraries. */
  readonly build: unknown;
  readonly files: readonly { readonly name: string; readonly bytes: number; readonly sha256: string }[];
  /** npm packages of which the driver holds anything: their licences go with it. */
  readonly packages: readonly string[];
}

/** Does nothing when what is there is of this version and target already. Throws where the package has not what the target says. */
export async function packLlama({ llama, name }: Target): Promise<"packed" | "up to date"> {
  const platform = llama ?? name;
  const { version } = JSON.parse(readFileSync(join(PACKAGE, "package.json"), "utf8")) as { readonly version: string };
  if (isPacked(platform, version)) return "up to date";
  mkdirSync(OUT, { recursive: true });
  const folder = join(ROOT, "node_modules/@node-llama-cpp", platform, "bins", platform);
  const libraries = llama === null ? packNothing() : packLibraries(folder);
  const manifest = { recipe: RECIPE, version, platform, ...libraries, packages: await bundleDriver() };
  // Last, so that an interrupted run is repeated.
  writeWhole(MANIFEST, JSON.stringify(manifest satisfies LlamaManifest, null, 2));
  return "packed";
}

function isPacked(platform: string, version: string): boolean {
  if (![MANIFEST, LIBRARIES, DRIVER].every(existsSync)) return false;
  const made = JSON.parse(readFileSync(MANIFEST, "utf8")) as LlamaManifest;
  return made.recipe === RECIPE && made.version === version && made.platform === platform;
}

/** What is alike in two builds lies megabytes apart; the best level finds it too, and takes ten times as long. */
const COMPRESSION = {
  [constants.ZSTD_c_compressionLevel]: 9,
  [constants.ZSTD_c_enableLongDistanceMatching]: 1,
  [constants.ZSTD_c_windowLog]: 25,
};

/** All kinds of processors together: the builds for them are much alike, and one archive of all is a third as large. */
function packLibraries(folder: string): Pick<LlamaManifest, "build" | "files"> {
  const names = readdirSync(folder).filter((name) => name !== METADATA && name !== ADDON);
  const contents = [ADDON, ...names.sort()].map((name) => ({ name, content: readFileSync(join(folder, name)) }));
  writeWhole(
    LIBRARIES,
    zstdCompressSync(Buffer.concat(contents.map(({ content }) => content)), { params: COMPRESSION }),
  );
  const files = contents.map(({ name, content }) => {
    return { name, bytes: content.length, sha256: createHash("sha256").update(content).digest("hex") };
  });
  return { build: JSON.parse(readFileSync(join(folder, METADATA), "utf8")), files };
}

function packNothing(): Pick<LlamaManifest, "build" | "files"> {
  writeWhole(LIBRARIES, Bun.zstdCompressSync(Buffer.alloc(0)));
  return { build: null, files: [] };
}

/** The parts of the package that a model needs to run, below its own entry point: that one brings all the others along. */
const ENTRY = [
  'export { Llama } from "bindings/Llama.js";',
  'export { LlamaChat } from "evaluator/LlamaChat/LlamaChat.js";',
  'export { resolveChatWrapper } from "chatWrappers/utils/resolveChatWrapper.js";',
];
/** Reached from there, and never to be run: they download, compile or start other programs. */
const LEFT_OUT =
  /node-llama-cpp\/dist\/(bindings\/getLlama|bindings\/utils\/cloneLlamaCppRepo|gguf\/fileReaders\/GgufNetworkFetchFileReader|utils\/parseModelUri|utils\/modelDownloadEndpoints)\.js$/;
/** What would be in the driver if it could reach further than the files that it is given. */
const REACHING_OUT = /child_process|node:https?"|(?<![.\w])fetch\(/;

/** Returns the packages that are in it. */
async function bundleDriver(): Promise<readonly string[]> {
  const entry = join(OUT, "llama-driver-entry.js");
  writeFileSync(entry, ENTRY.join("\n").replaceAll('from "', `from "${PACKAGE}/dist/`));
  const result = await Bun.build({
    entrypoints: [entry],
    target: "bun",
    format: "esm",
    minify: { whitespace: true, syntax: true, identifiers: false },
    plugins: [
      {
        name: "left-out",
        setup: (build) => {
          build.onLoad({ filter: LEFT_OUT }, ({ path }) => ({ loader: "js", contents: refusing(path) }));
        },
      },
    ],
    metafile: true,
    throw: false,
  });
  rmSync(entry);
  const [driver] = result.outputs;
  if (!driver) throw new AggregateError(result.logs, result.logs.map(String).join("\n"));
  const text = await driver.text();
  const found = REACHING_OUT.exec(text);
  if (found) throw new Error(`the driver of llama.cpp could reach out: "${found[0]}" is in it`);
  writeWhole(DRIVER, text);
  return packagesIn(Object.keys(result.metafile?.inputs ?? {}));
}

/** A module with the same exports, each of which throws when it is called. */
function refusing(path: string): string {
  const { exports } = new Bun.Transpiler({ loader: "js" }).scan(readFileSync(path, "utf8"));
  const refuse = 'function refuse() { throw new Error("left out of this build"); }';
  return [refuse, ...exports.map((name) => `export const ${name} = refuse;`)].join("\n");
}

function writeWhole(path: string, content: string | Uint8Array): void {
  writeFileSync(`${path}.new`, content);
  renameSync(`${path}.new`, path);
}

if (import.meta.main) console.log(`llama.cpp: ${await packLlama(chosenTarget())}`);
