import { beforeEach, expect, test } from 'vitest';
import { dropChain } from '@/lib/db/migrate';
import type { Database } from '@/lib/db/open-database';
import { PARTITIONED } from '@/lib/db/partitions';
import { findDeployments } from '@/lib/fhe/deployments';
import { partitionChain } from '@/lib/indexer/repair/partition-chain';
import { reindexChain } from '@/lib/indexer/repair/reindex';
import { createLog } from '@/lib/log';
import { dumpTables, enrichAll, indexAll, openChain } from '../support/indexer-harness';
import {
  countByPartition,
  expectSame,
  indexPartitioned,
  LAST,
  listEnds,
  provideBesidePlain,
  rpc,
  SIZE,
} from '../support/partition-harness';
import { SYNTHETIC_CHAIN_ID } from '../synthetic/cast';

const log = createLog({ name: 'test', level: 'silent' });

const { database, plain } = await provideBesidePlain();
let db: Database;
beforeEach(async () => {
  db = await openChain(database.sql, SYNTHETIC_CHAIN_ID);
  return () => dropChain(database.sql, SYNTHETIC_CHAIN_ID);
});

test('a chain with partitions from its first block has the rows of a plain one', async () => {
  expectSame(await indexPartitioned(db), plain);
  // one partition is ahead of the last block
  expect(await listEnds(db)).toEqual(PARTITIONED.map(() => LAST + 1 + SIZE));
  expect(await countByPartition(db, 'transactions')).toEqual([100, 100, 100]);
});

test('a run that ends after any of its steps is gone on with', async () => {
  await indexAll({ rpc, db });
  const stopAfter = (most: number) => {
    let steps = 0;
    return () => {
      steps += 1;
      if (steps > most) throw new Error('killed');
    };
  };
  let runs = 0;
  for (let isDone = false; !isDone; runs += 1)
    isDone = await partitionChain(db, { size: SIZE, note: stopAfter(runs) }).then(
      () => true,
      () => false,
    );
  expect(runs).toBeGreaterThan(3);
  expect(await listEnds(db)).not.toContain(null);
  expectSame(await dumpTables(db), plain);
});

test('a chain that is indexed anew keeps its partitions, and indexes have their names', async () => {
  await indexPartitioned(db);
  const namesOf = () => database.sql`
    select relname from pg_class where relnamespace = ${db.name}::regnamespace and relkind in ('p', 'I') order by 1`;
  const names = await namesOf();
  expect(names).toContainEqual({ relname: 'transactions_hash' });
  expect(names).toContainEqual({ relname: 'transactions_pkey' });
  const isSwitched = await reindexChain({
    ...{ sql: database.sql, url: database.url, chainId: SYNTHETIC_CHAIN_ID, rpc, log, pollMs: 20 },
    chain: { firstBlock: 0, endBlock: undefined, deployments: findDeployments(SYNTHETIC_CHAIN_ID) },
    signal: new AbortController().signal,
  });
  expect(isSwitched).toBe(true);
  await enrichAll(rpc, db);
  expectSame(await dumpTables(db), plain);
  expect(await listEnds(db)).toEqual(PARTITIONED.map(() => LAST + 1 + SIZE));
  expect(await namesOf()).toEqual(names);
});
