import { beforeAll, expect, test } from 'vitest';
import { findFirstAndLastSeen } from '@/lib/api/address-activity/query';
import { listRangeTransfers } from '@/lib/api/modules/range-transfer-query';
import { listTransfers } from '@/lib/api/token-transfer/query';
import type { Database } from '@/lib/db/open-database';
import { address } from '../support/api-rows';
import { provide } from '../support/provide';
import { CHAIN, openPlanDatabase } from '../support/query-plans';

/** It has sent most of the chain's ERC-20 transfers, and none of its NFTs. */
const WALLET = address(1);
const COUNTS = { sent: 34_000, received: 19_000, nfts: 4_000 };
/** Far more than the entries of a page, far fewer than the NFTs. */
const MAX_PAGES = 600;

const database = await provide(openPlanDatabase());
beforeAll(async () => {
  const hex = (bytes: Buffer) => `'\\x${bytes.toString('hex')}'`;
  const fill = (offset: number, count: number, row: string) => `
    insert into chain_${CHAIN}.token_transfers (block_number, transaction_index, log_index, token_address,
      from_address, to_address, token_type, amount, token_ids)
    select (n * 7919) % 5000, ${offset} + n / 5000, n, ${hex(address(2))}, ${row}
    from generate_series(0, ${count - 1}) n;`;
  const other = `substring(sha256(n::text::bytea) for 20)`;
  await database.sql.unsafe(`
    insert into chain_${CHAIN}.indexer_state (first_block, tip_number, remote_head) values (0, 5000, 5000);
    ${fill(0, COUNTS.sent, `${hex(WALLET)}, ${other}, 'ERC-20', n, null`)}
    ${fill(20, COUNTS.received, `${other}, ${hex(WALLET)}, 'ERC-20', n, null`)}
    ${fill(40, COUNTS.nfts, `${other}, ${hex(WALLET)}, 'ERC-721', null, array[n]`)}
    analyze chain_${CHAIN}.token_transfers;`);
});

const scope = { kind: 'address', address: WALLET, token: undefined } as const;
const page = { start: undefined, limit: 50 };
const range = { from: 0, to: 10_000, skip: 0, limit: 50 };

test.each<[string, (db: Database) => Promise<unknown>]>([
  ['NFTs sent', (db) => listTransfers(db, { ...scope, direction: 'from', types: ['ERC-721'] }, page)],
  [
    'NFTs sent and received',
    (db) => listTransfers(db, { ...scope, direction: undefined, types: ['ERC-721'] }, page),
  ],
  ['all transfers', (db) => listTransfers(db, { ...scope, direction: undefined, types: [] }, page)],
  [
    'NFTs sent, from a place on',
    (db) =>
      listTransfers(
        db,
        { ...scope, direction: 'from', types: ['ERC-721', 'ERC-1155'] },
        { limit: 50, start: { block_number: 4_000, index: 3, belowIndex: undefined } },
      ),
  ],
  [
    'NFTs of a range of blocks',
    (db) =>
      listRangeTransfers(
        db,
        { address: WALLET, token: undefined, type: 'ERC-721' },
        { ...range, isOldestFirst: false },
      ),
  ],
  [
    'the oldest NFTs',
    (db) =>
      listRangeTransfers(
        db,
        { address: WALLET, token: undefined, type: 'ERC-721' },
        { ...range, isOldestFirst: true },
      ),
  ],
  ['the last block of an address', (db) => findFirstAndLastSeen(db, WALLET)],
])('%s of a wallet with most of the transfers are read by its own index', async (_, read) => {
  const plans = await database.explain(read, 'explain (analyze, buffers)');
  expect(plans.length).toBeGreaterThan(0);
  for (const plan of plans) {
    expect(plan).toMatch(/token_transfers_(from|to)/);
    expect(plan).not.toContain('token_transfers_type');
    const pages = /Buffers: shared (?:hit=(\d+))?(?: ?read=(\d+))?/.exec(plan);
    expect(Number(pages?.[1] ?? 0) + Number(pages?.[2] ?? 0)).toBeLessThan(MAX_PAGES);
  }
});
