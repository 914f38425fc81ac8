import type { Database } from '@/lib/db/open-database';
import { type AddressRow, findAddresses } from '@/lib/queries/address';
import { findIndexerState } from '@/lib/queries/indexer-state';
import { findTokens } from '@/lib/queries/token';
import { findTokenInstances } from '@/lib/queries/token-instance';
import type { TokenTransferRow } from '@/lib/queries/token-transfer';
import { BY_ADDRESS, createGathering, createSharedRead } from '../gather';
import type { AddressBook } from '../present/address';
import { type InstanceBook, instanceKey } from '../present/token-instance';
import { loadInterfacesOf } from './interfaces';

type Mentioned = readonly (Buffer | null)[];

const gatherAddresses = createGathering(findAddresses, BY_ADDRESS);

/** The tokens that a body mentions, and perhaps others; null entries are ignored. */
export const loadTokenBook = createGathering(findTokens, BY_ADDRESS);

const gatherInstances = createGathering(findTokenInstances, { ofAsked: instanceKey, ofRow: instanceKey });

/** How far the index is, as of after the call; undefined before the indexer's first run. */
export const loadIndexerState = createSharedRead(findIndexerState);

/**
 * The addresses that a body mentions, read at once; null entries are ignored. Of those in `decoded` the interfaces are
 * loaded too: their calls, logs or errors are shown.
 */
export async function loadAddressBook(
  db: Database,
  mentioned: Mentioned,
  decoded: Mentioned = [],
): Promise<AddressBook> {
  const keys = new Set(keysOf([...mentioned, ...decoded]));
  const known = await gatherAddresses(db, [...mentioned, ...decoded]);
  const rowsOf = (wanted: Iterable<string>): AddressRow[] =>
    [...wanted].flatMap((key) => known.get(key) ?? []);
  const interfaces = await loadInterfacesOf(db, rowsOf(new Set(keysOf(decoded))));
  return new Map(
    rowsOf(keys).map((row) => {
      const key = row.address.toString('hex');
      return [key, { ...row, interfaces: interfaces.get(key) ?? [] }];
    }),
  );
}

function keysOf(addresses: Mentioned): string[] {
  return addresses.flatMap((address) => (address ? [address.toString('hex')] : []));
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
