/** Everything from one storage into another, empty one. */
import { OperatorError } from "../errors.ts";
import {
  MOVED_STORES,
  type MovedCounters,
  type MovedRow,
  type MovedStore,
  RowsSum,
  rowsAtOnce,
  type StoreSum,
} from "./moved-rows.ts";

/** A move did not come to its end. What it had moved stays, and counts for whoever goes on, unless its words say otherwise. */
export class MoveError extends OperatorError {
  constructor(message: string, cause?: unknown) {
    super("failed", message, cause);
  }
}

/** Rows that can be read again and again, and are the same each time. */
export interface MovedRows {
  /** The rows of a store in their order, which is the same on both sides; at most so many at a time. */
  pages(store: MovedStore, rowsMax: number): AsyncIterable<readonly MovedRow[]>;
}

/** Where rows come from: nobody changes it meanwhile, or what is read is of one moment. */
export interface MoveSource extends MovedRows {
  /** About how many rows a store has, without reading them. */
  estimate(store: MovedStore): Promise<number>;
  counters(): Promise<MovedCounters>;
}

/** Where rows go. What was written survives the death of this process, or nothing of it does. */
export interface MoveTarget extends MovedRows {
  /** How many rows of the store were written by those who were at it before. */
  written(store: MovedStore): Promise<number>;
  /** The next rows, in one transaction. */
  write(store: MovedStore, rows: readonly MovedRow[]): Promise<void>;
  /** All are there, and were compared: from now on it may be worked on. */
  finish(counters: MovedCounters, sums: readonly StoreSum[]): Promise<void>;
}

export interface MoveProgress {
  /** A store, or what is done with it. */
  readonly step: string;
  /** Rows of all stores; those of the target that are added up count once more. */
  readonly done: number;
  readonly of: number;
}

interface MoveOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: MoveProgress) => void;
}

/**
 * Moves what is not there yet, store by store, and adds each up on both sides: the target is read again for that, as a whole. Throws a MoveError where
 * the two differ, and where it was stopped.
 */
export async function move(source: MoveSource, target: MoveTarget, options: MoveOptions): Promise<readonly StoreSum[]> {
  const sums: StoreSum[] = [];
  const progress = await progressOf(source, options, "and of the target");
  for (const store of MOVED_STORES) {
    sums.push(await sendStore(store, source, target, { ...options, onProgress: (rows) => progress(store, rows) }));
  }
  // At the end: what one store has may depend on another.
  for (const sent of sums) {
    const step = `adding up ${sent.store}`;
    const arrived = await sumOf(sent.store, target, options.signal, (rows) => progress(step, rows));
    if (arrived.rows !== sent.rows || arrived.sha256 !== sent.sha256) throw different(sent, arrived);
  }
  await target.finish(await source.counters(), sums);
  return sums;
}

/** What would be moved: reads all of it, and writes nothing. */
export async function survey(source: MoveSource, options: MoveOptions): Promise<readonly StoreSum[]> {
  const sums: StoreSum[] = [];
  const progress = await progressOf(source, options, "of the source alone");
  for (const store of MOVED_STORES) {
    sums.push(await sumOf(store, source, options.signal, (rows) => progress(store, rows)));
  }
  return sums;
}

/** Rows that are there already are read all the same, for the sum. */
async function sendStore(
  store: MovedStore,
  source: MoveSource,
  target: MoveTarget,
  { signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress: (rows: number) => void },
): Promise<StoreSum> {
  const sum = new RowsSum(store);
  let toSkip = await target.written(store);
  for await (const page of source.pages(store, rowsAtOnce(store))) {
    refuseStopped(signal);
    sum.add(page);
    const missing = page.slice(toSkip);
    toSkip = Math.max(0, toSkip - page.length);
    if (missing.length > 0) await target.write(store, missing);
    onProgress(page.length);
  }
  return sum.end();
}

async function sumOf(
  store: MovedStore,
  rows: MovedRows,
  signal: AbortSignal,
  onRead: (rows: number) => void,
): Promise<StoreSum> {
  const sum = new RowsSum(store);
  for await (const page of rows.pages(store, rowsAtOnce(store))) {
    refuseStopped(signal);
    sum.add(page);
    onRead(page.length);
  }
  return sum.end();
}

async function progressOf(
  source: MoveSource,
  { onProgress }: MoveOptions,
  reads: "and of the target" | "of the source alone",
): Promise<(step: string, rows: number) => void> {
  let [done, of] = [0, 0];
  const times = reads === "and of the target" ? 2 : 1;
  for (const store of MOVED_STORES) of += times * (await source.estimate(store));
  return (step, rows) => {
    done += rows;
    onProgress({ step, done, of: Math.max(done, of) });
  };
}

function refuseStopped(signal: AbortSignal): void {
  if (signal.aborted) throw new MoveError("stopped: the same command again goes on");
}

function different(sent: StoreSum, arrived: StoreSum): MoveError {
  const found = `of ${sent.store} ${sent.rows} rows (${sent.sha256}) were sent, and ${arrived.rows} (${arrived.sha256}) are there`;
  return new MoveError(
    `${found}: something else wrote into one of the two meanwhile. Nothing was lost where they came from; begin again with an empty one`,
  );
}
