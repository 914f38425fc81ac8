import { afterAll, expect, test } from 'vitest';
import { loadNetChanges } from '@/lib/api/net-change/loader';
import { findTransaction } from '@/lib/api/transaction/query';
import { migrateChain } from '@/lib/db/migrate';
import { openDatabase } from '@/lib/db/open-database';
import { COIN } from '@/lib/evm/coin';
import { BUILT_IN } from '@/lib/evm/signatures';
import { replacePriceFeeds } from '@/lib/indexer/enrich/write-prices';
import { createNodelessServices } from '@/test/support/no-nodes';
import { address, insert } from '../support/api-rows';
import { provideDatabase } from '../support/database';
import { openRecordingPool, type Statement } from '../synthetic/read-plans';

const CHAIN_ID = 5;
const TOKENS = 30;
const database = await provideDatabase();
const recorder = openRecordingPool(database.url);
afterAll(() => recorder.sql.end({ timeout: 1 }));

/** How many entries the list has that a statement was given first. */
const countGiven = ({ parameters: [given] }: Statement) => String(given).split(',').length;

test('net changes read prices once, of the coin and the tokens of the page alone', async () => {
  await migrateChain(database.sql, CHAIN_ID);
  const db = openDatabase(recorder.sql, CHAIN_ID);
  await replacePriceFeeds(db, [{ asset: COIN, kind: 'feed', contract: address(50), maxAge: 3_600 }]);
  await insert.block(db, 1);
  const hash = await insert.transaction(db, { block: 1, index: 0 });
  await insert.transfers(
    db,
    { block: 1, index: 0 },
    Array.from({ length: TOKENS }, (_, at) => ({
      ...{ log_index: at, token_type: 'ERC-20', amount: '5', token: address(1_000 + at) },
      ...{ from: address(3_000 + at), to: address(2_000 + at) },
    })),
  );
  const row = await findTransaction(db, hash);
  if (!row) throw new Error('the transaction is stored');
  recorder.taken();
  const { items, movements } = await loadNetChanges(
    {
      ...{ db, services: createNodelessServices([BUILT_IN]), types: 'blockscout', headers: {} },
      chain: { chain_id: CHAIN_ID, name: 'Test chain', symbol: 'TST', is_demo: false },
      listChains: async () => [],
      query: { items_count: 5n },
    },
    row,
  );
  const moved = items.flatMap(({ changes }) => changes.flatMap(({ token }) => token?.address_hash ?? []));
  expect(new Set(moved).size).toBe(1);
  expect(movements.length).toBeGreaterThan(TOKENS);
  const prices = recorder.taken().filter(({ query }) => query.includes('given (asset, height, time)'));
  expect(prices.map(countGiven)).toEqual([2]);
});
