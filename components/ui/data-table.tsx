import type { ReactNode } from 'react';
import { chooseColumns, toColumnId } from '@/lib/format/columns';
import { type Msg, t } from '@/lib/language/t';
import { ColumnPicker, type ListUrl } from './column-picker';
import { Markup } from './markup';

/** `className` applies to the header and all cells. */
export type Column<T> = Readonly<{
  /** A text of the catalogue: by its English the column has one name in the URL in every language. */
  head: Msg | Readonly<{ id: string; text: string }>;
  cell: (row: T, index: number) => ReactNode;
  className?: string;
  /** The header is only for screen readers. */
  isHeadHidden?: boolean;
  /** Narrow screens, which have no header, show it before the cell. */
  isNamed?: boolean;
}>;

type Head = Column<unknown>['head'];

const idOf = (head: Head) => ('id' in head ? head.id : toColumnId(head.english));
const wordsOf = (head: Head) => ('id' in head ? head.text : t(head));

type Props<T> = {
  caption: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  rowId?: (row: T, index: number) => string;
  /** Grid classes of a row on narrow screens; without them it has two columns, the second as wide as its content. */
  narrow?: string;
  /** The list of the URL that the table shows: its columns can be chosen. */
  list?: ListUrl | undefined;
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
export function DataTable<T>({ columns, list, ...rest }: Props<T>) {
  if (list === undefined) return <Table {...rest} columns={columns} />;
  const heads = columns.map(({ head }) => ({ id: idOf(head), text: wordsOf(head) }));
  const shown = chooseColumns(
    heads.map(({ id }) => id),
    list.params.columns,
  );
  return (
    <div className="relative">
      <ColumnPicker list={list} heads={heads} shown={shown} />
      <Table {...rest} columns={columns.filter(({ head }) => shown.has(idOf(head)))} />
    </div>
  );
}

function Table<T>({ caption, columns, rows, rowId, narrow = 'pairs' }: Omit<Props<T>, 'list'>) {
  return (
    <table {...ROLES.table} className="w-full border-collapse text-sm max-md:block">
      <caption className="sr-only">{caption}</caption>
      <thead {...ROLES.rowgroup} className="max-md:sr-only">
        <tr {...ROLES.row}>
          {columns.map((column) => (
            <th
              key={idOf(column.head)}
              {...ROLES.columnheader}
              scope="col"
              className={`head-cell ${column.className ?? ''}`}
            >
              {column.isHeadHidden === true ? (
                <span className="sr-only">{wordsOf(column.head)}</span>
              ) : (
                wordsOf(column.head)
              )}
            </th>
          ))}
        </tr>
      </thead>
      <Markup tag="tbody" attributes={{ ...ROLES.rowgroup, className: 'max-md:block' }}>
        {rows.map((row, index) => (
          <tr
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a page are rendered once, on the server
            key={index}
            {...ROLES.row}
            id={rowId?.(row, index)}
            className={`data-row ${narrow}`}
          >
            {columns.map((column) => (
              <td key={idOf(column.head)} {...ROLES.cell} className={`cell ${column.className ?? ''}`}>
                {column.isNamed && <span className="label md:hidden">{wordsOf(column.head)} </span>}
                {column.cell(row, index)}
              </td>
            ))}
          </tr>
        ))}
      </Markup>
    </table>
  );
}
