import { beforeAll, expect, test } from 'vitest';
import { startTestChain } from '@/demo/test-chain';
import { hexToBuffer } from '@/lib/evm/hex';
import { openState } from '@/lib/indexer/sync/state';
import { createRpc } from '@/lib/rpc/client';
import { provideDatabase } from '../support/database';
import {
  compareIndex,
  dumpTables,
  indexAll,
  indexFresh,
  openChain,
  type Tables,
} from '../support/indexer-harness';
import { provide } from '../support/provide';

const CHAIN_ID = 31_337;

const [chain, live, fresh] = await Promise.all([
  provide(startTestChain()),
  provideDatabase(),
  provideDatabase(),
]);
const db = await openChain(live.sql, CHAIN_ID);

beforeAll(async () => {
  await indexAll({ rpc: createRpc({ urls: [chain.rpcUrl] }), db });
});

const rpc = () => createRpc({ urls: [chain.rpcUrl] });
const addressOf = (name: string) => {
  const address = chain.history.contracts[name];
  if (!address) throw new Error(`the test chain has no contract ${name}`);
  return hexToBuffer(address);
};

const freshTables = (): Promise<Tables> => indexFresh(fresh.sql, chain.rpcUrl);

test('the demo chain is indexed completely', async () => {
  const { number, hash } = chain.history.tip;
  const [state] = await live.sql`
    select *, (select count(*) from chain_31337.blocks) as blocks,
      (select count(*) from chain_31337.transactions) as transactions,
      (select count(*) from chain_31337.addresses) as addresses
    from chain_31337.indexer_state`;
  expect(state).toMatchObject({
    tip_number: number,
    tip_hash: hexToBuffer(hash),
    remote_head: number,
    has_traces: true,
  });
  expect(state?.blocks_count).toBe(number + 1);
  expect([state?.blocks_count, state?.transactions_count, state?.addresses_count]).toEqual([
    state?.blocks,
    state?.transactions,
    state?.addresses,
  ]);
});

test('every transaction type and every token standard of the demo chain is there', async () => {
  const types = await live.sql`select distinct type from chain_31337.transactions order by 1`;
  expect(types.map(({ type }) => type)).toEqual(expect.arrayContaining([0, 1, 2, 4]));
  const standards = await live.sql`select distinct token_type from chain_31337.token_transfers order by 1`;
  expect(standards.map((row) => row.token_type)).toEqual(
    expect.arrayContaining(['ERC-1155', 'ERC-20', 'ERC-404', 'ERC-721', 'ERC-7984']),
  );
});

test("failed transactions have the node's error and what they reverted with", async () => {
  const [failed] = await live.sql`
    select count(*) as all, count(error) as explained, count(revert_output) as reverted
    from chain_31337.transactions where status = 0`;
  expect(failed?.all).toBeGreaterThan(3);
  expect(failed?.explained).toBe(failed?.all);
  expect(failed?.reverted).toBeGreaterThan(3);
  const [created] = await live.sql`
    select count(*) as count from chain_31337.transactions where status = 0 and created_contract is not null`;
  expect(created?.count).toBe(0);
});

test('contracts are known as contracts, accounts as accounts, delegations as both', async () => {
  const [token] = await live.sql`
    select is_contract, created_block from chain_31337.addresses where address = ${addressOf('DemoDollar')}`;
  expect(token?.is_contract).toBe(true);
  expect(token?.created_block).toBeGreaterThan(0);
  const [sender] = await live.sql`
    select count(*) as count from chain_31337.addresses
    where first_sent_block is not null and is_contract and delegate is null`;
  expect(sender?.count).toBe(0);
  const [delegated] = await live.sql`
    select count(*) as count from chain_31337.addresses where delegate = ${addressOf('BatchAccount')} and is_contract`;
  expect(delegated?.count).toBeGreaterThan(0);
});

