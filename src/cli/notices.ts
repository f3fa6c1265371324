/** Whose work is inside the executable, as `scripts/licenses.ts` put it together. */
import { readFileSync } from "node:fs";
// biome-ignore lint/style/noRestrictedImports: made by the build, of what is in it.
import packed from "../../dist/licenses/notices.zst" with { type: "file" };

export interface Notice {
  /** Of an npm package, or in words. */
  readonly name: string;
  /** "" where there is none. */
  readonly version: string;
  /** As an SPDX expression, or in words. */
  readonly license: string;
  /** Its terms and whom they ask to name. */
  readonly text: string;
}

/** By name; Dragoman first, then what is no npm package. */
export function readNotices(): readonly Notice[] {
  return JSON.parse(Buffer.from(Bun.zstdDecompressSync(readFileSync(packed))).toString()) as readonly Notice[];
}
