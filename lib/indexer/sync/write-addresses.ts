import { type ArrayElement, toArrayLiteral } from '@/lib/db/array-literal';
import type { Database, Fragment, Transaction } from '@/lib/db/open-database';
import { AppError } from '@/lib/errors';
import { CLONES } from '@/lib/evm/proxies';
import type { AddressFacts, Batch, WrittenBlock } from './batch';
import { isNearHead } from './state';

/** The number of new addresses, and of new contracts by height. */
export type AddressCounts = {
  added: number;
  contracts: Map<number, number>;
};

/** Their implementations change with an event, if they do as they should. */
const STANDARD_PROXIES = toArrayLiteral(['eip1967', 'eip1967_beacon', 'eip1822']);

type Written = Pick<Batch<WrittenBlock>, 'addresses' | 'blocks'>;
type AddressChange = { is_added: boolean; is_fetched: boolean; created_block: number | null };

/**
 * Merges the batch's facts: the earliest heights and the latest code win. Unchanged rows are not written. Throws AppError
 * `internal`, retryable, for a new address whose code was not fetched because it was still stored then.
 */
export async function writeAddresses(sql: Transaction, db: Database, batch: Written): Promise<AddressCounts> {
  const facts = [...batch.addresses.values()];
  const changes = await sql<AddressChange[]>`
    with given as materialized (
      select g.*, a.address is not null as is_known,
        g.is_recoded or (${isForwardedElsewhere(sql, db, batch)}) as is_unread,
        case when a.first_sent_block is null or g.sent_block < a.first_sent_block then g.sent_block end as new_sent_block,
        case when a.created_block is null or (g.created_block, g.created_index) < (a.created_block, a.created_transaction_index)
          then g.created_block end as new_created_block
      from unnest(${listFacts(sql, facts)})
        as g (address, seen_block, sent_block, created_block, created_index, is_by_receipt, fhe_block, has_code, delegate,
          is_recoded, forwards_to)
      left join ${db.schema}.addresses a on a.address = g.address
    ), added as (
      insert into ${db.schema}.addresses (
        address, is_contract, delegate, first_seen_block, first_sent_block, created_block,
        created_transaction_index, first_fhe_block
      )
      select address, coalesce(has_code, false) or is_by_receipt, delegate, seen_block, sent_block,
        created_block, created_index, fhe_block
      from given where not is_known
    ), changed as (
      update ${db.schema}.addresses a set
        is_contract = coalesce(g.has_code, a.is_contract) or g.is_by_receipt or (${isCreatedByReceipt(sql, db)}),
        delegate = case when g.has_code is null then a.delegate else g.delegate end,
        first_sent_block = least(a.first_sent_block, g.sent_block),
        first_seen_block = least(a.first_seen_block, g.seen_block),
        created_block = coalesce(g.new_created_block, a.created_block),
        created_transaction_index = case when g.new_created_block is null then a.created_transaction_index
          else g.created_index end,
        first_fhe_block = least(a.first_fhe_block, g.fhe_block),
        proxy_status = case when g.is_unread then 'pending' else a.proxy_status end
      from given g
      where a.address = g.address and g.is_known and (
        g.has_code is not null or g.is_unread or g.new_sent_block is not null or g.new_created_block is not null
        or g.fhe_block < coalesce(a.first_fhe_block, g.fhe_block + 1) or g.seen_block < a.first_seen_block
      )
    )
    select not is_known as is_added, has_code is not null or is_by_receipt as is_fetched,
      new_created_block as created_block
    from given where not is_known or new_created_block is not null`;
  requireFetchedCode(changes);
  return countChanges(changes);
}

/**
 * Condition that a contract `a` delegated to what it is not known to delegate to. Proxies are read at the head: blocks
 * far below it show what the standard ones were upgraded from. Near the head also one that is to be read anyway: who takes it
 * before this is committed does not see its calls yet, and waits for its row.
 */
function isForwardedElsewhere(sql: Transaction, db: Database, { blocks }: Written): Fragment {
  const isLate = isNearHead(db, blocks.at(-1)?.block.number ?? 0);
  return sql`
    g.forwards_to is not null and (a.proxy_status <> 'pending' or ${isLate}) and a.delegate is null
    and (a.proxy_type is null or a.proxy_type <> all(${toArrayLiteral(CLONES)}::text[]))
    and (a.proxy_type is null or a.proxy_type <> all(${STANDARD_PROXIES}::text[]) or ${isLate})
    and a.implementation is distinct from g.forwards_to
    and coalesce(g.forwards_to <> all(a.facets), true)`;
}

/**
 * Condition that a receipt names the stored address `a` as created where its first creation is: then it is a contract
 * even after it destroyed itself. A creation that is only in a trace does not count without code.
 */
export function isCreatedByReceipt(sql: Transaction, db: Database): Fragment {
  return sql`a.created_block is not null and exists (
    select from ${db.schema}.transactions t
    where t.block_number = a.created_block and t.index = a.created_transaction_index and t.created_contract = a.address
  )`;
}

function listFacts(sql: Transaction, facts: readonly AddressFacts[]): Fragment {
  const column = (read: (fact: AddressFacts) => ArrayElement) => toArrayLiteral(facts.map(read));
  return sql`
    ${column((fact) => fact.address)}::bytea[],
    ${column((fact) => fact.first_seen_block)}::bigint[],
    ${column((fact) => fact.first_sent_block)}::bigint[],
    ${column((fact) => fact.created_block)}::bigint[],
    ${column((fact) => fact.created_transaction_index)}::integer[],
    ${column((fact) => fact.is_created_by_receipt)}::boolean[],
    ${column((fact) => fact.first_fhe_block)}::bigint[],
    ${column((fact) => fact.code?.isContract ?? null)}::boolean[],
    ${column((fact) => fact.code?.delegate ?? null)}::bytea[],
    ${column((fact) => fact.is_recoded)}::boolean[],
    ${column((fact) => fact.forwards_to)}::bytea[]`;
}

/** Preparation skips the code of stored addresses; the repair of a block may have removed one since. */
function requireFetchedCode(changes: readonly AddressChange[]): void {
  if (changes.every(({ is_added, is_fetched }) => !is_added || is_fetched)) return;
  throw new AppError('internal', 'A stored address was removed by the repair of a block.', {
    retryable: true,
  });
}

function countChanges(changes: readonly AddressChange[]): AddressCounts {
  const counts: AddressCounts = { added: 0, contracts: new Map() };
  for (const { is_added, created_block } of changes) {
    if (is_added) counts.added += 1;
    if (created_block !== null) {
      counts.contracts.set(created_block, (counts.contracts.get(created_block) ?? 0) + 1);
    }
  }
  return counts;
}
