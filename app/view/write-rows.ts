import { csvRecord } from '@/lib/endpoints/csv';
import { markdownTable, markdownText } from '@/lib/format/markdown';
import type { ListView } from './page-data';

type Answer = Readonly<{ status: number; text: string }>;

/** The rows of a list's page as a file: what the API answered, without what only a program reads. */
export function writeCsvRows({ columns }: Pick<ListView, 'columns'>, page: unknown): Answer {
  const rows = rowsOf(page, columns);
  return { status: 200, text: [columns.map(headOf), ...rows].map(csvRecord).join('') };
}

/** The same as a table in Markdown, below a heading, with links to the page and its data. */
export function writeMarkdownRows(
  { columns }: Pick<ListView, 'columns'>,
  page: unknown,
  { title, url }: { title: string; url: string },
): Answer {
  const rows = rowsOf(page, columns).map((row) => row.map((cell) => markdownText(cell)));
  const table = rows.length === 0 ? 'No rows.' : markdownTable(columns.map(headOf), rows);
  const [path = '', query = ''] = url.split('?');
  const json = `${path}.json${query === '' ? '' : `?${query}`}`;
  return {
    status: 200,
    text: `# ${markdownText(title)}\n\n${table}\n\n- Page: <${url}>\n- JSON: <${json}>\n`,
  };
}

/** `from.hash` is the column `from`. */
const headOf = (path: string) => path.replace(/\.(address_)?hash$/, '').replaceAll('.', '_');

function rowsOf(page: unknown, columns: readonly string[]): string[][] {
  const items = valueAt(page, 'items');
  return Array.isArray(items) ? items.map((item: unknown) => columns.map((path) => textAt(item, path))) : [];
}

function textAt(item: unknown, path: string): string {
  const value = path.split('.').reduce(valueAt, item);
  return value === null || value === undefined ? '' : String(value);
}

function valueAt(from: unknown, name: string): unknown {
  return typeof from === 'object' && from !== null ? Reflect.get(from, name) : undefined;
}
