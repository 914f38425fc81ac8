import { expect, test } from 'vitest';
import { fillHandles } from '@/lib/indexer/repair/fill-handles';
import { rollBack } from '@/lib/indexer/sync/reorg';
import { findTip } from '@/lib/indexer/sync/state';
import { createRpc } from '@/lib/rpc/client';
import { dumpTables, indexAll, openContext, provideChain } from '../support/indexer-harness';
import { shareTestChain } from '../support/shared-chain';

const BLOCKS = 37;

test('handles of blocks that were indexed before are filled in, and removed with their blocks', async () => {
  const chain = await shareTestChain();
  const db = await provideChain(31337);
  const rpc = createRpc({ urls: [chain.rpcUrl] });
  await indexAll({ rpc, db });
  const context = await openContext({ rpc, db });
  const rollBackTo = async (ancestor: number) => {
    const tip = await findTip(db);
    if (tip) await rollBack({ rpc, db, firstBlock: 0, tip, head: tip.number, isDev: false }, ancestor);
  };
  const expected = (await dumpTables(db)).fhe_handle_logs;
  expect(expected?.length).toBeGreaterThan(1_000);

  // as a version without the table leaves them
  await db.sql`delete from ${db.schema}.fhe_handle_logs`;
  await db.sql`update ${db.schema}.indexer_state set fhe_handles_below = tip_number + 1`;
  expect(await fillHandles({ db, executors: context.executors }, BLOCKS)).toBe(true);
  // what is indexed meanwhile is written as usual
  const tip = chain.history.tip.number;
  await rollBackTo(tip - 2 * BLOCKS);
  await indexAll({ rpc, db });
  let steps = 0;
  while (await fillHandles({ db, executors: context.executors }, BLOCKS)) steps += 1;
  expect(steps).toBeGreaterThan(2);
  expect((await dumpTables(db)).fhe_handle_logs).toEqual(expected);
  expect(await fillHandles({ db, executors: context.executors })).toBe(false);

  await rollBackTo(-1);
  expect((await dumpTables(db)).fhe_handle_logs).toEqual([]);
});
