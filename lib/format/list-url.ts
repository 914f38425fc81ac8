import { readColumns } from './columns';
import { type ReadField, readFields } from './list-field';

type Text = Readonly<Record<string, string>>;
type Options = Readonly<{
  filters?: readonly string[];
  implied?: Text;
  fixed?: Text;
  fields?: Readonly<Record<string, ReadField>>;
  /** Whether the list has links to previous pages. */
  hasPrevious: boolean;
}>;

/**
 * The list that the URL requests: the API's query, and the parameters that its links carry. `parameters` are those of the URL
 * that the API knows; a field of the form takes precedence over a parameter of the same name.
 */
export function readListUrl(
  parameters: Text,
  searchParams: Readonly<Record<string, string | string[] | undefined>>,
  { filters = [], implied = {}, fixed, fields = {}, hasPrevious }: Options,
) {
  const own = pick(parameters, (name) => !(name in fields));
  const form = readFields(fields, searchParams);
  const params = pick(own, (name) => name === 'items_count' || filters.includes(name));
  const isBack = hasPrevious && searchParams.back === '1';
  const isFirst = !isBack && Object.keys(params).length === Object.keys(own).length;
  const columns = readColumns(searchParams.columns);
  const reversed = own.order === 'asc' ? 'desc' : 'asc';
  return {
    query: {
      ...own,
      ...fixed,
      ...form.parameters,
      ...(isBack ? { order: reversed } : {}),
      ...(isFirst ? {} : implied),
    },
    params: { ...params, ...form.texts, ...(columns === undefined ? {} : { columns }) },
    cursor: { ...pick(own, (name) => !(name in params)), ...(isBack ? { back: '1' } : {}) },
    rejected: form.rejected,
    isBack,
    isFirst,
  };
}

/** The entries with these names. */
export function pick<T>(
  from: Readonly<Record<string, T>>,
  isWanted: (name: string) => boolean,
): Record<string, T> {
  return Object.fromEntries(Object.entries(from).filter(([name]) => isWanted(name)));
}
