import type { Database } from '@/lib/db/open-database';
import { type AddressRow, findContractsAmong } from '@/lib/queries/address';
import { findIndexerState } from '@/lib/queries/indexer-state';
import { findTokens, type TokenRow } from '@/lib/queries/token';
import { findTokenInstances, type TokenInstanceRow } from '@/lib/queries/token-instance';
import type { TokenTransferRow } from '@/lib/queries/token-transfer';
import type { AddressMap } from '../present/address';
import type { TokenMap } from '../present/token';
import { type InstanceMap, instanceKey } from '../present/token-instance';
import { BY_ADDRESS, createBatchLoader, createSharedRead } from './batch-loader';
import { loadInterfacesOf } from './interfaces';

type Mentioned = readonly (Buffer | null)[];

const readContracts = createBatchLoader(findContractsAmong, BY_ADDRESS);

/** The tokens that a body mentions, and perhaps others; null entries are ignored. */
export const loadTokens = createBatchLoader(findTokens, BY_ADDRESS);

const readInstances = createBatchLoader(findTokenInstances, { ofId: instanceKey, ofRow: instanceKey });

/** How far the index is, as of after the call; undefined before the indexer's first run. */
export const loadIndexerState = createSharedRead(findIndexerState);

/**
 * The addresses that a body mentions, read at once; null entries and plain accounts are left out. Of those in `decoded`
 * the interfaces are loaded too: their calls, logs or errors are shown.
 */
export async function loadAddresses(
  db: Database,
  mentioned: Mentioned,
  decoded: Mentioned = [],
): Promise<AddressMap> {
  const wanted = byKey(mentioned, byKey(decoded));
  const known = await readContracts(db, wanted.values());
  const rows = [...wanted.keys()].flatMap((key) => known.get(key) ?? []);
  return toAddressMap(db, rows, decoded);
}

/** These rows by address; of those in `decoded` the interfaces are loaded. */
export async function toAddressMap(
  db: Database,
  rows: readonly AddressRow[],
  decoded: Mentioned = [],
): Promise<AddressMap> {
  const isDecoded = byKey(decoded);
  const entries = rows.map((row) => [row.address.toString('hex'), row] as const);
  const interfaces = await loadInterfacesOf(
    db,
    entries.flatMap(([key, row]) => (isDecoded.has(key) ? [row] : [])),
  );
  return new Map(entries.map(([key, row]) => [key, { ...row, interfaces: interfaces.get(key) ?? [] }]));
}

/** These rows by address. */
export function toTokenMap(rows: readonly TokenRow[]): TokenMap {
  return new Map(rows.map((row) => [row.address.toString('hex'), row]));
}

/** These rows by token and id. */
export function toInstanceMap(rows: readonly TokenInstanceRow[]): InstanceMap {
  return new Map(rows.map((row) => [instanceKey(row), row]));
}

/** Addresses, each once, by lower-case hex without 0x; added to `known`. */
function byKey(addresses: Mentioned, known = new Map<string, Buffer>()): Map<string, Buffer> {
  for (const address of addresses) if (address) known.set(address.toString('hex'), address);
  return known;
}

/** The NFTs that transfers moved, read at once; no query where there are none. */
export async function loadInstances(
  db: Database,
  transfers: readonly Pick<TokenTransferRow, 'token_address' | 'token_id'>[],
): Promise<InstanceMap> {
  const mentioned = transfers.flatMap(({ token_address, token_id }) =>
    token_id === null ? [] : [{ token_address, token_id }],
  );
  const known = await readInstances(db, mentioned);
  return new Map(
    mentioned.flatMap((instance) => {
      const key = instanceKey(instance);
      const row = known.get(key);
      return row ? [[key, row] as const] : [];
    }),
  );
}

/** Whom NFTs belong to: addresses that are mentioned too. */
export function ownersOf(instances: InstanceMap): (Buffer | null)[] {
  return [...instances.values()].map(({ owner }) => owner);
}
