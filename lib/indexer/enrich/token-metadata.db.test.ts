import { expect, test } from 'vitest';
import { bufferToHex } from '@/lib/evm/hex';
import { createLog } from '@/lib/log';
import type { Rpc } from '@/lib/rpc/client';
import { createFakeRpc, createLaggingRpc } from '@/test/support/fake-rpc';
import { provideChain } from '@/test/support/indexer-harness';
import { createContractCooldown } from './contract-cooldown';
import { enrichContracts } from './token-metadata';

const ONE = Buffer.alloc(20, 0x11);
const TWO = Buffer.alloc(20, 0x22);
const TARGET = Buffer.alloc(20, 0x77);
const DELEGATING = '0xf4';
const WORD_DIGITS = 64;

const db = await provideChain(1);

/** What each contract really answers: a name of its own; only the second is a proxy. */
function answerOf(method: string, to: string, detail: string): string {
  const isTwo = to === bufferToHex(TWO);
  if (method === 'eth_getCode') return DELEGATING;
  const isImplementation = detail.startsWith('0x360894');
  if (method === 'eth_getStorageAt')
    return `0x${(isTwo && isImplementation ? TARGET.toString('hex') : '').padStart(WORD_DIGITS, '0')}`;
  const text = detail === '0x06fdde03' ? (isTwo ? 'Two' : 'One') : undefined;
  return `0x${Buffer.from(text ?? '')
    .toString('hex')
    .padEnd(WORD_DIGITS, '0')}`;
}

/** A node that, in batches, gives to each of the two contracts what belongs to the other. */
function createSwappingRpc(): Rpc {
  return createFakeRpc(async (method, params, how) => {
    if (method === 'eth_blockNumber') return '0x1';
    const [subject, detail = ''] = params;
    const { to, data } = readCall(subject) ?? { to: String(subject), data: String(detail) };
    const other = to === bufferToHex(ONE) ? bufferToHex(TWO) : bufferToHex(ONE);
    return answerOf(method, how?.isAlone ? to : other, data);
  });
}

function readCall(subject: unknown): { to: string; data: string } | undefined {
  if (typeof subject !== 'object' || subject === null || !('to' in subject) || !('data' in subject))
    return undefined;
  return { to: String(subject.to), data: String(subject.data) };
}

test('a node that swaps the answers of a batch names no token after another, and no proxy; an earlier leader writes neither', async () => {
  for (const address of [ONE, TWO]) {
    await db.sql`
      insert into ${db.schema}.tokens (address, type, first_seen_block, transfers_count)
      values (${address}, 'ERC-20', 1, 0)`;
    await db.sql`
      insert into ${db.schema}.addresses (address, is_contract, first_seen_block) values (${address}, true, 1)`;
  }
  const rpc = createSwappingRpc();
  const cooldown = createContractCooldown({ rpc, log: createLog({ name: 'test', level: 'silent' }) });
  await db.sql`update ${db.schema}.leader set term = 2`;
  expect(await enrichContracts({ rpc, db: { ...db, term: 1 }, cooldown }, { isAtHead: true })).toBe(4);
  const untouched = await db.sql`
    select from ${db.schema}.tokens join ${db.schema}.addresses using (address)
    where metadata_status = 'pending' and proxy_status <> 'read'`;
  expect(untouched).toHaveLength(2);
  while ((await enrichContracts({ rpc, db, cooldown }, { isAtHead: true })) > 0);
  const names = await db.sql`
    select address, convert_from(name, 'UTF8') as name from ${db.schema}.tokens order by address`;
  expect([...names]).toEqual([
    { address: ONE, name: 'One' },
    { address: TWO, name: 'Two' },
  ]);
  const targets = await db.sql`
    select address, proxy_status, implementation from ${db.schema}.addresses order by address`;
  expect([...targets]).toEqual([
    { address: ONE, proxy_status: 'read', implementation: null },
    { address: TWO, proxy_status: 'read', implementation: TARGET },
  ]);
});

