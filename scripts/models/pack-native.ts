/**
 * Compresses the native runtime of the embedded models into `dist/native/`, from where `src/models/embedded/networks/network-files.ts`
 * embeds it: the shared library alone is 38 MB, and 12.1 MB compressed.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import ortPackage from "onnxruntime-node/package.json" with { type: "json" };
import { chosenTarget, type Target } from "../target.ts";

const ROOT = join(import.meta.dir, "../..");
const OUT = join(ROOT, "dist/native");
const MANIFEST = join(OUT, "onnxruntime.json");

/** The library by the name under which the addon looks for it beside itself. */
const LIBRARY_NAMES = { linux: "libonnxruntime.so.1", darwin: "libonnxruntime.1.dylib" } as const;
const ADDON_NAME = "onnxruntime_binding.node";
const PACKED_ADDON = "onnxruntime-addon.zst";
const PACKED_LIBRARY = "onnxruntime-library.zst";
const GLUE = "onnxruntime-glue.js";
/** onnxruntime-web, which only a release installs: `scripts/release/foreign-tools.ts`. */
const PORTABLE = join(ROOT, "dist/release-tools/portable/node_modules/onnxruntime-web/dist/ort-wasm-simd-threaded");
/** Of a build that has the native library. */
const NO_GLUE = "export default null;\n";

interface ToUnpack {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** What the server has to find: the files of each archive, the addon first. WebAssembly is never unpacked. */
export interface NativeManifest {
  readonly kind: "native" | "wasm";
  readonly version: string;
  readonly target: string;
  readonly archives: readonly (readonly ToUnpack[])[];
}

/**
 * Writes `onnxruntime.json`, the two archives and the glue; does nothing when they are there for this version and target already.
 * Throws where the package has not what the target says.
 */
export async function packNative(target: Target): Promise<"packed" | "up to date"> {
  if (isPacked(target)) return "up to date";
  mkdirSync(OUT, { recursive: true });
  const isNative = target.onnxRuntime !== null;
  const archives = isNative ? await packLibrary(target, target.onnxRuntime) : await packWasm();
  writeWhole(join(OUT, GLUE), isNative ? NO_GLUE : readFileSync(`${PORTABLE}.mjs`));
  const kind = isNative ? "native" : "wasm";
  const manifest: NativeManifest = { kind, version: ortPackage.version, target: target.name, archives };
  // Last, so that an interrupted run is repeated.
  writeWhole(MANIFEST, JSON.stringify(manifest, null, 2));
  return "packed";
}

function isPacked(target: Target): boolean {
  if (![MANIFEST, join(OUT, PACKED_ADDON), join(OUT, PACKED_LIBRARY), join(OUT, GLUE)].every(existsSync)) return false;
  const manifest = JSON.parse(readFileSync(MANIFEST, "utf8")) as NativeManifest;
  return manifest.version === ortPackage.version && manifest.target === target.name;
}

async function packLibrary({ platform }: Target, folder: string): Promise<NativeManifest["archives"]> {
  const from = join(ROOT, "node_modules/onnxruntime-node/bin/napi-v6", folder);
  const libraryName = platform === "win32" ? null : LIBRARY_NAMES[platform];
  if (libraryName === null || !existsSync(from)) {
    throw new Error(`onnxruntime-node ${ortPackage.version} brings no native library for ${folder}`);
  }
  return [
    [await pack(join(from, ADDON_NAME), ADDON_NAME, PACKED_ADDON)],
    [await pack(join(from, libraryName), libraryName, PACKED_LIBRARY)],
  ];
}

async function packWasm(): Promise<NativeManifest["archives"]> {
  writeWhole(join(OUT, PACKED_ADDON), Bun.zstdCompressSync(Buffer.alloc(0)));
  await pack(`${PORTABLE}.wasm`, "onnxruntime-web", PACKED_LIBRARY);
  return [];
}

/**
 * Builds of the runtime from 1.29 on report what they run to this address. Nothing that ships phones home, so a library
 * that could is not packed: stay with the version before, or build without telemetry.
 */
const TELEMETRY = "events.data.microsoft.com";

/**
 * Of zstd: the best takes twenty times as long for an eighth less, while whoever tries Dragoman waits for the first answer.
 */
const LEVEL = 9;

async function pack(source: string, name: string, packedName: string): Promise<ToUnpack> {
  const bytes = readFileSync(source);
  if (bytes.includes(TELEMETRY)) throw new Error(`${name} reports to ${TELEMETRY}: it must not be shipped`);
  writeWhole(join(OUT, packedName), await Bun.zstdCompress(bytes, { level: LEVEL }));
  return { name, bytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") };
}

function writeWhole(path: string, content: string | Uint8Array): void {
  writeFileSync(`${path}.new`, content);
  renameSync(`${path}.new`, path);
}

if (import.meta.main) console.log(`native runtime: ${await packNative(chosenTarget())}`);
