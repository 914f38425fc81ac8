import { type Pools, pick } from './pools';

export type Parameter = Readonly<{
  name: string;
  in: string;
  schema: Readonly<{
    type?: string | undefined;
    enum?: readonly string[] | undefined;
    pattern?: string | undefined;
    format?: string | undefined;
  }>;
}>;

type Path = Readonly<Record<string, string>>;

const NO_HASH = `0x${'1'.repeat(64)}`;
const NO_ADDRESS = `0x${'1'.repeat(40)}`;

/** Paths of an operation: existing ones, then missing ones. */
export function pathsOf(template: string, names: readonly string[], pools: Pools): Path[] {
  const isOfToken = template.includes('/tokens/{');
  if (names.length === 0) return [{}];
  if (names.includes('token_id_param'))
    return pick(pools.instances, 60).map((instance) => {
      const [address_hash_param = '', token_id_param = ''] = instance.split(' ');
      return { address_hash_param, token_id_param };
    });
  return names.flatMap((name) => valuesOfPath(name, isOfToken, pools).map((value) => ({ [name]: value })));
}

function valuesOfPath(name: string, isOfToken: boolean, pools: Pools): string[] {
  if (name === 'transaction_hash_param') return pick(pools.transactions, 120);
  if (name === 'address_hash_param')
    return isOfToken ? pick(pools.tokens, 60) : [...pick(pools.tokens, 20), ...pick(pools.addresses, 110)];
  if (name === 'block_hash_or_number_param') return pick(pools.blocks, 70);
  if (name === 'block_number_param') return [...pick(pools.blocks, 10), '999999999', '17686130'];
  if (name === 'name') return [...pools.charts];
  throw new Error(`a path parameter that is not known: ${name}`);
}

/** Paths of nothing, and invalid ones. */
export function wrongPathsOf(names: readonly string[], known: Path): Path[] {
  const wrong = [NO_HASH, NO_ADDRESS, 'x', '-1', '0', '0x', '9'.repeat(40), '%00', '%E0%A4%A', '%2F'];
  return names.flatMap((name) => {
    const value = known[name] ?? '';
    const cases = [...wrong, value.toUpperCase().replace(/^0X/, '0x'), `${value}0`, `%20${value}`];
    return cases.map((text) => ({ ...known, [name]: text }));
  });
}

/** Values of a query parameter: all of an enumeration, some of any other kind, and invalid ones. */
export function queryValuesOf({ name, schema }: Parameter, pools: Pools): string[] {
  if (schema.enum) return [...schema.enum, 'wrong', ''];
  if (name === 'topic') return [...pick(pools.topics, 6), 'x', ''];
  if (schema.type === 'integer') return ['0', '1', '50', '51', '-1', '9'.repeat(30), 'x', '', '1.5'];
  if (schema.pattern?.includes('{64}')) return [...pick(pools.transactions, 2), NO_HASH, '0x', ''];
  if (schema.pattern?.includes('{40}'))
    return [...pick(pools.tokens, 3), ...pick(pools.addresses, 3), NO_ADDRESS, '0x', ''];
  if (schema.format === 'date-time') return ['2026-01-01T00:00:00Z', '2023-07-13T10:00:00.5+02:00', 'x'];
  return textValuesOf(name, pools);
}

const MOMENTS = [
  '2026-01-01',
  '2023-07-13',
  '2026-01-01T00:30:00Z',
  '1767226000',
  'null',
  '',
  'x',
  '2026-02-30',
];

function textValuesOf(name: string, pools: Pools): string[] {
  if (name === 'type')
    return ['ERC-20', 'ERC-721,ERC-1155', 'erc-20', '[ERC-20]', 'ERC-7984', 'ERC-404', 'x', ''];
  if (/period|^from$|^to$/.test(name)) return MOMENTS;
  if (name === 'ids') return ['newTxns', 'newTxns,newBlocks', [...pools.charts].join(','), 'nothing', ''];
  if (name === 'q')
    return [
      ...pick(pools.names, 40),
      ...pick(pools.addresses, 15),
      ...pick(pools.transactions, 10),
      ...pick(pools.blocks, 10),
      ...['e', 'ether', '%', "'", '\\', '_', ' usd ', 'é', '\0', '0x', '-1', '1'.repeat(80), 'demo'],
    ];
  return ['x', ''];
}
