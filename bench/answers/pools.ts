/** Values found in responses, each once, in order of appearance. */
export type Pools = Readonly<{
  transactions: Set<string>;
  addresses: Set<string>;
  blocks: Set<string>;
  tokens: Set<string>;
  /** `address id`. */
  instances: Set<string>;
  charts: Set<string>;
  names: Set<string>;
  topics: Set<string>;
}>;

export function createPools(): Pools {
  return {
    transactions: new Set(),
    addresses: new Set(),
    blocks: new Set(),
    tokens: new Set(),
    instances: new Set(),
    charts: new Set(),
    names: new Set(),
    topics: new Set(),
  };
}

const isHash = (value: unknown): value is string =>
  typeof value === 'string' && /^0x[0-9a-f]{64}$/i.test(value);
const isAddress = (value: unknown): value is string =>
  typeof value === 'string' && /^0x[0-9a-f]{40}$/i.test(value);

export function gather(pools: Pools, value: unknown): void {
  if (Array.isArray(value)) {
    for (const entry of value) gather(pools, entry);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const fields: Record<string, unknown> = { ...value };
  gatherEntity(pools, fields);
  for (const entry of Object.values(fields)) gather(pools, entry);
}

function gatherEntity(pools: Pools, fields: Record<string, unknown>): void {
  const { hash, height, transaction_hash, address_hash, token, total, id } = fields;
  if (isHash(transaction_hash)) pools.transactions.add(transaction_hash);
  if (isHash(hash) && height !== undefined) {
    pools.blocks.add(String(height));
    pools.blocks.add(hash);
  } else if (isHash(hash) && 'nonce' in fields) pools.transactions.add(hash);
  if (isAddress(hash)) pools.addresses.add(hash);
  if (isAddress(address_hash) && 'holders_count' in fields) {
    pools.tokens.add(address_hash);
    for (const name of [fields.name, fields.symbol]) if (typeof name === 'string') pools.names.add(name);
  }
  const contract = addressOf(token);
  const tokenId = typeof total === 'object' && total && 'token_id' in total ? total.token_id : id;
  if (contract && typeof tokenId === 'string') pools.instances.add(`${contract} ${tokenId}`);
  if (typeof id === 'string' && 'resolutions' in fields) pools.charts.add(id);
  if (Array.isArray(fields.topics))
    for (const topic of fields.topics) if (isHash(topic)) pools.topics.add(topic);
}

function addressOf(token: unknown): string | undefined {
  return typeof token === 'object' && token && 'address_hash' in token && isAddress(token.address_hash)
    ? token.address_hash
    : undefined;
}

export function pick(values: Iterable<string>, limit: number): string[] {
  const all = [...values];
  if (all.length <= limit) return all;
  return Array.from({ length: limit }, (_, at) => all[Math.floor((at * all.length) / limit)] ?? '');
}
