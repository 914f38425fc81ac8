import { expect, test } from 'vitest';
import { openDatabase } from '@/lib/db/open-database';
import type { ProofMode } from '@/lib/indexer/sync/prover';
import { createRpc } from '@/lib/rpc/client';
import { compareTables, dumpTables, indexAll, indexFresh, openChain } from '../support/indexer-harness';
import { openTrial, provideTrials } from '../support/lies-harness';
import { provideRangeThreads } from '../support/range-threads';
import { copyRecordedIndex } from '../support/recorded-api';
import { HAS_RECORDINGS, startReplay } from '../support/recordings';

const CHAIN_ID = 31_337;
const HEAD = 7;
const { database, anvil, node } = await provideTrials(HEAD);
const threads = await provideRangeThreads();
const ending = await provideRangeThreads('test/support/ending-worker.ts');

type Indexed = Readonly<{ chainId: number; firstBlock?: number; mode: ProofMode }>;

async function indexInThreads(url: string, { chainId, ...options }: Indexed) {
  const rpc = createRpc({ urls: [url] });
  await database.sql`drop schema if exists ${database.sql(`chain_${chainId}`)} cascade`;
  const db = await openChain(database.sql, chainId);
  await indexAll({ rpc, db, ...options, threads });
  return dumpTables(db);
}

test('threads give the rows, byte for byte, that one thread gives', async () => {
  const ours = await indexInThreads(anvil.rpcUrl, { chainId: CHAIN_ID, mode: 'auto' });
  expect(compareTables(ours, await indexFresh(database.sql, anvil.rpcUrl, { mode: 'auto' }))).toEqual({});
});

test.runIf(HAS_RECORDINGS)('recorded blocks with traces and replays too', async () => {
  const [from, to] = [17_686_110, 17_686_125];
  const replay = await startReplay('realdata/blocks/1', ['--from', String(from), '--to', String(to)]);
  try {
    // The recordings have no withdrawals, so that they cannot be proven.
    const options = { firstBlock: from, mode: 'off' } as const;
    const ours = await indexInThreads(replay.url, { chainId: 1, ...options });
    const plain = await copyRecordedIndex();
    expect(compareTables(ours, await dumpTables(openDatabase(plain.sql, 1)))).toEqual({});
    await plain.drop();
  } finally {
    await replay.stop();
  }
});

test.each(['eth_getBlockByNumber', 'eth_getBlockReceipts'])(
  'a thread that ends while it waits for %s loses its range, and the run goes on',
  async (method) => {
    const ends = new BroadcastChannel('end of threads');
    const tryEnd = await openTrial({
      node,
      db: await openChain(database.sql, CHAIN_ID),
      head: HEAD,
      threads: ending,
    });
    const end = (result: unknown) => {
      ends.postMessage('now');
      return result;
    };
    const verdict = await tryEnd(
      { name: 'a thread ends', methods: [method], result: end },
      'from the start',
      3,
    );
    ends.close();
    expect(verdict).toMatchObject({ told: 3, different: 0 });
    expect(verdict.said).toMatch(/A thread that prepared blocks ended|a thread that prepares blocks failed/);
  },
);
