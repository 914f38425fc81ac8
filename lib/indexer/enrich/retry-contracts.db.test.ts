import { expect, test } from 'vitest';
import { provideChain } from '@/test/support/indexer-harness';
import { createContractRetries } from './retry-contracts';

const CONTRACT = Buffer.alloc(20, 0x11);
const SEEN = 1_000;
const db = await provideChain(1);
const { sql, schema } = db;

const forget = async () => {
  await sql`update ${schema}.tokens set metadata_status = 'failed'`;
  await sql`update ${schema}.token_instances set metadata_status = 'failed'`;
  await sql`update ${schema}.addresses set is_fhe = false, code_size = 0, proxy_status = 'read'`;
};

test('what a contract did not tell is asked for again, ever more rarely; what it told is not', async () => {
  await sql`
    insert into ${schema}.indexer_state (first_block, tip_number, tip_hash) values (0, ${SEEN}, '')`;
  await sql`
    insert into ${schema}.tokens (address, type, first_seen_block, transfers_count)
    values (${CONTRACT}, 'ERC-721', ${SEEN}, 1)`;
  await sql`
    insert into ${schema}.addresses (address, is_contract, first_seen_block) values (${CONTRACT}, true, ${SEEN})`;
  await sql`insert into ${schema}.token_instances (token_address, token_id, transfers_count) values (${CONTRACT}, 1, 1)`;
  await sql`
    insert into ${schema}.token_instance_transfers (token_address, token_id, block_number, log_index)
    values (${CONTRACT}, 1, ${SEEN}, 0)`;
  await forget();
  const round = createContractRetries(db);
  const askedAt: number[] = [];
  for (const age of [0, 3, 4, 5, 63, 70, 500, 1_023, 1_024, 1_400, 16_384]) {
    await sql`update ${schema}.indexer_state set tip_number = ${SEEN + age}`;
    await round();
    const [row] = await sql`
      select t.metadata_status = 'pending' and i.metadata_status = 'pending' and is_fhe is null
        and proxy_status = 'pending' as all, t.metadata_status = 'pending' or i.metadata_status = 'pending'
        or is_fhe is null or proxy_status = 'pending' as any
      from ${schema}.tokens t join ${schema}.addresses using (address) join ${schema}.token_instances i on true`;
    expect(row?.any).toBe(row?.all);
    if (row?.any) askedAt.push(age);
    await forget();
  }
  expect(askedAt).toEqual([4, 70, 1_024, 16_384]);
  await sql`update ${schema}.tokens set metadata_status = 'fetched'`;
  await sql`update ${schema}.token_instances set metadata_status = 'fetched'`;
  await sql`update ${schema}.addresses set is_fhe = true, code_size = 1`;
  const known = () => sql`
    select t.metadata_status, i.metadata_status as instance, is_fhe, code_size, proxy_status
    from ${schema}.tokens t join ${schema}.addresses using (address) join ${schema}.token_instances i on true`;
  const before = [...(await known())];
  await sql`update ${schema}.indexer_state set tip_number = ${SEEN + 2}`;
  const again = createContractRetries(db);
  await again();
  await sql`update ${schema}.indexer_state set tip_number = ${SEEN + 5}`;
  await again();
  // a token may have another name
  expect([...(await known())]).toEqual(before.map((row) => ({ ...row, metadata_status: 'pending' })));
});

