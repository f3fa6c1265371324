import type { Database, Statement } from "bun:sqlite";
import { type JournalParts, sumOfJournal } from "../row-sums.ts";

/** With the columns beside it, a row that fills a page of 4 KiB and no other: a change writes just that page. */
const SLOT_BYTES = 4_000;
/** Rows that are used but for a crowd, 256 KiB: a small ring is written over and over, and moved to the database file once. */
const ROWS_OF_FEW_MAX = 64;

/** What one commit noted. */
export interface Note {
  readonly change: number;
  /** Null where it is no longer what was written. */
  readonly text: string | null;
  /** Whether it says of some that what was noted of them so far is in their tables. */
  readonly hasMarks: boolean;
}

/** A note before it is written. */
export interface NewNote extends Note {
  readonly text: string;
  /** All notes up to this change are in their tables once this one is on the disk. */
  readonly since: number;
}

interface JournalRow extends JournalParts {
  readonly sum: number;
}

type Values = [slot: number, change: number, part: number, length: number, sum: number, since: number, marks: number];

/**
 * A ring of rows for what must be on the disk before an answer goes out and is written to its own tables later, many at once. As it
 * stands in the same database, whoever copies that has both, and a commit that writes the tables ends what was noted.
 */
export class Journal {
  readonly #put: Statement<null, [...Values, Uint8Array]>;
  readonly #rowsMax: number;
  readonly #slot = new Uint8Array(SLOT_BYTES);
  /** Rows that were used since it was empty, and how many of them are free again. */
  #used = 0;
  #freed = 0;

  /** @param rowsMax where a crowd waits. */
  constructor(
    prepare: <Parameters extends (number | Uint8Array)[]>(sql: string) => Statement<null, Parameters>,
    rowsMax: number,
  ) {
    this.#rowsMax = rowsMax;
    this.#put = prepare(`
      INSERT INTO journal (slot, change, part, length, sum, since, marks, bytes) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (slot) DO UPDATE SET change = excluded.change, part = excluded.part, length = excluded.length,
        sum = excluded.sum, since = excluded.since, marks = excluded.marks, bytes = excluded.bytes`);
  }

  /** Rows that were used since it was empty. */
  get used(): number {
    return this.#used;
  }

  /** Within a transaction. Returns how many rows it took; null where it does not fit any more, and nothing was written. */
  put({ change, text, since, hasMarks }: NewNote, isOfCrowd: boolean): number | null {
    const note = Buffer.from(text);
    const parts = Math.max(1, Math.ceil(note.length / SLOT_BYTES));
    const rowsMax = isOfCrowd ? this.#rowsMax : Math.min(this.#rowsMax, ROWS_OF_FEW_MAX);
    if (this.#used - this.#freed + parts > rowsMax) return null;
    const marks = Number(hasMarks);
    for (let part = 0; part < parts; part += 1) {
      const piece = note.subarray(part * SLOT_BYTES, (part + 1) * SLOT_BYTES);
      this.#slot.set(piece);
      this.#slot.fill(0, piece.length);
      const { length } = piece;
      const sum = sumOfJournal({ change, part, length, since, marks, bytes: this.#slot });
      this.#put.run((this.#used + part) % this.#rowsMax, change, part, length, sum, since, marks, this.#slot);
    }
    return parts;
  }

  /** So many more rows are on the disk. */
  keep(parts: number): void {
    this.#used += parts;
  }

  /** Of all that was used up to here, everything is in its tables. */
  free(used: number): void {
    this.#freed = used;
  }

  /** All that was noted is in its tables. */
  clear(): void {
    this.#used = 0;
    this.#freed = 0;
  }
}

/** What was noted behind a change and is not all in its tables, in order. */
export function notesAfter(database: Database, change: number): readonly Note[] {
  const rows = database
    .query<JournalRow, [number]>(
      `SELECT change, part, length, sum, since, marks, bytes FROM journal
       WHERE change > max(?1, ifnull((SELECT max(since) FROM journal WHERE change > ?1), 0)) ORDER BY change, part`,
    )
    .all(change);
  return [...Map.groupBy(rows, (row) => row.change)].map(([of, parts]) => ({
    change: of,
    text: textOf(parts),
    hasMarks: parts.some(({ marks }) => marks !== 0),
  }));
}

function textOf(parts: readonly JournalRow[]): string | null {
  const isWhole = parts.every((row, index) => row.part === index && row.sum === sumOfJournal(row));
  if (!isWhole) return null;
  return Buffer.concat(parts.map(({ bytes, length }) => bytes.subarray(0, length))).toString();
}
