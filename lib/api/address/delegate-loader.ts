import { type ContractAt, listUpgradesAt } from '@/lib/api/contract/upgrades-query';
import { toArrayLiteral } from '@/lib/db/array-literal';
import type { Database } from '@/lib/db/open-database';
import { decodeUpgrade } from '@/lib/evm/upgrades';
import { loadAddresses } from './mention-loader';
import { type AddressMap, isMinimalProxy } from './present';

type Position = Omit<ContractAt, 'address'>;
type Delegation = ContractAt & Readonly<{ delegate: Buffer }>;

const MAX_DELEGATIONS = 200;

/**
 * Gives proxies the ABIs of what they delegated to in a transaction, before those of today: a proxy may have had another
 * implementation then, as the calls of the transaction show, or the upgrade that was logged last.
 */
export async function withDelegates(
  db: Database,
  addresses: AddressMap,
  position: Position,
): Promise<AddressMap> {
  const contracts = [...addresses.values()].map(({ address }) => ({ ...position, address }));
  const { given, delegations } = await loadFormer(db, addresses, contracts);
  return merge(addresses, given, delegations);
}

/** The same for contracts in several transactions: the addresses to present what is of one of them with. */
export async function withDelegatesAt(
  db: Database,
  addresses: AddressMap,
  contracts: readonly ContractAt[],
): Promise<(contract: ContractAt) => AddressMap> {
  const { given, delegations } = await loadFormer(db, addresses, contracts);
  return (contract) =>
    merge(
      addresses,
      given,
      delegations.filter((one) => placeOf(one) === placeOf(contract)),
    );
}

/** What proxies delegated to at these places, where that is not what they delegate to now; with the ABIs. */
async function loadFormer(
  db: Database,
  addresses: AddressMap,
  contracts: readonly ContractAt[],
): Promise<{ given: AddressMap; delegations: readonly Delegation[] }> {
  const proxies = new Map(
    contracts.flatMap((contract) => {
      const entry = addresses.get(contract.address.toString('hex'));
      const isProxy = entry !== undefined && entry.proxy_type !== null && !isMinimalProxy(entry.proxy_type);
      return isProxy ? [[placeOf(contract), contract] as const] : [];
    }),
  );
  if (proxies.size === 0) return { given: addresses, delegations: [] };
  const asked = [...proxies.values()];
  const [traced, logged] = await Promise.all([listTraced(db, asked), listLogged(db, asked)]);
  const delegations = [...traced, ...logged].filter(({ address, delegate }) => {
    const current = addresses.get(address.toString('hex'))?.implementations ?? [];
    return !current.some((run) => run.address.equals(delegate));
  });
  const delegates = delegations.map(({ delegate }) => delegate);
  const given = delegates.length === 0 ? addresses : await loadAddresses(db, delegates, delegates);
  return { given, delegations };
}

function merge(addresses: AddressMap, given: AddressMap, delegations: readonly Delegation[]): AddressMap {
  if (delegations.length === 0) return addresses;
  const merged = new Map(addresses);
  for (const { address, delegate } of delegations) {
    const key = address.toString('hex');
    const entry = merged.get(key);
    const interfaces = given.get(delegate.toString('hex'))?.interfaces ?? [];
    if (entry) merged.set(key, { ...entry, interfaces: [...interfaces, ...entry.interfaces] });
  }
  return merged;
}

function placeOf({ address, block_number, transaction_index }: ContractAt): string {
  return `${block_number}.${transaction_index}.${address.toString('latin1')}`;
}

async function listLogged(db: Database, contracts: readonly ContractAt[]): Promise<Delegation[]> {
  const logs = await listUpgradesAt(db, contracts);
  return logs.flatMap(({ topic0, topic1, data, ...contract }) => {
    const upgrade = decodeUpgrade({ topic0, topic1, data });
    return upgrade?.kind === 'implementation' ? [{ ...contract, delegate: upgrade.target }] : [];
  });
}

async function listTraced(
  { sql, schema }: Database,
  contracts: readonly ContractAt[],
): Promise<Delegation[]> {
  const column = (read: (contract: ContractAt) => Buffer | number) => toArrayLiteral(contracts.map(read));
  return await sql<Delegation[]>`
    select distinct given.*, c.to_address as delegate
    from unnest(
      ${column(({ address }) => address)}::bytea[],
      ${column(({ block_number }) => block_number)}::bigint[],
      ${column(({ transaction_index }) => transaction_index)}::integer[]
    ) as given (address, block_number, transaction_index)
    join ${schema}.internal_transactions c using (block_number, transaction_index)
    where c.type = 'delegatecall' and c.from_address = given.address and c.to_address is not null
    limit ${MAX_DELEGATIONS}`;
}
