/** llama.cpp as `scripts/models/pack-llama.ts` packed it. */

import manifest from "../../../dist/native/llama.json";
import libraries from "../../../dist/native/llama-libraries.zst" with { type: "file" };
import type { PackedAddon } from "../packed-addon.ts";

/** The platform that this program was built for. */
export const LLAMA_PLATFORM: string = manifest.platform;
/** What the driver wants to know of how the libraries were built. */
export const LLAMA_BUILD: unknown = manifest.build;

/** Null where the package brings no libraries for the platform. */
export const LLAMA_LIBRARIES: PackedAddon | null =
  manifest.files.length === 0
    ? null
    : { name: `llama-${manifest.version}`, archives: [{ packedPath: libraries, files: manifest.files }] };

/** The driver is a megabyte of script: it is read when a model is opened, and not before. */
export const loadDriver = () => import("../../../dist/native/llama-driver.js");
