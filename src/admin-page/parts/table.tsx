import type { ComponentChildren } from "preact";

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ComponentChildren;
  /** Figures stand below each other. */
  readonly isNumber?: true;
}

interface TableProps<Row> {
  /** What the table is of, for whoever cannot see it. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number;
}

/** Rows of things. On a narrow screen each row is a block, with the columns' titles before their cells. */
export function Table<Row>({ caption, columns, rows, keyOf }: TableProps<Row>) {
  return (
    <table>
      <caption class="unseen">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ title, isNumber }) => (
            <th key={title} scope="col" class={isNumber && "number"}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ title, cell, isNumber }) => (
              <td key={title} data-label={title} class={isNumber && "number"}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Instead of a table that has nothing. */
export function Empty({ children, hint }: { readonly children: string; readonly hint?: ComponentChildren }) {
  return (
    <div class="empty">
      <p>{children}</p>
      {hint !== undefined && <p class="hint">{hint}</p>}
    </div>
  );
}