test('tokens tell who they are, bad ones are tolerated', async () => {
  const names = await live.sql<{ metadata_status: string; bytes: number | null }[]>`
    select metadata_status, max(length(name)) as bytes from chain_31337.tokens group by 1`;
  const byStatus = new Map(names.map((row) => [row.metadata_status, row.bytes]));
  expect(byStatus.has('pending')).toBe(false);
  expect(byStatus.get('fetched')).toBe(1000);
  const [bytes32] = await live.sql`
    select convert_from(name, 'utf8') as name from chain_31337.tokens where address = ${addressOf('Bytes32Token')}`;
  expect(bytes32?.name).toMatch(/^\w/);
});

test('contracts that use FHE are asked for their protocol', async () => {
  const [asked] = await live.sql`
    select count(*) filter (where is_fhe) as fhe, count(*) filter (where is_fhe is null) as pending
    from chain_31337.addresses where first_fhe_block is not null and is_contract`;
  expect(asked?.fhe).toBeGreaterThan(0);
  expect(asked?.pending).toBe(0);
});

test('the counts of blocks, transactions and tokens are what their rows add up to', async () => {
  const [wrong] = await live.sql`
    select
      (select count(*) from chain_31337.blocks b where transactions_count <>
        (select count(*) from chain_31337.transactions t where t.block_number = b.number)) as blocks,
      (select count(*) from chain_31337.transactions t where logs_count <>
        (select count(*) from chain_31337.logs l where l.block_number = t.block_number and l.transaction_index = t.index)) as logs,
      (select count(*) from chain_31337.tokens k where transfers_count <>
        (select count(*) from chain_31337.token_transfers t where t.token_address = k.address)) as tokens,
      (select count(*) from chain_31337.token_instances i where transfers_count <>
        (select count(*) from chain_31337.token_instance_transfers t
          where t.token_address = i.token_address and t.token_id = i.token_id)) as instances,
      (select count(*) from chain_31337.period_counts c where resolution = 'DAY' and active <>
        (select count(*) from chain_31337.participations p where p.role = c.role and p.day = c.start)) as days`;
  expect(wrong).toEqual({ blocks: 0, logs: 0, tokens: 0, instances: 0, days: 0 });
  const [sums] = await live.sql`
    select (select sum(transactions) from chain_31337.daily_stats)::integer as transactions,
      (select count(*) from chain_31337.transactions) as rows,
      (select sum(new_accounts) from chain_31337.daily_stats)::integer as accounts,
      (select count(*) from chain_31337.addresses where first_sent_block is not null) as senders,
      (select sum(new_contracts) from chain_31337.daily_stats)::integer as contracts,
      (select count(*) from chain_31337.addresses where created_block is not null) as created`;
  expect(sums?.transactions).toBe(sums?.rows);
  expect(sums?.accounts).toBe(sums?.senders);
  expect(sums?.contracts).toBe(sums?.created);
});

test('a later start block than the index began at is refused with a sentence', async () => {
  await expect(openState(db, 5)).rejects.toMatchObject({
    code: 'chain_mismatch',
    message: expect.stringContaining('begins at block 0, not at 5'),
  });
});

test('an index that follows the chain equals one that comes later', async () => {
  expect(await compareIndex(db, await freshTables())).toEqual({});
});

test('a reorganization leaves every table as a fresh index of the new chain has it', async () => {
  for (const depth of [1, 30]) {
    await chain.chain.request('anvil_reorg', [depth, []]);
    const steps = await indexAll({ rpc: rpc(), db });
    expect(steps).toContainEqual(expect.objectContaining({ kind: 'reorg', removed: depth }));
    expect(await compareIndex(db, await freshTables())).toEqual({});
  }
});

test('a node that falls behind is waited for, and followed when it goes another way', async () => {
  const before = await dumpTables(db);
  await chain.chain.request('anvil_rollback', [3]);
  const [waiting] = await indexAll({ rpc: rpc(), db });
  expect(waiting).toMatchObject({ kind: 'ahead' });
  const { indexer_state: _, ...rows } = await dumpTables(db);
  expect(before).toMatchObject(rows);
  for (let block = 0; block < 4; block++) await chain.chain.request('evm_mine', []);
  const steps = await indexAll({ rpc: rpc(), db });
  expect(steps).toContainEqual(expect.objectContaining({ kind: 'reorg', removed: 3 }));
  expect(await compareIndex(db, await freshTables())).toEqual({});
});
