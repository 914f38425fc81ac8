import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HANDLE_COUNTS } from '@/lib/endpoints/fhe-handle';

import { createApiDatabase, createTestApi, type TestApi } from '../support/api-harness';
import {
  explainStatements,
  findLargeTables,
  openRecordingPool,
  type RecordingPool,
} from '../synthetic/read-plans';

/** A handle of an euint64 of chain 31337 that was computed. */
const HANDLE = `${'07'.repeat(21)}ff0000000000007a690500`;
/** One that was granted to the same account again and again. */
const REPEATED = `${'09'.repeat(21)}ff0000000000007a690500`;
const RESULT = `${'08'.repeat(21)}ff0000000000007a690500`;
const ACL = '0a'.repeat(20);
const EXECUTOR = '0e'.repeat(20);
const FORGER = '66'.repeat(20);
const OWNER = '0b'.repeat(20);
/** Uses, and grants to different contracts. */
const USES = 100_000;
let api: TestApi;
let recorder: RecordingPool;

beforeAll(async () => {
  const database = await createApiDatabase(31337);
  recorder = openRecordingPool(database.url);
  api = await createTestApi({ database: { ...database, sql: recorder.sql } });
  await api.sql.begin(async (sql) => {
    await sql`select set_config('search_path', 'chain_31337', true)`;
    await sql.unsafe(`
      insert into indexer_state (first_block) values (0) on conflict do nothing;
      insert into fhe_deployments (executor, position, name, acl) values ('\\x${EXECUTOR}', 0, 'Main', '\\x${ACL}');
      insert into blocks (number, hash, parent_hash, timestamp, miner, gas_limit, gas_used, extra_data, uncles,
        transactions_count, token_transfers_count, fhe_operations_count, total_hcu, transaction_fees)
      select n, sha256(n::text::bytea), sha256((n - 1)::text::bytea), 12 * n, '\\x01', 1, 1, '', '{}', 1, 0, 0, 0, 0
      from generate_series(0, ${USES / 100}) n;
      insert into transactions (block_number, index, hash, type, from_address, nonce, value, input, gas_limit,
        logs_count, token_transfers_count, fhe_operations_count)
      select n, 0, sha256(n::text::bytea), 2, '\\x01', 0, 0, '', 1, 1, 1, 1 from generate_series(0, ${USES / 100}) n;
      insert into fhe_operations (block_number, transaction_index, log_index, operation, fhe_type, is_scalar, operands,
        result, hcu_cost, hcu_depth)
      select n / 100, 0, n % 100, 'FheSum', 'Uint64', false,
        array_fill(decode('${HANDLE}', 'hex'), array[case when n < 60 then 1000 else 1 end]),
        case when n % 4 = 0 then sha256(n::text::bytea) else decode('${RESULT}', 'hex') end, 1, 1
      from generate_series(0, ${USES - 1}) n;
      insert into logs (block_number, transaction_index, log_index, address, data)
      select n / 100, 0, n % 100, '\\x${EXECUTOR}', '' from generate_series(0, ${USES - 1}) n;
      insert into fhe_handle_logs (handle, kind, emitter, block_number, transaction_index, log_index)
      select decode('${HANDLE}', 'hex'), 'operand', '', n / 100, 0, n % 100 from generate_series(0, ${USES - 1}) n;
      insert into logs (block_number, transaction_index, log_index, address, topic0, topic1, topic2, data)
      select n / 100, 0, 100 + n % 100, '\\x${FORGER}', '\\x01', '\\x02', '\\x03', '' from generate_series(0, ${USES - 1}) n;
      insert into fhe_handle_logs (handle, kind, emitter, block_number, transaction_index, log_index, account)
      select decode('${HANDLE}', 'hex'), k.kind, '\\x${FORGER}', n / 100, 0, 100 + n % 100,
        case k.kind when 'Allowed' then substr(sha256(('forged ' || n)::bytea), 1, 20) end
      from generate_series(0, ${USES - 1}) n,
        unnest(array['Allowed', 'AllowedForDecryption', 'ConfidentialTransfer', 'PublicDecryptionVerified']) k (kind);
      insert into logs (block_number, transaction_index, log_index, address, topic0, topic1, topic2, data)
      select 7, 0, 200 + n, '\\x${ACL}', '\\x01', decode('${'0'.repeat(24)}${OWNER}', 'hex'),
        decode('${'0'.repeat(24)}${OWNER}', 'hex'), '' from generate_series(0, 1999) n;
      insert into fhe_handle_logs (handle, kind, emitter, block_number, transaction_index, log_index, account)
      select decode('${REPEATED}', 'hex'), 'Allowed', '\\x${ACL}', 7, 0, 200 + n, '\\x${OWNER}' from generate_series(0, 1999) n;
      insert into logs (block_number, transaction_index, log_index, address, topic0, topic1, topic2, data)
      select n / 100, 0, 3000 + n % 100, '\\x${ACL}', '\\x01', decode('${'0'.repeat(24)}${OWNER}', 'hex'),
        '\\x000000000000000000000000'::bytea || substr(sha256(n::text::bytea), 1, 20), ''
      from generate_series(0, ${USES - 1}) n;
      insert into fhe_handle_logs (handle, kind, emitter, block_number, transaction_index, log_index, account)
      select decode('${HANDLE}', 'hex'), 'Allowed', '\\x${ACL}', n / 100, 0, 3000 + n % 100,
        substr(sha256(n::text::bytea), 1, 20) from generate_series(0, ${USES - 1}) n;
      insert into addresses (address, is_contract, first_seen_block)
      select substr(sha256(n::text::bytea), 1, 20), true, 0 from generate_series(0, ${USES - 1}) n;
    `);
    await sql`analyze`;
  });
});
afterAll(async () => {
  await recorder?.sql.end({ timeout: 1 });
  await api?.stop();
});

