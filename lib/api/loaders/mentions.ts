import type { Database } from '@/lib/db/open-database';
import { type AddressRow, findContractsAmong } from '@/lib/queries/address';
import { findIndexerState } from '@/lib/queries/indexer-state';
import { findTokens, type TokenRow } from '@/lib/queries/token';
import { findTokenInstances, type TokenInstanceRow } from '@/lib/queries/token-instance';
import type { TokenTransferRow } from '@/lib/queries/token-transfer';
import type { AddressBook } from '../present/address';
import type { TokenBook } from '../present/token';
import { type InstanceBook, instanceKey } from '../present/token-instance';
import { BY_ADDRESS, createGathering, createSharedRead } from './batch-loader';
import { loadInterfacesOf } from './interfaces';

type Mentioned = readonly (Buffer | null)[];

const gatherAddresses = createGathering(findContractsAmong, BY_ADDRESS);

/** The tokens that a body mentions, and perhaps others; null entries are ignored. */
export const loadTokenBook = createGathering(findTokens, BY_ADDRESS);

const gatherInstances = createGathering(findTokenInstances, { ofAsked: instanceKey, ofRow: instanceKey });

/** How far the index is, as of after the call; undefined before the indexer's first run. */
export const loadIndexerState = createSharedRead(findIndexerState);

/**
 * The addresses that a body mentions, read at once; null entries and plain accounts are left out. Of those in `decoded`
 * the interfaces are loaded too: their calls, logs or errors are shown.
 */
export async function loadAddressBook(
  db: Database,
  mentioned: Mentioned,
  decoded: Mentioned = [],
): Promise<AddressBook> {
  const asked = byKey(mentioned, byKey(decoded));
  const known = await gatherAddresses(db, asked.values());
  const rows = [...asked.keys()].flatMap((key) => known.get(key) ?? []);
  return toAddressBook(db, rows, decoded);
}

/** The book of these rows; of those in `decoded` the interfaces are loaded. */
export async function toAddressBook(
  db: Database,
  rows: readonly AddressRow[],
  decoded: Mentioned = [],
): Promise<AddressBook> {
  const isDecoded = byKey(decoded);
  const entries = rows.map((row) => [row.address.toString('hex'), row] as const);
  const interfaces = await loadInterfacesOf(
    db,
    entries.flatMap(([key, row]) => (isDecoded.has(key) ? [row] : [])),
  );
  return new Map(entries.map(([key, row]) => [key, { ...row, interfaces: interfaces.get(key) ?? [] }]));
}

/** The book of these rows. */
export function toTokenBook(rows: readonly TokenRow[]): TokenBook {
  return new Map(rows.map((row) => [row.address.toString('hex'), row]));
}

/** The book of these rows. */
export function toInstanceBook(rows: readonly TokenInstanceRow[]): InstanceBook {
  return new Map(rows.map((row) => [instanceKey(row), row]));
}

/** Addresses, each once, by lower-case hex without 0x; added to `known`. */
function byKey(addresses: Mentioned, known = new Map<string, Buffer>()): Map<string, Buffer> {
  for (const address of addresses) if (address) known.set(address.toString('hex'), address);
  return known;
}

/** The NFTs that transfers moved, read at once; no query where there are none. */
export async function loadInstanceBook(
  db: Database,
  transfers: readonly Pick<TokenTransferRow, 'token_address' | 'token_id'>[],
): Promise<InstanceBook> {
  const mentioned = transfers.flatMap(({ token_address, token_id }) =>
    token_id === null ? [] : [{ token_address, token_id }],
  );
  const known = await gatherInstances(db, mentioned);
  return new Map(
    mentioned.flatMap((instance) => {
      const key = instanceKey(instance);
      const row = known.get(key);
      return row ? [[key, row] as const] : [];
    }),
  );
}

/** Whom NFTs belong to: what else an address book has to hold. */
export function ownersOf(instances: InstanceBook): (Buffer | null)[] {
  return [...instances.values()].map(({ owner }) => owner);
}
