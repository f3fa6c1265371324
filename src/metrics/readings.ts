import { statfsSync, statSync } from "node:fs";
import type { NodeCounts } from "#core/ports/node-store.ts";
import type { ReusePath } from "#core/ports/observer.ts";

/** What is not counted as it happens but looked at when somebody asks. */
export interface Readings {
  readonly isReady: () => boolean;
  /** What the cache holds in memory to find answers for other words. */
  readonly cacheIndex: () => { readonly entries: number; readonly partitions: number; readonly bytes: number };
  /** What answers kept under idempotency keys take, of all apps. */
  readonly keptAnswerBytes: () => number;
  /** The share of its answers for other words that is wrong; null where none is given. */
  readonly cacheErrorOn: (path: ReusePath) => {
    readonly error: number | null;
    readonly interval: readonly [number, number] | null;
  };
  /** Lines of the log that nobody took. */
  readonly droppedLogLines: () => number;
  /** The database's file; its write-ahead log lies beside it. */
  readonly databasePath: string;
  readonly dataDir: string;
  /** Everything that was acknowledged before is in the followed backup, in milliseconds since 1970; null where nobody was heard of. */
  readonly followedUntil: () => number | null;
  /** This node's name, and how many nodes there are; null where no server runs. */
  readonly nodes: () => { readonly name: string; readonly counts: NodeCounts } | null;
}

/** In bytes; 0 for a file that is not there. */
export function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** Room left on the disk, in bytes. Not a number where the system does not tell. */
export function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return Number.NaN;
  }
}

const SAMPLE_MS = 100;

/** Looks ten times a second how late a timer comes. Returns what ends that. */
export function sampleEventLoop(delayed: (seconds: number) => void): () => void {
  let expectedMs = performance.now() + SAMPLE_MS;
  const timer = setInterval(() => {
    const nowMs = performance.now();
    delayed(Math.max(0, nowMs - expectedMs) / 1_000);
    expectedMs = nowMs + SAMPLE_MS;
  }, SAMPLE_MS);
  // Watching must not keep a process alive that has nothing else to do.
  timer.unref();
  return () => clearInterval(timer);
}