const read = async (path: string) => {
  const answer = await api.get(`/api/v2/fhe/handles/0x${path}`);
  expect(answer.status, path).toBe(200);
  return JSON.parse(answer.text);
};

test('a handle with 100,000 uses, grants and forged logs each: bounded, and only what counts', async () => {
  const handle = await read(HANDLE);
  expect(handle).toMatchObject({
    origin: 'unknown',
    uses_count: 10_000,
    accounts_count: 500,
    are_accounts_counted: false,
    public_since: null,
  });
  expect([handle.cleartexts, handle.tokens]).toEqual([[], []]);
  const uses = await read(`${HANDLE}/uses`);
  expect(uses.items).toHaveLength(50);
  const first = await read(`${HANDLE}/uses?block_number=0&index=60`);
  expect(first.items[0].inputs.values).toHaveLength(128);
  const history = await read(`${HANDLE}/history`);
  expect(new Set(history.items.map(({ role }: { role: string }) => role))).toEqual(new Set(['event']));
  const lineage = await read(`${HANDLE}/lineage?steps=8`);
  expect(lineage.operations.length).toBeLessThanOrEqual(80);
  expect(lineage.has_more_after).toContain(`0x${HANDLE}`);
});

test('an account that was granted access 2,000 times is listed once, since the first time', async () => {
  const { items, next_page_params } = await read(`${REPEATED}/access`);
  expect(items.map(({ log_index }: { log_index: number }) => log_index)).toEqual([200]);
  expect(items[0].account.hash.toLowerCase()).toBe(`0x${OWNER}`);
  expect(next_page_params).toBeNull();
});

test('of what an account was granted, each value is listed once, and forged grants are not', async () => {
  const of = async (account: string) => {
    const { status, text } = await api.get(`/api/v2/addresses/0x${account}/fhe/handles`);
    expect(status).toBe(200);
    return JSON.parse(text).items.map(({ handle, log_index }: { handle: string; log_index: number }) => [
      handle,
      log_index,
    ]);
  };
  expect(await of(OWNER)).toEqual([[`0x${REPEATED}`, 200]]);
  expect(await of(createHash('sha256').update('forged 5').digest('hex').slice(0, 40))).toEqual([]);
});

test('a result that 75,000 operations produced', async () => {
  expect(await read(RESULT)).toMatchObject({
    origin: 'computed',
    operations_count: 1_000,
    deployment: 'Main',
  });
  const history = await read(`${RESULT}/history`);
  expect(history.items).toHaveLength(50);
  expect(history.items[0].role).toBe('result');
});

test.each(['', '/uses', '/access', '/history', '/lineage?steps=8'])(
  '%s of it reads by indexes',
  async (part) => {
    recorder.taken();
    await read(`${HANDLE}${part}`);
    const statements = recorder.taken().filter(({ query }) => query.includes('chain_31337'));
    const large = await findLargeTables(api.sql, 'chain_31337');
    const faults: string[] = [];
    for (const statement of statements)
      faults.push(...(await explainStatements(api.sql, [statement], large)).faults);
    expect(statements).not.toEqual([]);
    // counting its uses takes one entry of the index each, up to the limit
    expect(faults.filter((fault) => !fault.endsWith(` ${HANDLE_COUNTS.uses} rows`))).toEqual([]);
  },
);
