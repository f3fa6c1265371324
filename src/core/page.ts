export interface Page<Item> {
  readonly items: readonly Item[];
  /** Where the next page starts; null after the last item. */
  readonly next: number | null;
}

/** A page made of rows in their order, of which one more than `limit` was asked for: it tells whether there is a next page. */
export function pageOf<Row extends { readonly id: number }, Item>(
  rows: readonly Row[],
  limit: number,
  itemOf: (row: Row) => Item,
): Page<Item> {
  const shown = rows.slice(0, limit);
  return { items: shown.map(itemOf), next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null };
}
