import { toArrayLiteral } from '@/lib/db/array-literal';
import type { Database } from '@/lib/db/open-database';
import { loadAddresses } from './mention-loader';
import { type AddressMap, isMinimalProxy } from './present';

type Position = Readonly<{ block_number: number; transaction_index: number }>;

const MAX_DELEGATES = 200;

/**
 * Gives proxies the ABIs of what they delegated to in these transactions, before those of today: a proxy may have had
 * another implementation then.
 */
export async function withDelegates(
  db: Database,
  addresses: AddressMap,
  transactions: readonly Position[],
): Promise<AddressMap> {
  const proxies = [...addresses.values()].filter(
    ({ proxy_type }) => proxy_type !== null && !isMinimalProxy(proxy_type),
  );
  const current = new Set(
    proxies.flatMap((row) => row.implementations.map((run) => keyOf(row.address, run.address))),
  );
  const delegations = await listDelegations(
    db,
    proxies.map(({ address }) => address),
    transactions,
  );
  const former = delegations.filter(({ proxy, delegate }) => !current.has(keyOf(proxy, delegate)));
  if (former.length === 0) return addresses;
  const delegates = former.map(({ delegate }) => delegate);
  const known = await loadAddresses(db, delegates, delegates);
  const merged = new Map(addresses);
  for (const { proxy, delegate } of former) {
    const entry = merged.get(proxy.toString('hex'));
    const interfaces = known.get(delegate.toString('hex'))?.interfaces ?? [];
    if (entry)
      merged.set(proxy.toString('hex'), { ...entry, interfaces: [...interfaces, ...entry.interfaces] });
  }
  return merged;
}

function keyOf(proxy: Buffer, delegate: Buffer): string {
  return Buffer.concat([proxy, delegate]).toString('latin1');
}

async function listDelegations(
  { sql, schema }: Database,
  proxies: readonly Buffer[],
  transactions: readonly Position[],
): Promise<{ proxy: Buffer; delegate: Buffer }[]> {
  if (proxies.length === 0 || transactions.length === 0) return [];
  return await sql<{ proxy: Buffer; delegate: Buffer }[]>`
    select distinct c.from_address as proxy, c.to_address as delegate
    from unnest(
      ${toArrayLiteral(transactions.map(({ block_number }) => block_number))}::bigint[],
      ${toArrayLiteral(transactions.map(({ transaction_index }) => transaction_index))}::integer[]
    ) as given (block_number, transaction_index)
    join ${schema}.internal_transactions c using (block_number, transaction_index)
    where c.type = 'delegatecall' and c.from_address = any(${toArrayLiteral(proxies)}::bytea[])
      and c.to_address is not null
    limit ${MAX_DELEGATES}`;
}
