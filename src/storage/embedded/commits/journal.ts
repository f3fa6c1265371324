import type { Database, Statement } from "bun:sqlite";
import { type JournalParts, sumOfJournal } from "../row-sums.ts";

/** With the columns beside it, a row that fills a page of 4 KiB and no other: a change writes just that page. */
const SLOT_BYTES = 4_000;
/** 256 KiB. */
const SLOTS_MAX = 64;

/** What one commit noted. */
export interface Note {
  readonly change: number;
  /** Null where it is no longer what was written. */
  readonly text: string | null;
}

interface JournalRow extends JournalParts {
  readonly sum: number;
}

/**
 * A ring of rows for what must be on the disk before an answer goes out and is written to its own tables later, many at once. As it
 * stands in the same database, whoever copies that has both, and a commit that writes the tables ends what was noted.
 */
export class Journal {
  readonly #put: Statement<null, [number, number, number, number, number, Uint8Array]>;
  readonly #slot = new Uint8Array(SLOT_BYTES);
  #used = 0;

  constructor(prepare: <Parameters extends (number | Uint8Array)[]>(sql: string) => Statement<null, Parameters>) {
    this.#put = prepare(`
      INSERT INTO journal (slot, change, part, length, sum, bytes) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (slot) DO UPDATE SET change = excluded.change, part = excluded.part, length = excluded.length,
        sum = excluded.sum, bytes = excluded.bytes`);
  }

  /** Within a transaction. Returns how many rows it took; null where it does not fit any more, and nothing was written. */
  put(change: number, text: string): number | null {
    const note = Buffer.from(text);
    const parts = Math.ceil(note.length / SLOT_BYTES);
    if (this.#used + parts > SLOTS_MAX) return null;
    for (let part = 0; part < parts; part += 1) {
      const piece = note.subarray(part * SLOT_BYTES, (part + 1) * SLOT_BYTES);
      this.#slot.set(piece);
      this.#slot.fill(0, piece.length);
      const sum = sumOfJournal({ change, part, length: piece.length, bytes: this.#slot });
      this.#put.run(this.#used + part, change, part, piece.length, sum, this.#slot);
    }
    return parts;
  }

  /** So many more rows are on the disk. */
  keep(parts: number): void {
    this.#used += parts;
  }

  /** All that was noted is in its tables. */
  clear(): void {
    this.#used = 0;
  }
}

/** What was noted behind a change, in order. */
export function notesAfter(database: Database, change: number): readonly Note[] {
  const rows = database
    .query<JournalRow, [number]>(
      "SELECT change, part, length, sum, bytes FROM journal WHERE change > ? ORDER BY change, part",
    )
    .all(change);
  return [...Map.groupBy(rows, (row) => row.change)].map(([change, parts]) => ({ change, text: textOf(parts) }));
}

function textOf(parts: readonly JournalRow[]): string | null {
  const isWhole = parts.every((row, index) => row.part === index && row.sum === sumOfJournal(row));
  if (!isWhole) return null;
  return Buffer.concat(parts.map(({ bytes, length }) => bytes.subarray(0, length))).toString();
}
