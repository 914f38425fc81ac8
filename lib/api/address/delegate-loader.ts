import { type ContractAt, listUpgradesAt } from '@/lib/api/contract/upgrades-query';
import { toArrayLiteral } from '@/lib/db/array-literal';
import type { Database, Fragment } from '@/lib/db/open-database';
import { decodeUpgrade } from '@/lib/evm/upgrades';
import { delegateAt, hadCodeAt, isDelegate } from './code-query';
import { plainAccount } from './facts-query';
import { loadAddresses } from './mention-loader';
import { type AddressMap, hadCode, isMinimalProxy } from './present';

type CallAt = Omit<ContractAt, 'address'> & Readonly<{ called: Buffer | null }>;
/** Within a transaction: at a log, or at a call of its traces; else at its start. */
type Moment = Readonly<{ log_index?: number; call?: Readonly<{ index: number; depth: number }> }>;
type MomentAt = ContractAt & Moment;
/** What was delegated to: set by a log, -1 for one before the transaction, or run by a call. */
type Delegation = ContractAt & Readonly<{ delegate: Buffer; set_by?: number; run_by?: number }>;

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
  const merged = merge(addresses, given, sortAt({}, delegations));
  return called === null ? merged : withCode(merged, called, [...codes.values()][0]);
}

/** The same for what several transactions call: the addresses to present one of these calls with. */
export async function withCalledAt(
  db: Database,
  addresses: AddressMap,
  contracts: readonly MomentAt[],
): Promise<(contract: MomentAt) => AddressMap> {
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
  contracts: readonly MomentAt[],
): Promise<(contract: MomentAt) => AddressMap> {
  const { given, delegations } = await loadFormer(db, addresses, contracts);
  return (contract) =>
    merge(
      addresses,
      given,
      sortAt(
        contract,
        delegations.filter((one) => placeOf(one) === placeOf(contract)),
      ),
    );
}

const [UNKNOWN, LATER, NEXT] = [2 ** 32, 2 ** 33, 2 ** 34];

/** What the call ran first, then what the traces have; of these what was set last before, then what was set later. */
function sortAt(moment: Moment, delegations: readonly Delegation[]): readonly Delegation[] {
  const { log_index: at = 0 } = moment;
  const distanceOf = ({ address, delegate }: Delegation) =>
    Math.min(
      ...delegations.map(({ set_by, ...other }) => {
        if (set_by === undefined || !other.delegate.equals(delegate) || !other.address.equals(address))
          return UNKNOWN;
        return set_by < at ? at - set_by : LATER + set_by;
      }),
    );
  const rankOf = (one: Delegation) =>
    one.run_by === undefined ? distanceOf(one) + (one.set_by === undefined ? 0 : NEXT) : -1;
  return delegations
    .filter(({ run_by }) => run_by === undefined || run_by === callOf(moment)?.index)
    .map((one) => ({ one, rank: rankOf(one) }))
    .sort((left, right) => left.rank - right.rank)
    .map(({ one }) => one);
}

const WHOLE = { index: 0, depth: 0 };

function callOf({ log_index, call }: Moment) {
  return log_index === undefined ? (call ?? WHOLE) : undefined;
}

/** Gives an address the ABI of what a call of it went on to, before those that it has. */
export function withDelegate(addresses: AddressMap, address: Buffer, delegate: Buffer): AddressMap {
  return merge(addresses, addresses, [{ address, delegate }]);
}

/** What proxies and accounts delegated to at these places, where that may not be what they delegate to now; with the ABIs. */
async function loadFormer(
  db: Database,
  addresses: AddressMap,
  contracts: readonly MomentAt[],
): Promise<{ given: AddressMap; delegations: readonly Delegation[] }> {
  const [proxies, accounts] = [new Map<string, ContractAt>(), new Map<string, ContractAt>()];
  const calls = new Map<string, CallOf>();
  for (const contract of contracts) {
    const entry = addresses.get(contract.address.toString('hex'));
    const isAccount = entry === undefined || (!entry.is_contract && entry.proxy_type === null);
    const [place, call] = [placeOf(contract), callOf(contract)];
    if (isAccount || entry.proxy_type === 'eip7702') accounts.set(place, contract);
    else if (entry.proxy_type !== null && !isMinimalProxy(entry.proxy_type)) {
      proxies.set(place, contract);
      if (call) calls.set(`${call.index}.${place}`, { contract, call });
    }
  }
  const asked = [...proxies.values()];
  const listed = await Promise.all([
    listForwarded(db, [...calls.values()]),
    listTraced(db, asked),
    listLogged(db, asked),
    listAuthorized(db, [...accounts.values()]),
  ]);
  const isOther = ({ address, delegate }: Delegation) => {
    const [current, ...more] = addresses.get(address.toString('hex'))?.implementations ?? [];
    return more.length > 0 || !current?.address.equals(delegate);
  };
  const changed = new Set(listed.flat().filter(isOther).map(placeOf));
  const delegations = listed.flat().filter((one) => changed.has(placeOf(one)));
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
  for (const { address, delegate } of delegations.toReversed()) {
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

type CallOf = Readonly<{ contract: ContractAt; call: NonNullable<Moment['call']> }>;

/** What calls of proxies went on to. */
async function listForwarded(db: Database, calls: readonly CallOf[]): Promise<Delegation[]> {
  if (calls.length === 0) return [];
  const { sql, schema } = db;
  const column = (read: (call: CallOf) => Buffer | number) => toArrayLiteral(calls.map(read));
  return await sql<Delegation[]>`
    select given.address, given.block_number, given.transaction_index, given.index as run_by, d.delegate
    from unnest(
      ${column(({ contract }) => contract.address)}::bytea[],
      ${column(({ contract }) => contract.block_number)}::bigint[],
      ${column(({ contract }) => contract.transaction_index)}::integer[],
      ${column(({ call }) => call.index)}::integer[],
      ${column(({ call }) => call.depth)}::integer[]
    ) as given (address, block_number, transaction_index, index, depth)
    cross join lateral (
      select c.to_address as delegate from ${schema}.internal_transactions c
      where c.block_number = given.block_number and c.transaction_index = given.transaction_index
        and c.index > given.index and c.index <= given.index + ${MAX_BEFORE_FORWARD}
        and c.type = 'delegatecall' and c.depth = given.depth + 1 and c.to_address is not null
        and not exists (
          select from ${schema}.internal_transactions n
          where n.block_number = given.block_number and n.transaction_index = given.transaction_index
            and n.index > given.index and n.index < c.index and n.depth <= given.depth
        )
      order by c.index limit 1
    ) d`;
}

/** Calls that a proxy makes before it delegates, as of a beacon. */
const MAX_BEFORE_FORWARD = 10;

async function listLogged(db: Database, contracts: readonly ContractAt[]): Promise<Delegation[]> {
  const logs = await listUpgradesAt(db, contracts);
  return logs.flatMap(({ topic0, topic1, data, ...set }) => {
    const upgrade = decodeUpgrade({ topic0, topic1, data });
    return upgrade?.kind === 'implementation' ? [{ ...set, delegate: upgrade.target }] : [];
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
