import { expect, test } from 'vitest';
import type { NewRow } from '@/lib/db/tables';
import { readCoinLog, SYSTEM_ADDRESS } from '@/lib/evm/coin-logs';
import { removeCoinToken } from '@/lib/indexer/repair/remove-coin-token';
import { rewriteBlock } from '@/lib/indexer/repair/rewrite-block';
import { collectBatch } from '@/lib/indexer/sync/batch';
import type { BlockRows } from '@/lib/indexer/sync/block-rows';
import { decodeBundle } from '@/lib/indexer/sync/decode';
import { encodeBatch } from '@/lib/indexer/sync/encode-batch';
import { fetchBareBundle, fetchBundle } from '@/lib/indexer/sync/fetch-block';
import { prepareBatch } from '@/lib/indexer/sync/prepare';
import { rollBack } from '@/lib/indexer/sync/reorg';
import { findTip } from '@/lib/indexer/sync/state';
import { writeBatch } from '@/lib/indexer/sync/write';
import { AMSTERDAM } from '../support/amsterdam-chain';
import { AMSTERDAM_ID, createAmsterdamRpc } from '../support/amsterdam-node';
import { provideDatabase } from '../support/database';
import { compareIndex, dumpTables, indexAll, openChain, openContext } from '../support/indexer-harness';

const database = await provideDatabase();
const rpc = createAmsterdamRpc();
const LAST = AMSTERDAM.blocks.length;

async function openFresh() {
  await database.sql`drop schema if exists ${database.sql(`chain_${AMSTERDAM_ID}`)} cascade`;
  return openChain(database.sql, AMSTERDAM_ID);
}

async function dumpClean() {
  const db = await openFresh();
  await indexAll({ rpc, db, firstBlock: 1 });
  return dumpTables(db);
}

/** Adds what a version that did not know these logs decoded of them. */
function mistake(rows: BlockRows): BlockRows {
  for (const { block_number, transaction_index, log_index, address, ...log } of rows.logs) {
    const topics = [log.topic0, log.topic1, log.topic2].filter((topic) => topic !== null);
    const moved = readCoinLog({ address, topics, data: log.data });
    const transaction = rows.transactions[transaction_index];
    if (!moved || !transaction) continue;
    rows.token_transfers.push({
      ...{ block_number, transaction_index, log_index, token_address: address, token_type: 'ERC-20' },
      ...{ from_address: moved.from, to_address: moved.to, amount: moved.value },
      ...{ token_ids: null, amounts: null, encrypted_amount: null },
    } satisfies NewRow<'token_transfers'>);
    transaction.token_transfers_count += 1;
    rows.block.token_transfers_count += 1;
  }
  return rows;
}

/** The index of such a version, its blocks written one by one. */
async function indexMistaken() {
  const context = await openContext({ rpc, db: await openFresh(), firstBlock: 1 });
  for (let height = 1; height <= LAST; height += 1) {
    const bundle = await fetchBareBundle(context, height);
    const { batch } = await prepareBatch(context, new Map(), [bundle]);
    const mistaken = collectBatch([mistake(decodeBundle(bundle, context))]);
    for (const [key, facts] of mistaken.addresses)
      facts.code = batch.addresses.get(key)?.code ?? { isContract: false, delegate: null };
    expect(await writeBatch(context.db, encodeBatch(mistaken, context.db.chainId))).toBe('written');
  }
  return context;
}

const listTransfers = (db: Awaited<ReturnType<typeof openFresh>>) =>
  db.sql`select from ${db.schema}.token_transfers where token_address = ${SYSTEM_ADDRESS}`;

test('a log of a coin transfer is of no token', async () => {
  const db = await openFresh();
  await indexAll({ rpc, db, firstBlock: 1, mode: 'required' });
  const tokens = await db.sql<{ address: Buffer; transfers_count: number }[]>`
    select address, transfers_count from ${db.schema}.tokens order by transfers_count`;
  expect(tokens.map(({ address }) => address)).not.toContainEqual(SYSTEM_ADDRESS);
  // the token and the wrapped coin of the scene "calls"
  expect(tokens.map(({ transfers_count }) => transfers_count)).toEqual([1, 1]);
  expect(await listTransfers(db)).toHaveLength(0);
  const [{ seen } = { seen: 0 }] = await db.sql<{ seen: number }[]>`
    select count(*)::integer as seen from ${db.schema}.addresses
    where address in ('\\x7171717171717171717171717171717171717171', '\\x7272727272727272727272727272727272727272')`;
  expect(seen).toBe(2);
});

test('what an earlier version stored of them as a token is removed with all that was counted of it', async () => {
  const clean = await dumpClean();
  const { db } = await indexMistaken();
  expect((await listTransfers(db)).length).toBeGreaterThan(20);
  const before = await compareIndex(db, clean);
  expect(Object.keys(before)).toEqual(
    expect.arrayContaining([
      'address_counts',
      'blocks',
      'daily_stats',
      'token_holders',
      'tokens',
      'transactions',
    ]),
  );
  let rounds = 0;
  while (await removeCoinToken(db, 3)) rounds += 1;
  expect(rounds).toBe(3);
  await indexAll({ rpc, db, firstBlock: 1 });
  expect(await compareIndex(db, clean)).toEqual({});
});

test('blocks of such an index that are written again, or orphaned, leave nothing behind', async () => {
  const clean = await dumpClean();
  const context = await indexMistaken();
  const { db } = context;
  expect(await removeCoinToken(db, 1)).toBe(true);
  const { batch } = await prepareBatch(context, new Map(), [await fetchBundle(context, 4)]);
  expect(await rewriteBlock(context, batch)).toBe(true);
  const tip = await findTip(db);
  if (!tip) throw new Error('there are no blocks');
  await rollBack({ rpc, db, firstBlock: 1, tip, head: LAST }, 8);
  while (await removeCoinToken(db));
  await indexAll({ rpc, db, firstBlock: 1 });
  expect(await compareIndex(db, clean)).toEqual({});
});
