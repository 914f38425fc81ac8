import type { SearchParams } from '@/app/[chain]/load-list';
import type { Endpoint } from '@/lib/endpoints/endpoint';
import { BY_NAME } from '@/lib/endpoints/endpoints';
import { ADDRESS_HASH, HASH } from '@/lib/endpoints/formats';
import { CALL_FIELDS, type ReadField, readFields, SPAN_FIELDS, VALUE_FIELD } from '@/lib/format/list-field';
import { findChainPage } from '@/lib/pages/chain-pages';
import { TABS, type TabbedPage } from '@/lib/pages/tabs';

/** The API data of a page, and the CSV export of its list. */
type PageData = Readonly<{
  json: Endpoint;
  csv?: Readonly<{ name: string; of: Endpoint }>;
  /** The form's fields of the page. */
  fields: Readonly<Record<string, ReadField>>;
}>;

/** A page of the site as data: its endpoints and their parameter. */
export type View = Readonly<{
  data: PageData;
  kind: string;
  id: string;
  tab: string;
  params: Record<string, string>;
}>;

/** A list of a whole chain: its path, its endpoint, and the fields of an item that a table of its rows has. */
export type ListView = Readonly<{ name: string; json: Endpoint; columns: readonly string[] }>;

const FIELDS = { span: SPAN_FIELDS, transactions: { ...SPAN_FIELDS, ...CALL_FIELDS, ...VALUE_FIELD } };

/** The ID of a page, and the parameter of its endpoints. */
const IDS: ReadonlyMap<string, Readonly<{ page: TabbedPage; form: RegExp; param: string }>> = new Map(
  (
    [
      { page: 'op', form: HASH, param: 'operation_hash_param' },
      { page: 'tx', form: HASH, param: 'transaction_hash_param' },
      {
        page: 'block',
        form: /^(0x[0-9a-fA-F]{64}|\d{1,16})$/,
        param: 'block_hash_or_number_param',
      },
      { page: 'address', form: ADDRESS_HASH, param: 'address_hash_param' },
    ] as const
  ).map((one) => [one.page, one]),
);

/** The list of a path below a chain, such as `accounts`; undefined if there is none. */
export function findListView(path: readonly string[]): ListView | undefined {
  const list = path.length === 1 ? findChainPage(`/${path[0]}`)?.list : undefined;
  return list && { name: path[0] ?? '', json: BY_NAME[list.endpoint], columns: list.columns };
}

/** The page of a path below a chain, such as `tx/0x…/logs`; undefined if there is none that has data. */
export function findView([kind = '', id = '', ...rest]: readonly string[]): View | undefined {
  const known = IDS.get(kind);
  const tab = rest.join('/');
  if (known === undefined || !known.form.test(id)) return undefined;
  const found = TABS[known.page].find(({ path }) => path === tab);
  if (found?.endpoint === undefined) return undefined;
  const { endpoint, csv, form } = found;
  const data = {
    json: BY_NAME[endpoint],
    ...(csv && { csv: { name: csv.name, of: BY_NAME[csv.list ?? endpoint] } }),
    fields: form === undefined ? {} : FIELDS[form],
  };
  return { data, kind, id: id.toLowerCase(), tab, params: { [known.param]: id.toLowerCase() } };
}

/** The API query of a page: like the page, without invalid parameters. */
export function readViewQuery(
  endpoint: Endpoint,
  { fields = {} }: Readonly<{ json: Endpoint; fields?: PageData['fields'] }>,
  searchParams: SearchParams,
) {
  const plain = Object.entries(endpoint.query.shape).flatMap(([name, field]) => {
    const text = searchParams[name];
    return typeof text === 'string' && field.safeParse(text).success ? [[name, text] as const] : [];
  });
  const read = Object.entries(readFields(fields, searchParams).parameters);
  const form = read.filter(([name]) => name in endpoint.query.shape);
  return Object.fromEntries([...plain, ...form]);
}
