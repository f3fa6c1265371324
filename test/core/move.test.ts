/** The order of a move, on storages that are lists: what is killed or changed where, and what comes of it. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type MoveSource, type MoveTarget, move, survey } from "#core/moving/move.ts";
import {
  MOVED_COLUMNS,
  MOVED_COUNTERS,
  MOVED_STORES,
  type MovedCounters,
  type MovedRow,
  type MovedStore,
} from "#core/moving/moved-rows.ts";

const COUNTERS = Object.fromEntries(MOVED_COUNTERS.map((name) => [name, 3])) as MovedCounters;
type Lists = ReadonlyMap<MovedStore, readonly MovedRow[]>;

function aRow(store: MovedStore, id: number): MovedRow {
  const value = (column: string) => (column === "vector" ? Uint8Array.of(id, 0, 255) : `${column} ${id}`);
  return Object.fromEntries(MOVED_COLUMNS[store].map((column) => [column, value(column)]));
}

const listsOf = (counts: readonly number[]): Lists =>
  new Map(
    MOVED_STORES.map((store, at) => [store, Array.from({ length: counts[at] ?? 0 }, (_, id) => aRow(store, id))]),
  );

async function* inPages(rows: readonly MovedRow[], size: number) {
  for (let from = 0; from < rows.length; from += size) yield rows.slice(from, from + size);
}

const sourceOf = (lists: Lists, pageRows: number): MoveSource => ({
  pages: (store) => inPages(lists.get(store) ?? [], pageRows),
  estimate: async (store) => lists.get(store)?.length ?? 0,
  counters: async () => COUNTERS,
});

/** Dies at that write: before it is there, or after. */
class DyingTarget implements MoveTarget {
  readonly lists = new Map<MovedStore, MovedRow[]>();
  finished = false;
  dies: { readonly in: number; readonly isWritten: boolean } | null = null;
  #writes = 0;

  async written(store: MovedStore): Promise<number> {
    return this.lists.get(store)?.length ?? 0;
  }

  async write(store: MovedStore, rows: readonly MovedRow[]): Promise<void> {
    const isLast = this.dies?.in === this.#writes;
    this.#writes += 1;
    if (isLast && !this.dies?.isWritten) throw new Error("killed");
    this.lists.set(store, [...(this.lists.get(store) ?? []), ...rows]);
    if (isLast) throw new Error("killed");
  }

  pages(store: MovedStore) {
    return inPages(this.lists.get(store) ?? [], 2);
  }

  async finish(): Promise<void> {
    this.finished = true;
  }

  begin(dies: DyingTarget["dies"]): void {
    this.#writes = 0;
    this.dies = dies;
  }
}

const going = { signal: new AbortController().signal, onProgress: () => {} };

describe("a move", () => {
  const counts = fc.array(fc.nat(7), { minLength: MOVED_STORES.length, maxLength: MOVED_STORES.length });
  const deaths = fc.array(fc.record({ in: fc.nat(20), isWritten: fc.boolean() }), { maxLength: 4 });

  test("that is killed anywhere, any number of times, ends with every row once and in its order", async () => {
    const property = fc.asyncProperty(
      counts,
      deaths,
      fc.integer({ min: 1, max: 4 }),
      async (rows, killed, pageRows) => {
        const lists = listsOf(rows);
        const target = new DyingTarget();
        for (const death of killed) {
          target.begin(death);
          await move(sourceOf(lists, pageRows), target, going).catch(() => {});
        }
        target.begin(null);
        const sums = await move(sourceOf(lists, pageRows + 1), target, going);
        for (const store of MOVED_STORES) expect(target.lists.get(store) ?? []).toEqual([...(lists.get(store) ?? [])]);
        expect(sums).toEqual(await survey(sourceOf(lists, 3), going));
        expect(target.finished).toBe(true);
      },
    );
    await fc.assert(property, { numRuns: 60 });
  });

  test("does not end where what is there is another than what was sent", async () => {
    const target = new DyingTarget();
    target.lists.set("answers", [aRow("answers", 1)]);
    const moving = move(sourceOf(listsOf(MOVED_STORES.map(() => 2)), 2), target, going);
    await expect(moving).rejects.toThrow("of answers 2 rows");
    expect(target.finished).toBe(false);
  });

  test("of a row without one of its columns is a mistake of ours, not a shorter row", async () => {
    const lists = new Map([["secrets", [{ name: "token-signing" }]]]) as unknown as Lists;
    await expect(survey(sourceOf(lists, 1), going)).rejects.toThrow("has no value");
  });
});
