import { type ContractAt, listUpgradesAt } from '@/lib/api/contract/upgrades-query';
import { toArrayLiteral } from '@/lib/db/array-literal';
import type { Database, Fragment } from '@/lib/db/open-database';
import { decodeUpgrade } from '@/lib/evm/upgrades';
import { delegateAt, hadCodeAt, isDelegate } from './code-query';
import { plainAccount } from './facts-query';
import { loadAddresses } from './mention-loader';
import { type AddressMap, hadCode, isMinimalProxy } from './present';

type CallAt = Omit<ContractAt, 'address'> & Readonly<{ called: Buffer | null }>;
type Delegation = ContractAt & Readonly<{ delegate: Buffer }>;

const MAX_DELEGATIONS = 200;

/**
 * Gives proxies the ABIs of what they delegated to in a transaction, before those of today: a proxy may have had another
 * implementation then, as the calls of the transaction show, or the upgrade that was logged last. What is called is told
 * by whether it had code then.
 */
export async function withDelegates(
  db: Database,
  addresses: AddressMap,
  { called, ...position }: CallAt,
): Promise<AddressMap> {
  const proxies = [...addresses.values()].flatMap(({ address, proxy_type }) =>
    proxy_type === null ? [] : [address],
  );
  const contracts = [...proxies, ...(called === null ? [] : [called])].map((address) => ({
    ...position,
    address,
  }));
  const [{ given, delegations }, codes] = await Promise.all([
    loadFormer(db, addresses, contracts),
    readCodes(db, called === null ? [] : [{ ...position, address: called }]),
  ]);
  const merged = merge(addresses, given, delegations);
  return called === null ? merged : withCode(merged, called, [...codes.values()][0]);
}

/** The same for what several transactions call: the addresses to present one of these calls with. */
export async function withCalledAt(
  db: Database,
  addresses: AddressMap,
  contracts: readonly ContractAt[],
): Promise<(contract: ContractAt) => AddressMap> {
  const [addressesAt, codes] = await Promise.all([
    withDelegatesAt(db, addresses, contracts),
    readCodes(db, contracts),
  ]);
  return (contract) => withCode(addressesAt(contract), contract.address, codes.get(placeOf(contract)));
}

/** The same for contracts that logged something. */
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

/** Gives an address the ABI of what a call of it went on to, before those that it has. */
export function withDelegate(addresses: AddressMap, address: Buffer, delegate: Buffer): AddressMap {
  return merge(addresses, addresses, [{ address, delegate }]);
}

/** What proxies and accounts delegated to at these places, where that is not what they delegate to now; with the ABIs. */
async function loadFormer(
  db: Database,
  addresses: AddressMap,
  contracts: readonly ContractAt[],
): Promise<{ given: AddressMap; delegations: readonly Delegation[] }> {
  const [proxies, accounts] = [new Map<string, ContractAt>(), new Map<string, ContractAt>()];
  for (const contract of contracts) {
    const entry = addresses.get(contract.address.toString('hex'));
    const isAccount = entry === undefined || (!entry.is_contract && entry.proxy_type === null);
    if (isAccount || entry.proxy_type === 'eip7702') accounts.set(placeOf(contract), contract);
    else if (entry.proxy_type !== null && !isMinimalProxy(entry.proxy_type))
      proxies.set(placeOf(contract), contract);
  }
  const asked = [...proxies.values()];
  const listed = await Promise.all([
    listTraced(db, asked),
    listLogged(db, asked),
    listAuthorized(db, [...accounts.values()]),
  ]);
  const delegations = listed.flat().filter(({ address, delegate }) => {
    const current = addresses.get(address.toString('hex'))?.implementations ?? [];
    return !current.some((run) => run.address.equals(delegate));
  });
  const delegates = delegations.map(({ delegate }) => delegate);
  const given = delegates.length === 0 ? addresses : await loadAddresses(db, delegates, delegates);
  return { given, delegations };
}

function withCode(addresses: AddressMap, address: Buffer, had_code: boolean | undefined): AddressMap {
  const key = address.toString('hex');
  const entry = addresses.get(key);
  if (had_code === undefined || had_code === hadCode(entry)) return addresses;
  return new Map([
    ...addresses,
    [key, { ...(entry ?? { ...plainAccount(address), interfaces: [] }), had_code }],
  ]);
}

function merge(
  addresses: AddressMap,
  given: AddressMap,
  delegations: readonly Pick<Delegation, 'address' | 'delegate'>[],
): AddressMap {
  if (delegations.length === 0) return addresses;
  const merged = new Map(addresses);
  for (const { address, delegate } of delegations) {
    const key = address.toString('hex');
    const entry = merged.get(key) ?? { ...plainAccount(address), interfaces: [] };
    const interfaces = given.get(delegate.toString('hex'))?.interfaces ?? [];
    merged.set(key, { ...entry, had_code: true, interfaces: [...interfaces, ...entry.interfaces] });
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

async function listTraced(db: Database, contracts: readonly ContractAt[]): Promise<Delegation[]> {
  if (contracts.length === 0) return [];
  const { sql, schema } = db;
  return await sql<Delegation[]>`
    select distinct given.*, c.to_address as delegate
    from ${unnested(db, contracts)}
    join ${schema}.internal_transactions c using (block_number, transaction_index)
    where c.type = 'delegatecall' and c.from_address = given.address and c.to_address is not null
    limit ${MAX_DELEGATIONS}`;
}

/** What accounts delegated to by EIP-7702. */
async function listAuthorized(db: Database, accounts: readonly ContractAt[]): Promise<Delegation[]> {
  if (accounts.length === 0) return [];
  return await db.sql<Delegation[]>`
    select given.*, d.delegate from ${unnested(db, accounts)}
    cross join lateral (select ${delegateAt(db, givenPlace(db))} as delegate) d
    where ${isDelegate(db, db.sql`d.delegate`)}`;
}

/** Whether addresses had code at these places, by place; unknown addresses are missing. */
async function readCodes(
  db: Database,
  contracts: readonly ContractAt[],
): Promise<ReadonlyMap<string, boolean>> {
  if (contracts.length === 0) return new Map();
  const rows = await db.sql<(ContractAt & Readonly<{ had_code: boolean | null }>)[]>`
    select given.*, ${hadCodeAt(db, givenPlace(db))} as had_code from ${unnested(db, contracts)}`;
  return new Map(rows.flatMap((row) => (row.had_code === null ? [] : [[placeOf(row), row.had_code]])));
}

function givenPlace({ sql }: Database) {
  return {
    address: sql`given.address`,
    block: sql`given.block_number`,
    index: sql`given.transaction_index`,
  };
}

function unnested({ sql }: Database, contracts: readonly ContractAt[]): Fragment {
  const [only, ...others] = contracts;
  // of one row PostgreSQL keeps the plan
  if (only !== undefined && others.length === 0)
    return sql`(
      select ${only.address}::bytea, ${only.block_number}::bigint, ${only.transaction_index}::integer
    ) as given (address, block_number, transaction_index)`;
  const column = (read: (contract: ContractAt) => Buffer | number) => toArrayLiteral(contracts.map(read));
  return sql`unnest(
    ${column(({ address }) => address)}::bytea[],
    ${column(({ block_number }) => block_number)}::bigint[],
    ${column(({ transaction_index }) => transaction_index)}::integer[]
  ) as given (address, block_number, transaction_index)`;
}
