/** What is seen of an hour's soak, as plain values: they are written to a file, and read again for another picture. */
import type { Kind } from "./asks.ts";

/** Of some seconds; times are null where nothing was answered in them. */
export interface LoadPart {
  readonly answered: number;
  /** Cut off, or refused, by an end of the server that was planned, or refused since its token had ended with its month. */
  readonly planned: number;
  readonly failed: number;
  /** Not sent, since too many were under way. */
  readonly leftOut: number;
  readonly p50Ms: number | null;
  readonly p99Ms: number | null;
}

export interface Times {
  readonly count: number;
  readonly p50Ms: number | null;
  readonly p99Ms: number | null;
  readonly worstMs: number | null;
}

export interface LoadWhole {
  readonly planned: number;
  readonly failed: number;
  /** Cut off by a planned end, and sent again under their key. */
  readonly repeated: number;
  /** Answered with 200, and not from what was kept under a key: each is charged. */
  readonly paid: number;
  /** Nobody was told whether they were done: each may be charged. */
  readonly unanswered: number;
  readonly failures: readonly string[];
  readonly times: Readonly<Record<Kind, Times>>;
}

export interface TopRate {
  /** Asks a second. */
  readonly perSecond: number;
  /** How many were answered until it was found. */
  readonly paid: number;
}

/** One look at the server. */
export interface HourLook {
  /** Since the first. */
  readonly atSeconds: number;
  /** Which start of the server it is of, from 0. */
  readonly life: number;
  readonly residentMib: number;
  /** Memory that is no file's: heaps and stacks. */
  readonly anonymousMib: number;
  readonly descriptors: number;
  readonly threads: number;
  /** In the data folder. */
  readonly files: number;
  readonly logMib: number;
  readonly databaseMib: number;
  readonly queryLogMib: number;
  readonly folderMib: number;
}

/** The clock was put a month ahead. */
export interface Turn {
  readonly atSeconds: number;
  /** Of the ledgers, that became months then. */
  readonly entries: number;
}

export interface Ending {
  readonly atSeconds: number;
  readonly how: "SIGTERM" | "SIGKILL";
  /** From the signal until it was ready again. */
  readonly awaySeconds: number;
}

export interface Soaked {
  readonly minutes: number;
  /** Asks a second. */
  readonly topRate: number;
  readonly rate: number;
  /** Of the machine, before and after. */
  readonly loadAverages: readonly [before: number, after: number];
  readonly looks: readonly HourLook[];
  readonly parts: readonly (LoadPart & { readonly atSeconds: number })[];
  readonly endings: readonly Ending[];
  readonly turns: readonly Turn[];
  /** What files that were exported prove of the ledgers' months. Null while it goes on. */
  readonly monthsProven: number | null;
  /** Null while it goes on. */
  readonly whole: LoadWhole | null;
  /** Requests of the balances: what has to be gone of them, within what nobody was told, and what is. Null while it goes on. */
  readonly money: { readonly least: number; readonly most: number; readonly charged: number } | null;
  /** What the owner did, how often, and what failed of it when no end was planned. */
  readonly done: Readonly<Record<string, number>>;
  readonly troubles: readonly string[];
}