test('a node that lags says nothing of a contract that it has not seen yet: it is asked again', async () => {
  const lately = await provideChain(2);
  const { sql, schema } = lately;
  await sql`insert into ${schema}.indexer_state (first_block, tip_number, remote_head) values (0, 7, 8)`;
  await sql`
    insert into ${schema}.tokens (address, type, first_seen_block, transfers_count) values (${ONE}, 'ERC-721', 8, 1)`;
  await sql`
    insert into ${schema}.addresses (address, is_contract, first_seen_block, first_fhe_block)
    values (${ONE}, true, 8, 8)`;
  await sql`
    insert into ${schema}.token_instances (token_address, token_id, transfers_count) values (${ONE}, 1, 1)`;
  const chain = { since: 8, head: 7 };
  const rpc = createLaggingRpc(chain, async (method) =>
    method === 'eth_getCode'
      ? '0x60'
      : `0x${'20'.padStart(WORD_DIGITS, '0')}${'1'.padStart(WORD_DIGITS, '0')}41`,
  );
  let now = 0;
  const log = createLog({ name: 'test', level: 'silent' });
  const cooldown = createContractCooldown({ rpc, log, now: () => now });
  const enrich = async () => {
    while ((await enrichContracts({ rpc, db: lately, cooldown }, { isAtHead: true })) > 0);
    const [row] = await sql`
      select t.metadata_status, i.metadata_status as instance_status, a.is_fhe, a.code_size
      from ${schema}.tokens t join ${schema}.addresses a using (address)
      join ${schema}.token_instances i on i.token_address = t.address`;
    return row;
  };
  expect(await enrich()).toEqual({
    metadata_status: 'pending',
    instance_status: 'pending',
    is_fhe: null,
    code_size: null,
  });
  [chain.head, now] = [8, 60_000];
  expect(await enrich()).toEqual({
    metadata_status: 'fetched',
    instance_status: 'fetched',
    is_fhe: true,
    code_size: 1,
  });
});

test.each([
  ['as text are unknown: the offset of the text is no number', undefined, null],
  ['as zero are zero', '0', '0'],
])('decimals that a token answers %s', async (_, answered, decimals) => {
  const odd = await provideChain(3);
  await odd.sql`
    insert into ${odd.schema}.tokens (address, type, first_seen_block, transfers_count) values (${ONE}, 'ERC-20', 1, 0)`;
  const text = `${'20'.padStart(WORD_DIGITS, '0')}${'2'.padStart(WORD_DIGITS, '0')}${'3138'.padEnd(WORD_DIGITS, '0')}`;
  const numbers: Record<string, string | undefined> = { '0x18160ddd': '7', '0x313ce567': answered };
  const rpc = createFakeRpc(async (_method, [subject]) => {
    const number = numbers[readCall(subject)?.data ?? ''];
    return `0x${number === undefined ? text : number.padStart(WORD_DIGITS, '0')}`;
  });
  const cooldown = createContractCooldown({ rpc, log: createLog({ name: 'test', level: 'silent' }) });
  while ((await enrichContracts({ rpc, db: odd, cooldown }, { isAtHead: true })) > 0);
  const [row] = await odd.sql`
    select convert_from(name, 'UTF8') as name, decimals, total_supply from ${odd.schema}.tokens`;
  expect(row).toEqual({ name: '18', decimals, total_supply: '7' });
});

test('a token that is read again has its new name, and keeps the last one once its contract is gone', async () => {
  const renamed = await provideChain(3);
  const { sql, schema } = renamed;
  await sql`
    insert into ${schema}.tokens (address, type, first_seen_block, transfers_count) values (${ONE}, 'ERC-20', 1, 0)`;
  const log = createLog({ name: 'test', level: 'silent' });
  const readAs = async (name: string) => {
    const rpc = createFakeRpc(async (method) => {
      if (method === 'eth_blockNumber') return '0x1';
      return name === '' ? '0x' : `0x${Buffer.from(name).toString('hex').padEnd(WORD_DIGITS, '0')}`;
    });
    await sql`update ${schema}.tokens set metadata_status = 'pending'`;
    const cooldown = createContractCooldown({ rpc, log });
    await enrichContracts({ rpc, db: renamed, cooldown }, { isAtHead: true });
    const [row] = await sql`
      select convert_from(name, 'UTF8') as name, metadata_status from ${schema}.tokens`;
    return row;
  };
  expect(await readAs('Matic')).toEqual({ name: 'Matic', metadata_status: 'fetched' });
  expect(await readAs('Pol')).toEqual({ name: 'Pol', metadata_status: 'fetched' });
  expect(await readAs('')).toEqual({ name: 'Pol', metadata_status: 'failed' });
});
