import { expect, test } from 'vitest';
import { runIndexer } from '@/lib/indexer/run-indexer';
import { createLog } from '@/lib/log';
import { createFakeRpc } from '@/test/support/fake-rpc';
import { provideChain } from '@/test/support/indexer-harness';
import { answerRestlessly } from '@/test/support/restless-node';
import { SYNTHETIC_CHAIN_ID } from '@/test/synthetic/cast';
import { findTip } from './state';

const SIZE = { transactions: 12, perBlock: 4 };
const LAST = SIZE.transactions / SIZE.perBlock - 1;

const db = await provideChain(SYNTHETIC_CHAIN_ID);

test('one wrong answer about block 0 before anything is indexed is got over', {
  timeout: 60_000,
}, async () => {
  const honest = answerRestlessly(SIZE);
  let lies = 0;
  const rpc = createFakeRpc(async (method, params) => {
    const isGenesis = method === 'eth_getBlockByNumber' && params[0] === '0x0' && params[1] === false;
    const answer = await honest(method, params);
    if (!isGenesis || lies > 0) return answer;
    lies += 1;
    return { ...Object(answer), hash: `0x${'ab'.repeat(32)}` };
  });
  const over = new AbortController();
  const chain = { firstBlock: 0, endBlock: LAST, executors: undefined };
  const running = runIndexer({
    ...{ rpc, db, chain, pollMs: 50, signal: over.signal },
    log: createLog({ name: 'test', level: 'silent' }),
  });
  await expect.poll(async () => (await findTip(db))?.number, { timeout: 30_000 }).toBe(LAST);
  over.abort();
  await running;
  expect(lies).toBe(1);
  const [state] = await db.sql`
    select s.genesis_hash = b.hash as is_right
    from ${db.schema}.indexer_state s join ${db.schema}.blocks b on b.number = 0`;
  expect(state).toEqual({ is_right: true });
});
