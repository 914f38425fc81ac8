import { toArrayLiteral } from '@/lib/db/array-literal';
import type { Database, Transaction } from '@/lib/db/open-database';
import { ASTROLABE_VERSION } from '@/lib/endpoints/backend-version';
import { type Message, message } from '@/lib/messages/message';
import type { NewerHeader } from '@/lib/proof/header';
import type { FailedCheck } from '@/lib/proof/prove-block';
import type { JudgedBlock } from './prover';

/** From which height on headers have fields that are not known, and their names. */
type StoredNewerHeader = Readonly<{ since: number; fields: readonly string[] }>;

/** Says that a chain has gone on to rules which this version does not know, and what to do. */
export function describeNewerHeader({ fields }: Pick<NewerHeader, 'fields'>): Message {
  return message('newer_header', { version: ASTROLABE_VERSION, fields: fields.join(', ') });
}

/**
 * Whether rules that came with a newer header explain why a check could not be decided: another sum of a block's gas, or
 * transactions of types that are not known. What a node leaves out they do not explain.
 */
export function isExplainedByFork({ check, kind, what }: FailedCheck, { isWhole }: JudgedBlock): boolean {
  if (kind !== 'unknown') return false;
  if (check === 'receipt_fields') return what.code === 'gas_used_differs';
  if (check !== 'transaction_hashes' && check !== 'transactions_root' && check !== 'senders') return false;
  return isWhole;
}

/** Where headers that this version does not know begin; undefined if there are none. */
export async function readNewerHeader({ sql, schema }: Database): Promise<StoredNewerHeader | undefined> {
  const [row] = await sql<StoredNewerHeader[]>`
    select newer_header_since as since, newer_header_fields as fields
    from ${schema}.indexer_state where newer_header_since is not null`;
  return row;
}

/** Stores that the header of the block at a height is newer, and so are those of the blocks after it. */
export async function storeNewerHeader(
  { sql, schema }: Database,
  { since, fields }: StoredNewerHeader,
): Promise<void> {
  const names = toArrayLiteral(fields);
  await sql`
    update ${schema}.indexer_state set
      newer_header_since = least(newer_header_since, ${since}::bigint),
      newer_header_fields = ${names}::text[],
      newer_header_version = ${ASTROLABE_VERSION}
    where newer_header_since is null or newer_header_since > ${since}
      or (newer_header_fields, newer_header_version) is distinct from (${names}::text[], ${ASTROLABE_VERSION}::text)`;
}

/** Forgets headers that were newer from a height of the range on. */
export async function forgetNewerHeader(
  sql: Transaction | Database['sql'],
  { schema }: Database,
  { from, to }: Readonly<{ from: number; to: number }>,
): Promise<void> {
  await sql`
    update ${schema}.indexer_state
    set newer_header_since = null, newer_header_fields = null, newer_header_version = null
    where newer_header_since between ${from} and ${to}`;
}
