import { openDatabase } from '@/lib/db/open-database';
import { createRpc } from '@/lib/rpc/client';
import { createApiDatabase, createTestApi, type TestApi } from './api-harness';
import { createTestDatabase, shareTemplate, type TestDatabase } from './database';
import { indexAll } from './indexer-harness';
import { RECORDED } from './recorded-blocks';
import { startReplay } from './recordings';

const CHAIN_ID = 1;

/** The API over an index of the consecutive recorded blocks, which no node answers for. */
export async function startRecordedApi(): Promise<TestApi> {
  return createTestApi({ chainId: CHAIN_ID, database: await copyRecordedIndex() });
}

/** A copy of an index of the consecutive recorded blocks, made once for the whole run. */
export async function copyRecordedIndex(): Promise<TestDatabase> {
  return createTestDatabase(await shareTemplate('recorded', indexRecorded));
}

async function indexRecorded(): Promise<TestDatabase> {
  const { data, first, last } = RECORDED;
  const replay = await startReplay(data, ['--from', String(first), '--to', String(last)]);
  try {
    const database = await createApiDatabase(CHAIN_ID);
    const db = openDatabase(database.sql, CHAIN_ID);
    await indexAll({ rpc: createRpc({ urls: [replay.url] }), db, firstBlock: first });
    return database;
  } finally {
    await replay.stop();
  }
}
