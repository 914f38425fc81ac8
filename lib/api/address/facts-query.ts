import { jsonRows, readBytes } from '@/lib/db/json-rows';
import type { Database, Fragment } from '@/lib/db/open-database';
import type { ProxyType } from '@/lib/evm/proxies';
import type { KnownName } from './known-name-query';
import type { LabelColumns } from './label-query';

type ContractFacts = {
  name: Buffer | null;
  is_verified: boolean;
  abi_hash: Buffer | null;
  /** The contract with the ABI: itself, or a twin. */
  abi_owner: Buffer | null;
};

/** What an account delegates to, or an implementation of a proxy. */
export type Implementation = ContractFacts & Readonly<{ address: Buffer }>;

/** A pool as it is named; of tokens without a symbol it is null. `fee` is in hundredths of a basis point. */
export type PoolFacts = Readonly<{
  exchange: string;
  fee: number | null;
  tokens: readonly Readonly<{ address: Buffer; symbol: Buffer | null }>[];
}>;

/** An account; a diamond has several implementations. */
export type AddressRow = ContractFacts &
  LabelColumns & {
    address: Buffer;
    is_contract: boolean;
    is_fhe: boolean | null;
    proxy_type: ProxyType | null;
    implementations: readonly Implementation[];
    /** Of two tokens, of an exchange whose factory alone creates contracts at such an address. */
    pool: PoolFacts | null;
    /** Set by `withImitated`. */
    imitates?: KnownName | undefined;
  };

/** `bytea` as JSON has it, and `readBytes` reads it. */
type Bytes = string | null;
type Account = Pick<AddressRow, 'is_contract' | 'is_fhe' | 'proxy_type'> &
  Readonly<{
    address: string;
    /** Null for none. */
    implementations: readonly string[] | null;
    /** Requested; others are implementations. */
    is_requested: boolean;
    /** The verified contract with the same code. */
    twin: Bytes;
    twin_name: Bytes;
    twin_abi_hash: Bytes;
  }>;
type Token = Readonly<{ address: string; name: Bytes }>;
type ContractInterface = Readonly<{
  address: string;
  name: Bytes;
  is_verified: boolean;
  /** By the operator's artifacts, which know the code of a token, and not which token it is. */
  is_built: boolean;
  abi_hash: Bytes;
}>;
type Label = Pick<LabelColumns, 'label_tags' | 'label_url' | 'label_source'> &
  Readonly<{ address: string; label: Bytes }>;
type EnsName = Readonly<{ address: string; ens_name: string }>;
type StoredPool = Pick<PoolFacts, 'exchange' | 'fee'> &
  Readonly<{ address: string; token0: string; symbol0: Bytes; token1: string; symbol1: Bytes }>;

/** Facts about addresses: a list per table, null when empty. Of a plain account, `accounts` has the address alone. */
export type AddressFacts = Readonly<{
  accounts: readonly (Account | string)[] | null;
  tokens: readonly Token[] | null;
  interfaces: readonly ContractInterface[] | null;
  labels: readonly Label[] | null;
  ens_names: readonly EnsName[] | null;
  pools: readonly StoredPool[] | null;
}>;

/**
 * Expression of AddressFacts as JSON; `addresses` is a bytea[] expression, nulls are ignored. The lists are joined by
 * `joinFacts`: each step of a plan is set up for each of its columns at every execution, and most addresses have none.
 */
export function selectFacts(db: Database, addresses: Fragment): Fragment {
  const list = (query: Fragment) => jsonRows(db, query);
  const isPlain = db.sql`r.is_requested and not r.is_contract and r.is_fhe is null and r.proxy_type is null
    and r.implementations is null and r.twin is null`;
  return db.sql`(
    select json_build_object(
      'accounts', (select json_agg(case when ${isPlain} then to_json(r.address) else to_json(r) end) from (
        select a.address, a.is_contract and a.code_size is distinct from 0 as is_contract, a.is_fhe, ${implementationsOf(db, db.sql`a`)} as implementations,
          case when a.delegate is not null then 'eip7702' else a.proxy_type end as proxy_type,
          a.address = any(known.requested) as is_requested, twin.*
        from ${db.schema}.addresses a
        left join lateral (
          select v.address as twin, v.name as twin_name, v.abi_hash as twin_abi_hash
          from ${db.schema}.contract_interfaces v
          where v.code_hash = a.code_hash and v.source = 'verified'
          order by v.is_exact desc, v.verified_at, v.address limit 1
        ) twin on true
        where a.address = any(known.addresses)
      ) r),
      'tokens', ${list(db.sql`select address, name from ${db.schema}.tokens where address = any(known.addresses)`)},
      'interfaces', ${list(db.sql`
        select address, name, source = 'verified' as is_verified, abi_hash,
          verified_via is not distinct from 'artifacts' as is_built
        from ${db.schema}.contract_interfaces where address = any(known.addresses)`)},
      'labels', ${list(db.sql`
        select address, name as label, tags as label_tags, url as label_url, source as label_source
        from ${db.schema}.address_labels where address = any(known.addresses)`)},
      'ens_names', ${list(db.sql`
        select address, name as ens_name from ${db.schema}.ens_names
        where address = any(known.addresses) and name is not null`)},
      'pools', ${list(db.sql`
        select p.address, p.exchange, p.fee, p.token0, a.symbol as symbol0, p.token1, b.symbol as symbol1
        from ${db.schema}.pools p
        left join ${db.schema}.tokens a on a.address = p.token0
        left join ${db.schema}.tokens b on b.address = p.token1
        where p.address = any(known.addresses)`)}
    )
    from (
      select ${addresses} as requested, ${addresses} || array_agg(target) as addresses
      from ${db.schema}.addresses a, unnest(${implementationsOf(db, db.sql`a`)}) as target
      where address = any(${addresses})
    ) known
  )`;
}

