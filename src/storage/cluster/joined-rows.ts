/** Rows of a left join: where what was joined has none, one that is null in each of its columns. So one statement tells both. */
export type Joined<Row extends { readonly id: number }> = Row | { readonly [Column in keyof Row]: null };

/** Those that are there. */
export function thoseThere<Row extends { readonly id: number }>(rows: readonly Joined<Row>[]): readonly Row[] {
  return rows.filter((row): row is Row => row.id !== null);
}
