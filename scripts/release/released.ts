import type { Target } from "../target.ts";

/** An executable of a release, as the packages of every kind take it. */
export interface Released {
  readonly target: Target;
  readonly version: string;
  /** Path of the executable. */
  readonly file: string;
  /** Seconds since 1970 of the commit: what packages give their files as a time, so that they come out the same again. */
  readonly committedAt: number;
  /** All terms of what is inside, as `LICENSES.txt` has them. */
  readonly terms: string;
}

/**
 * Which builds are packaged. A package manager does not know what a processor can do, so that the builds for every x64 processor are taken
 * where there are two.
 */
export function isPackaged({ name }: Target): boolean {
  return name !== "linux-x64";
}
