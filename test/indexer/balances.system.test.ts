import { beforeAll, expect, test } from 'vitest';
import { bufferToBigint, hexToBuffer } from '@/lib/evm/hex';
import { createRpc } from '@/lib/rpc/client';
import { fetchCall } from '@/lib/rpc/methods';
import { provideDatabase } from '../support/database';
import { indexAll, openChain } from '../support/indexer-harness';
import { shareTestChain } from '../support/shared-chain';

const [chain, database] = await Promise.all([shareTestChain(), provideDatabase()]);
const db = await openChain(database.sql, 31_337);
const rpc = () => createRpc({ urls: [chain.rpcUrl] });

beforeAll(async () => {
  await indexAll({ rpc: rpc(), db });
});

const word = (bytes: Buffer) => Buffer.concat([Buffer.alloc(32 - bytes.length), bytes]);
const uint = (decimal: string) => Buffer.from(BigInt(decimal).toString(16).padStart(64, '0'), 'hex');
const addressOf = (name: string) => hexToBuffer(chain.history.contracts[name] ?? '');

async function ask(token: Buffer, selector: string, ...words: Buffer[]): Promise<bigint> {
  const data = Buffer.concat([hexToBuffer(selector), ...words]);
  const outcome = await fetchCall(rpc(), { to: token, data }, 'latest');
  if (outcome.kind !== 'returned') throw new Error(`the call is ${outcome.kind}`);
  return bufferToBigint(outcome.output);
}

test.each(['DemoDollar', 'Astrolabes'])('%s: every balance is what the contract says', async (name) => {
  const token = addressOf(name);
  const holders = await db.sql<{ holder: Buffer; value: string }[]>`
    select holder, value from ${db.schema}.token_holders where token_address = ${token}`;
  expect(holders.length).toBeGreaterThan(2);
  for (const { holder, value } of holders)
    expect([holder.toString('hex'), await ask(token, '0x70a08231', word(holder))]).toEqual([
      holder.toString('hex'),
      BigInt(value),
    ]);
  const supply = holders.reduce((sum, { value }) => sum + BigInt(value), 0n);
  const [stored] = await db.sql<{ holders_count: number; total_supply: string | null }[]>`
    select holders_count, total_supply from ${db.schema}.tokens where address = ${token}`;
  expect(stored?.holders_count).toBe(holders.length);
  if (stored?.total_supply) expect(supply).toBe(BigInt(stored.total_supply));
});

test('every balance of an ERC-1155 id is what the contract says', async () => {
  const holders = await db.sql<{ token_address: Buffer; token_id: string; holder: Buffer; value: string }[]>`
    select h.* from ${db.schema}.token_instance_holders h
    where h.token_address = ${addressOf('Instruments')}`;
  expect(holders.length).toBeGreaterThan(2);
  for (const { token_address, token_id, holder, value } of holders)
    expect(await ask(token_address, '0x00fdd58e', word(holder), uint(token_id))).toBe(BigInt(value));
});

test('the one holder of an ERC-721 id is its owner', async () => {
  const [wrong] = await db.sql`
    select count(*) as count from ${db.schema}.token_instances i
    join ${db.schema}.tokens t on t.address = i.token_address and t.type = 'ERC-721'
    where i.owner <> ${Buffer.alloc(20)} and i.token_address = ${addressOf('Astrolabes')} and not exists (
      select 1 from ${db.schema}.token_instance_holders h
      where h.token_address = i.token_address and h.token_id = i.token_id and h.holder = i.owner and h.value = 1
    )`;
  expect(wrong?.count).toBe(0);
});

test('holders are counted exactly, and confidential tokens have none', async () => {
  const wrong = await db.sql`
    select t.address, t.type, t.holders_count from ${db.schema}.tokens t where t.holders_count <> (
      select count(*) from ${db.schema}.token_holders h where h.token_address = t.address and h.value > 0
    )`;
  expect([...wrong]).toEqual([]);
  const [zeros] = await db.sql`
    select (select count(*) from ${db.schema}.token_holders where value = 0 or holder = ${Buffer.alloc(20)}) as tokens,
      (select count(*) from ${db.schema}.token_instance_holders where value = 0) as instances,
      (select count(*) from ${db.schema}.token_holders
        where token_address = ${addressOf('ConfidentialDollar')}) as confidential`;
  expect(zeros).toEqual({ tokens: 0, instances: 0, confidential: 0 });
});

test('the figures of every address are what its rows add up to', async () => {
  const wrong = await db.sql`
    with expected as (
      select a.address,
        (select count(*) from ${db.schema}.transactions t
          where a.address in (t.from_address, t.to_address, t.created_contract)) as transactions,
        (select coalesce(sum(gas_used), 0) from ${db.schema}.transactions t
          where a.address = t.from_address) as gas_sent,
        (select coalesce(sum(gas_used), 0) from ${db.schema}.transactions t
          where a.address = t.to_address) as gas_received,
        (select count(*) from ${db.schema}.token_transfers e
          where a.address in (e.from_address, e.to_address)) as token_transfers,
        (select count(*) from ${db.schema}.blocks b where b.miner = a.address) as blocks
      from ${db.schema}.addresses a
    )
    select e.*, c.* from expected e left join ${db.schema}.address_counts c on c.address = e.address
    where (e.transactions, e.gas_sent, e.gas_received, e.token_transfers, e.blocks) is distinct from
      (coalesce(c.transactions, 0), coalesce(c.gas_sent, 0), coalesce(c.gas_received, 0),
        coalesce(c.token_transfers, 0), coalesce(c.blocks, 0))`;
  expect([...wrong]).toEqual([]);
});
