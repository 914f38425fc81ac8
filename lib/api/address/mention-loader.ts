import { BY_ADDRESS, createBatchLoader, createSharedRead } from '@/lib/api/batch-loader';
import { loadInterfacesOf } from '@/lib/api/contract/interfaces-loader';
import { findIndexerState } from '@/lib/api/indexing-status/query';
import type { TokenMap } from '@/lib/api/token/present';
import { findTokens, type TokenRow } from '@/lib/api/token/query';
import { type InstanceMap, instanceKey } from '@/lib/api/token-instance/present';
import { findTokenInstances, type TokenInstanceRow } from '@/lib/api/token-instance/query';
import type { TokenTransferRow } from '@/lib/api/token-transfer/query';
import type { Database } from '@/lib/db/open-database';
import type { AddressRow, PoolFacts } from './facts-query';
import { findImitated, withImitated } from './known-name-query';
import type { AddressMap } from './present';
import { findContractsAmong } from './query';

type Mentioned = readonly (Buffer | null)[];

const readContracts = createBatchLoader(findContractsAmong, BY_ADDRESS);

/** Loads tokens by address. */
export const loadTokens = createBatchLoader(findTokens, BY_ADDRESS);
/** Loads the tokens of rows. */
export function loadTokensOf(
  db: Database,
  rows: readonly Readonly<{ token_address: Buffer | null }>[],
): Promise<TokenMap> {
  return loadTokens(
    db,
    rows.map((row) => row.token_address),
  );
}

const readInstances = createBatchLoader(findTokenInstances, { ofId: instanceKey, ofRow: instanceKey });

/** Loads the indexer's state; undefined before its first run. */
export const loadIndexerState = createSharedRead(findIndexerState);

/** Loads the contracts among `mentioned` and `decoded`; those of `decoded` with their ABIs. */
export async function loadAddresses(
  db: Database,
  mentioned: Mentioned,
  decoded: Mentioned = [],
): Promise<AddressMap> {
  const requested = byKey(mentioned, byKey(decoded));
  const rows = await readContracts(db, requested.values());
  return toAddressMap(db, [...rows.values()], decoded);
}

/** Loads the contracts among the addresses that rows mention. */
export function loadAddressesOf<Row>(
  db: Database,
  rows: readonly Row[],
  addressesOf: (row: Row) => Mentioned[number] | Mentioned,
): Promise<AddressMap> {
  return loadAddresses(db, rows.flatMap(addressesOf));
}

/**
 * Maps rows by address, with the names that theirs imitate, loading the ABIs of those in `decoded`. A pool is not named
 * by a symbol that imitates another token's.
 */
export async function toAddressMap(
  db: Database,
  loaded: readonly AddressRow[],
  decoded: Mentioned = [],
): Promise<AddressMap> {
  const isDecoded = byKey(decoded);
  const named = await withImitated(db, loaded, ({ label, pool, name, ens_name }) =>
    label === null ? [pool === null ? name : null, ens_name] : [],
  );
  const rows = await withoutImitations(db, named);
  const entries = rows.map((row) => [row.address.toString('hex'), row] as const);
  const interfaces = await loadInterfacesOf(
    db,
    entries.flatMap(([key, row]) => (isDecoded.has(key) ? [row] : [])),
  );
  return new Map(entries.map(([key, row]) => [key, { ...row, interfaces: interfaces.get(key) ?? [] }]));
}

/** Pools without the symbols of tokens that imitate others. */
async function withoutImitations(db: Database, rows: readonly AddressRow[]): Promise<readonly AddressRow[]> {
  const tokens = rows.flatMap(({ pool }) => pool?.tokens ?? []);
  if (tokens.length === 0) return rows;
  const imitated = await findImitated(
    db,
    tokens.map(({ address, symbol }) => ({ address, names: [symbol] })),
  );
  const fakes = new Set(tokens.filter((_, at) => imitated[at] !== undefined));
  const keep = (token: PoolFacts['tokens'][number]) =>
    fakes.has(token) ? { ...token, symbol: null } : token;
  return rows.map((row) =>
    row.pool === null ? row : { ...row, pool: { ...row.pool, tokens: row.pool.tokens.map(keep) } },
  );
}

/** Maps tokens by address. */
export function toTokenMap(rows: readonly TokenRow[]): TokenMap {
  return new Map(rows.map((row) => [row.address.toString('hex'), row]));
}

/** Maps NFTs by token and ID. */
export function toInstanceMap(rows: readonly TokenInstanceRow[]): InstanceMap {
  return new Map(rows.map((row) => [instanceKey(row), row]));
}

function byKey(addresses: Mentioned, known = new Map<string, Buffer>()): Map<string, Buffer> {
  for (const address of addresses) if (address) known.set(address.toString('hex'), address);
  return known;
}

/** Loads the NFTs of transfers. */
export async function loadInstances(
  db: Database,
  transfers: readonly Pick<TokenTransferRow, 'token_address' | 'token_id'>[],
): Promise<InstanceMap> {
  const mentioned = transfers.flatMap(({ token_address, token_id }) =>
    token_id === null ? [] : [{ token_address, token_id }],
  );
  return readInstances(db, mentioned);
}

/** The owners of NFTs. */
export function ownersOf(instances: InstanceMap): (Buffer | null)[] {
  return [...instances.values()].map(({ owner }) => owner);
}
