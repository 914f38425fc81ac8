import { toArrayLiteral } from '@/lib/db/array-literal';
import type { Database } from '@/lib/db/open-database';
import type { Rpc } from '@/lib/rpc/client';
import { fetchCodes } from '@/lib/rpc/methods';
import { type AddressFacts, type Batch, keyOf, type WrittenBlock } from './batch';
import { findStateHeight } from './state-height';

/** Whether known addresses (stored, or in a prepared batch) are contracts. Bounded; evicting one costs a lookup. */
export type KnownAddresses = Map<string, boolean>;

const MAX_KNOWN = 200_000;

/** The addresses of a batch. */
export type AddressFactsByKey = Batch['addresses'];

type CodedBatch = Pick<Batch<WrittenBlock>, 'addresses' | 'blocks'>;
type CodeSource = Readonly<{ rpc: Rpc; db: Database; known: KnownAddresses }>;

/**
 * Fetches the code of the batch's addresses where it is unknown or may have changed: new addresses, signers of
 * EIP-7702 authorizations, and accounts that act like contracts but are not known as such. Contracts created in the
 * batch need no request if a receipt names them; those only in a trace are confirmed.
 */
export async function completeCodes(batch: CodedBatch, source: CodeSource): Promise<void> {
  const { known, db } = source;
  const missing = [...batch.addresses].filter(([, { code }]) => code === undefined);
  await loadStored(missing, db, known);
  await requestCodes(batch, source, missing);
  for (const [key, { code, is_created_by_receipt }] of batch.addresses) {
    cacheAddress(known, key, is_created_by_receipt || (code?.isContract ?? known.get(key) ?? false));
  }
}

/**
 * Fetches the codes that will be needed whatever is learned from the batches before this one, which are not complete: of
 * addresses that are in none of them.
 */
export async function startCodes(
  batch: CodedBatch,
  source: CodeSource,
  earlier: readonly AddressFactsByKey[],
): Promise<void> {
  if (earlier.length === 0) return;
  const { known, db } = source;
  const own = [...batch.addresses].filter(([key]) => !earlier.some((addresses) => addresses.has(key)));
  await loadStored(own, db, known);
  await requestCodes(batch, source, own);
}

type Entry = readonly [string, AddressFacts];

async function requestCodes(
  batch: CodedBatch,
  { rpc, db, known }: CodeSource,
  entries: readonly Entry[],
): Promise<void> {
  const requested = entries
    .filter(([key, facts]) => needsCode(facts, known.get(key)))
    .map(([, facts]) => facts);
  if (requested.length === 0) return;
  const addresses = requested.map(({ address }) => address);
  const height = await findStateHeight(db, batch.blocks.at(-1)?.block.number ?? 0);
  const codes = await fetchCodes(rpc, addresses, height);
  for (const [at, facts] of requested.entries()) facts.code = codes[at];
}

function needsCode(facts: AddressFacts, isContract: boolean | undefined): boolean {
  if (facts.is_authority) return true;
  if (facts.is_created_by_receipt) return false;
  return isContract === undefined || (!isContract && facts.may_have_code);
}

async function loadStored(entries: readonly Entry[], db: Database, known: KnownAddresses): Promise<void> {
  const unknown = entries.filter(([key]) => !known.has(key));
  if (unknown.length === 0) return;
  const addresses = unknown.map(([, { address }]) => address);
  const stored = await db.sql<{ address: Buffer; is_contract: boolean }[]>`
    select address, is_contract from ${db.schema}.addresses where address = any(${toArrayLiteral(addresses)}::bytea[])`;
  for (const { address, is_contract } of stored) cacheAddress(known, keyOf(address), is_contract);
}

/** Maps keep insertion order, so the first key is the least recently used. */
function cacheAddress(known: KnownAddresses, key: string, isContract: boolean): void {
  known.delete(key);
  known.set(key, isContract);
  if (known.size <= MAX_KNOWN) return;
  for (const oldest of known.keys()) {
    known.delete(oldest);
    return;
  }
}