test('proxies whose implementation can change are read again, some in each round', async () => {
  const typeOf = ['eip1967', 'eip1167', null] as const;
  const added = Array.from({ length: 300 }, (_, at) => ({
    address: Buffer.alloc(20, `${at}`.padStart(20, '0')),
    is_contract: true,
    first_seen_block: 1,
    proxy_status: 'read',
    proxy_type: typeOf[at % 3] ?? null,
    code_size: 1 + (at % 2),
  }));
  await sql`insert into ${schema}.addresses ${sql(added)}`;
  let [tip, time] = [SEEN + 100_000, 0];
  const round = createContractRetries(db, () => time);
  const roundAfter = async (seconds: number) => {
    tip += 1;
    time += 1_000 * seconds;
    await sql`update ${schema}.indexer_state set tip_number = ${tip}`;
    await round();
    const rows = await sql<{ proxy_type: string | null; count: number }[]>`
      select proxy_type, count(*)::integer as count from ${schema}.addresses
      where proxy_status = 'pending' group by proxy_type`;
    return rows.map(({ proxy_type, count }) => [proxy_type, count]);
  };
  const forgetScheduled = () => sql`update ${schema}.addresses set proxy_status = 'read'`;
  expect(await roundAfter(1)).toEqual([]);
  const [[type, few] = []] = await roundAfter(1);
  expect([type, Number(few) > 0 && Number(few) < 100]).toEqual(['eip1967', true]);
  // as many as were left of the first hundred
  const [[, most] = []] = await roundAfter(1);
  expect(Number(most)).toBeLessThan(100);
  await forgetScheduled();
  // a block each second: on average less than one proxy in two
  let scheduled = 0;
  for (let block = 0; block < 20; block += 1) {
    for (const [, count] of await roundAfter(1)) scheduled += Number(count);
    await forgetScheduled();
  }
  expect(scheduled).toBeGreaterThan(0);
  expect(scheduled).toBeLessThanOrEqual(8);
  // the rest of them all, from where it stopped, then from the start
  const seen = new Set<string>();
  for (let rounds = 0; rounds < 6; rounds += 1) {
    await roundAfter(1_000);
    const rows = await sql<{ address: Buffer }[]>`
      select address from ${schema}.addresses where proxy_status = 'pending'`;
    for (const { address } of rows) seen.add(address.toString('hex'));
    await forgetScheduled();
  }
  expect(seen.size).toBe(100);
});

test('the name of a token is read again, one token after another', async () => {
  await sql`delete from ${schema}.tokens`;
  const added = [3, 1, 2].map((byte) => ({
    ...{ address: Buffer.alloc(20, byte), type: 'ERC-20', first_seen_block: 1, transfers_count: 0 },
    metadata_status: 'fetched',
  }));
  await sql`insert into ${schema}.tokens ${sql(added)}`;
  let tip = SEEN + 200_000;
  const round = createContractRetries(db, () => tip * 10_000);
  const read: (number | undefined)[] = [];
  for (let rounds = 0; rounds < 5; rounds += 1) {
    tip += 1;
    await sql`update ${schema}.indexer_state set tip_number = ${tip}`;
    await round();
    const rows = await sql<{ address: Buffer }[]>`
      update ${schema}.tokens set metadata_status = 'fetched' where metadata_status = 'pending' returning address`;
    read.push(...rows.map(({ address }) => address[0]));
  }
  expect(read).toEqual([1, 2, 3]);
});

test('contracts with verified sources are read again one after another, whichever of them cannot be', async () => {
  await sql`delete from ${schema}.addresses`;
  const addresses = [1, 2, 3].map((byte) => Buffer.alloc(20, byte));
  await sql`insert into ${schema}.addresses ${sql(
    addresses.map((address, at) => ({
      ...{ address, is_contract: true, first_seen_block: 1, code_size: 1, is_fhe: true },
      proxy_status: at === 0 ? 'asked' : 'read',
    })),
  )}`;
  await sql`insert into ${schema}.contract_interfaces ${sql(
    addresses.map((address) => ({
      ...{
        address,
        source: 'verified',
        verified_via: 'compiler',
        abi: Buffer.from('[]'),
        abi_hash: Buffer.alloc(32),
      },
    })),
  )}`;
  let tip = SEEN + 300_000;
  const round = createContractRetries(db, () => tip * 10_000);
  const read: (number | undefined)[] = [];
  for (let rounds = 0; rounds < 5; rounds += 1) {
    tip += 1;
    await sql`update ${schema}.indexer_state set tip_number = ${tip}`;
    await round();
    const rows = await sql<{ address: Buffer }[]>`
      update ${schema}.addresses set proxy_status = 'read' where proxy_status = 'pending' returning address`;
    read.push(...rows.map(({ address }) => address[0]));
  }
  expect(read).toEqual([2, 3]);
});
