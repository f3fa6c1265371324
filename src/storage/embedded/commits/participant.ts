import type { JsonValue } from "#core/json.ts";
import type { Progress } from "../folder-marker.ts";

/** Something that counts in memory and writes along with whatever is committed next. */
export interface Participant {
  /**
   * Writes what changed since the last commit, inside the transaction. Statistics may wait: of them no more than `statisticsMax` are
   * written along, which is all of them when the storage is read for them or closed. `isOfCrowd`: many apps wait for their rows, and
   * statistics may wait for as long as these.
   */
  write(statisticsMax: number, isOfCrowd?: boolean): void;
  /** The transaction is on disk. Not called when it failed: what was written is to be written again. */
  committed(): void;
  /** The transaction failed after `write` or `note`, and nothing of it is on disk. */
  abandoned?(): void;
  /** Whether something waits that can neither be noted nor wait. */
  mustWrite?(isOfCrowd: boolean): boolean;
}

/** Whose it is that waits for its tables: an app, or an address whose calls are counted. */
export type Owner = string;

/** One whose changes are on the disk when they are noted, and come into their tables later. */
export interface NotingParticipant extends Participant {
  /** How many owners have something that no table has. */
  readonly ownerCount: number;
  owners(): Iterable<Owner>;
  /**
   * In place of `write`, inside the transaction: what came since the last note or write, in few words. Null for nothing. It is to be
   * written later all the same; until then the note is all that a crash leaves of it.
   */
  note(): JsonValue | null;
  /** The note is on disk. */
  noted(): void;
  /** After `note`, in the same transaction: writes all that these owners have, with what that note has of them. */
  writeOf(owners: ReadonlySet<Owner>): void;
  /** That is on disk: called after `noted`. After a crash, what was taken up of these owners so far is in the tables. */
  writtenOf(owners: ReadonlySet<Owner>): void;
  /** Takes up what was noted before a crash: it is to be written with what comes next. */
  takeUp(note: JsonValue): void;
}

/** What stands beside the database, so that it is noticed when that is lost. */
export interface Safeguard {
  /** Why nothing may be written any more, in words; null while the files are those that were opened. */
  loss(): string | null;
  /** The database has come so far, and it is on disk. Not called for a commit that changed nothing. */
  advance(progress: Progress): void;
  /** Called before the database is closed, which moves its log into it. */
  closing(): void;
  /** Called after that. */
  close(): void;
}