function implementationsOf(db: Database, account: Fragment): Fragment {
  return db.sql`
    coalesce(
      ${account}.facets,
      case when coalesce(${account}.delegate, ${account}.implementation) is not null
        then array[coalesce(${account}.delegate, ${account}.implementation)] end
    )`;
}

/** The rows of the requested addresses, without duplicates; unknown addresses are missing. */
export function joinFacts(facts: AddressFacts): AddressRow[] {
  return join(facts, requestedAccounts(facts));
}

/** Like `joinFacts`, without plain accounts. */
export function joinContracts(facts: AddressFacts): AddressRow[] {
  const { accounts, ...contractLists } = facts;
  const isListed = new Set(
    Object.values(contractLists).flatMap((rows) => (rows ?? []).map(({ address }) => address)),
  );
  const named = (accounts ?? []).filter((account) => typeof account !== 'string' || isListed.has(account));
  const isPlain = ({ address, is_contract, is_fhe, proxy_type, implementations }: Account) =>
    !is_contract && !is_fhe && proxy_type === null && implementations === null && !isListed.has(address);
  return join(
    facts,
    requestedAccounts({ accounts: named }).filter((account) => !isPlain(account)),
  );
}

const PLAIN: Omit<Account, 'address'> = {
  ...{ is_contract: false, is_fhe: null, proxy_type: null, implementations: null },
  ...{ is_requested: true, twin: null, twin_name: null, twin_abi_hash: null },
};

/** The row of an account of which nothing is known. */
export function plainAccount(address: Buffer): AddressRow {
  return {
    ...{ address, is_contract: false, is_fhe: null, proxy_type: null, implementations: [], pool: null },
    ...{ label: null, label_tags: null, label_url: null, label_source: null, ens_name: null },
    ...{ name: null, is_verified: false, abi_hash: null, abi_owner: null },
  };
}

function requestedAccounts({ accounts }: Pick<AddressFacts, 'accounts'>): Account[] {
  return (accounts ?? [])
    .map((account) => (typeof account === 'string' ? { address: account, ...PLAIN } : account))
    .filter(({ is_requested }) => is_requested);
}

function join(facts: AddressFacts, shown: readonly Account[]): AddressRow[] {
  const contractOf = contractFacts(facts);
  const [labels, names, pools] = [
    byAddress(facts.labels),
    byAddress(facts.ens_names),
    byAddress(facts.pools),
  ];
  return shown.map(({ address, is_contract, is_fhe, proxy_type, implementations }) => {
    const own = contractOf(address);
    const label = labels?.get(address);
    const pool = pools?.get(address);
    return {
      address: readBytes(address),
      is_contract,
      is_fhe,
      proxy_type,
      implementations: (implementations ?? []).map((run) => {
        const code = contractOf(run);
        const name = readBytes(labels?.get(run)?.label ?? null) ?? code.name;
        return { ...code, address: readBytes(run), name };
      }),
      pool: pool === undefined ? null : toPool(pool),
      label: readBytes(label?.label ?? null),
      label_tags: label?.label_tags ?? null,
      label_url: label?.label_url ?? null,
      label_source: label?.label_source ?? null,
      ens_name: names?.get(address)?.ens_name ?? null,
      name: own.name,
      is_verified: own.is_verified,
      abi_hash: own.abi_hash,
      abi_owner: own.abi_owner,
    };
  });
}

function toPool({ exchange, fee, token0, symbol0, token1, symbol1 }: StoredPool): PoolFacts {
  const tokens = [
    { address: readBytes(token0), symbol: readBytes(symbol0) },
    { address: readBytes(token1), symbol: readBytes(symbol1) },
  ];
  return { exchange, fee, tokens };
}

/** Facts about a contract, else about a verified one with the same code. */
function contractFacts({ accounts, tokens, interfaces }: AddressFacts) {
  const contracts = accounts?.filter((account) => typeof account !== 'string') ?? null;
  const [twins, named, ownInterfaces] = [byAddress(contracts), byAddress(tokens), byAddress(interfaces)];
  return (address: string): ContractFacts => {
    const own = ownInterfaces?.get(address);
    const twin = own === undefined ? twins?.get(address) : undefined;
    const verified = own?.is_verified && !own.is_built ? own.name : null;
    return {
      name: readBytes(verified ?? named?.get(address)?.name ?? own?.name ?? twin?.twin_name ?? null),
      is_verified: own?.is_verified ?? false,
      abi_hash: readBytes(own?.abi_hash ?? twin?.twin_abi_hash ?? null),
      abi_owner: readBytes(own?.address ?? twin?.twin ?? null),
    };
  };
}

function byAddress<Row extends Readonly<{ address: string }>>(
  rows: readonly Row[] | null,
): Map<string, Row> | undefined {
  return rows === null ? undefined : new Map(rows.map((row) => [row.address, row]));
}
