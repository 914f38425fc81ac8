import type { Database } from '@/lib/db/open-database';
import { findAddresses } from '@/lib/queries/address';
import { findTokens } from '@/lib/queries/token';
import type { AddressBook } from '../present/address';
import type { TokenBook } from '../present/token';
import { loadInterfacesOf } from './interfaces';

type Mentioned = readonly (Buffer | null)[];

/**
 * The addresses that a body mentions, read at once; null entries are ignored. Of those in `decoded` the interfaces are
 * loaded too: their calls, logs or errors are shown.
 */
export async function loadAddressBook(
  db: Database,
  mentioned: Mentioned,
  decoded: Mentioned = [],
): Promise<AddressBook> {
  const rows = await findAddresses(db, distinct([...mentioned, ...decoded]));
  const wanted = new Set(decoded.flatMap((bytes) => (bytes ? [bytes.toString('hex')] : [])));
  const interfaces = await loadInterfacesOf(
    db,
    rows.filter((row) => wanted.has(row.address.toString('hex'))),
  );
  return new Map(
    rows.map((row) => {
      const key = row.address.toString('hex');
      return [key, { ...row, interfaces: interfaces.get(key) ?? [] }];
    }),
  );
}

/** The rows of the tokens that a body mentions, read at once; null entries are ignored. */
export async function loadTokenBook(db: Database, mentioned: Mentioned): Promise<TokenBook> {
  const rows = await findTokens(db, distinct(mentioned));
  return new Map(rows.map((row) => [row.address.toString('hex'), row]));
}

function distinct(mentioned: Mentioned): Buffer[] {
  const byHex = new Map<string, Buffer>();
  for (const bytes of mentioned) if (bytes) byHex.set(bytes.toString('hex'), bytes);
  return [...byHex.values()];
}
