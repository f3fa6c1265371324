/**
 * Compresses the native runtime of the embedded models into `dist/native/`, from where `src/models/embedded/networks/network-files.ts`
 * embeds it: the shared library alone is 38 MB, and 12.1 MB compressed.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import ortPackage from "onnxruntime-node/package.json" with { type: "json" };

const ROOT = join(import.meta.dir, "../..");
const OUT = join(ROOT, "dist/native");
const MANIFEST = join(OUT, "onnxruntime.json");

/** The library by the name under which the addon looks for it beside itself. */
const LIBRARY_NAMES: Readonly<Record<string, string>> = {
  linux: "libonnxruntime.so.1",
  darwin: "libonnxruntime.1.dylib",
};
const ADDON_NAME = "onnxruntime_binding.node";
const PACKED_ADDON = "onnxruntime-addon.zst";
const PACKED_LIBRARY = "onnxruntime-library.zst";

/** What the server has to find after unpacking; `files` in the order addon, library. */
export interface NativeManifest {
  readonly version: string;
  readonly platform: string;
  readonly files: readonly { readonly name: string; readonly bytes: number; readonly sha256: string }[];
}

/**
 * Writes `onnxruntime.json`, `onnxruntime-addon.zst` and `onnxruntime-library.zst` for the machine it runs on; does
 * nothing when they are there for this version already. Throws for a platform that the package has no binaries for.
 */
export async function packNative(): Promise<"packed" | "up to date"> {
  const platform = `${process.platform}/${process.arch}`;
  if (isPacked(platform)) return "up to date";
  const libraryName = LIBRARY_NAMES[process.platform];
  const folder = join(ROOT, "node_modules/onnxruntime-node/bin/napi-v6", platform);
  if (libraryName === undefined || !existsSync(folder)) {
    throw new Error(`onnxruntime-node ${ortPackage.version} brings no native library for ${platform}`);
  }
  mkdirSync(OUT, { recursive: true });
  const files = [
    await pack(join(folder, ADDON_NAME), ADDON_NAME, PACKED_ADDON),
    await pack(join(folder, libraryName), libraryName, PACKED_LIBRARY),
  ];
  // Last, so that an interrupted run is repeated.
  const manifest: NativeManifest = { version: ortPackage.version, platform, files };
  writeWhole(MANIFEST, JSON.stringify(manifest, null, 2));
  return "packed";
}

function isPacked(platform: string): boolean {
  if (![MANIFEST, join(OUT, PACKED_ADDON), join(OUT, PACKED_LIBRARY)].every(existsSync)) return false;
  const manifest = JSON.parse(readFileSync(MANIFEST, "utf8")) as NativeManifest;
  return manifest.version === ortPackage.version && manifest.platform === platform;
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

async function pack(source: string, name: string, packedName: string): Promise<NativeManifest["files"][number]> {
  const bytes = readFileSync(source);
  if (bytes.includes(TELEMETRY)) throw new Error(`${name} reports to ${TELEMETRY}: it must not be shipped`);
  writeWhole(join(OUT, packedName), await Bun.zstdCompress(bytes, { level: LEVEL }));
  return { name, bytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") };
}

function writeWhole(path: string, content: string | Uint8Array): void {
  writeFileSync(`${path}.new`, content);
  renameSync(`${path}.new`, path);
}

if (import.meta.main) console.log(`native runtime: ${await packNative()}`);
