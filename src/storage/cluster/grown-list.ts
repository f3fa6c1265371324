import type { ChangeCounter } from "#core/ports/change-counter.ts";
import { AppReadings } from "./app-readings.ts";
import { type Joined, thoseThere } from "./joined-rows.ts";
import type { Postgres } from "./postgres.ts";

/** Rows of a list, as they were read. Their ids grow, so what came since is what has a greater one; else something went. */
export interface GrownList<Item> {
  /** Of what the rows belong to; 0 where there is no such thing. */
  readonly owner: number;
  readonly newest: number;
  readonly items: readonly Item[];
}

interface Owned {
  readonly owner: number;
  /** How many rows the owner has, in the same snapshot. */
  readonly count: number;
}

/** A row of the list, or none. */
export type Listed<Row extends { readonly id: number }> = Owned & Joined<Row>;

/** Items kept in memory, all apps together: some kilobyte each. */
const KNOWN_MAX = 50_000;

const NOTHING = { owner: 0, newest: 0, items: [] };

/**
 * The list as it is now. `readSince` gives the rows that are behind `newest`, in their order, and all of them where the owner is another
 * one; nothing at all where there is no owner.
 */
export async function grownSince<Row extends { readonly id: number }, Item>(
  before: GrownList<Item> | null,
  readSince: (owner: number, newest: number) => Promise<readonly Listed<Row>[]>,
  itemOf: (row: Row) => Item,
): Promise<GrownList<Item>> {
  const known: GrownList<Item> = before ?? NOTHING;
  const rows = await readSince(known.owner, known.newest);
  const [first] = rows;
  if (!first) return NOTHING;
  const { owner, count } = first;
  const added = thoseThere<Row>(rows);
  const kept: GrownList<Item> = owner === known.owner ? known : { ...NOTHING, owner };
  // Something went: all are read anew.
  if (kept.items.length + added.length !== count && before !== null) return grownSince(null, readSince, itemOf);
  if (added.length === 0) return kept;
  return { owner, newest: added.at(-1)?.id ?? 0, items: [...kept.items, ...added.map(itemOf)] };
}

/** Lists that are read once, and then what came to them. */
export function grownLists<Item>(postgres: Postgres, changes: ChangeCounter): AppReadings<GrownList<Item>> {
  return new AppReadings({ postgres, changes, weightMax: KNOWN_MAX, weigh: ({ items }) => 1 + items.length });
}
