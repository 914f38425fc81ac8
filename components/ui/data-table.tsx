import type { ReactNode } from 'react';

/** `className` applies to the header and all cells. */
export type Column<T> = Readonly<{
  head: string;
  cell: (row: T, index: number) => ReactNode;
  className?: string;
  /** The header is only for screen readers. */
  isHeadHidden?: boolean;
}>;

type Props<T> = {
  caption: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  rowId?: (row: T, index: number) => string;
  /** Grid classes of a row on narrow screens. */
  narrow: string;
};

/** Explicit roles, because display: grid and block remove the native ones. */
const ROLES = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const;

/** A table whose rows become cards on narrow screens, by CSS only. */
export function DataTable<T>({ caption, columns, rows, rowId, narrow }: Props<T>) {
  return (
    <table {...ROLES.table} className="w-full border-collapse text-sm max-md:block">
      <caption className="sr-only">{caption}</caption>
      <thead {...ROLES.rowgroup} className="max-md:sr-only">
        <tr {...ROLES.row}>
          {columns.map((column) => (
            <th
              key={column.head}
              {...ROLES.columnheader}
              scope="col"
              className={`h-9 border-b border-line px-3 text-left text-xs font-medium text-faint first:pl-4 last:pr-4 ${column.className ?? ''}`}
            >
              {column.isHeadHidden === true ? <span className="sr-only">{column.head}</span> : column.head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...ROLES.rowgroup} className="max-md:block">
        {rows.map((row, index) => (
          <tr
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a page are rendered once, on the server
            key={index}
            {...ROLES.row}
            id={rowId?.(row, index)}
            className={`border-b border-line last:border-b-0 target:bg-accent-wash hover:bg-hover max-md:grid max-md:gap-x-3 max-md:gap-y-1 max-md:px-4 max-md:py-2.5 ${narrow}`}
          >
            {columns.map((column) => (
              <td
                key={column.head}
                {...ROLES.cell}
                className={`md:h-9 md:px-3 md:py-1 md:first:pl-4 md:last:pr-4 ${column.className ?? ''}`}
              >
                {column.cell(row, index)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
