import { expect, test } from 'vitest';
import { type AddressFacts, keyOf } from '@/lib/indexer/sync/batch';
import { writeAddresses } from '@/lib/indexer/sync/write-addresses';
import { address, insert } from '@/test/support/api-rows';
import { provideChain } from '@/test/support/indexer-harness';
import { listForwards } from './traced-forwards';

const [UPGRADED, MODULAR, SPLIT] = [address(1), address(2), address(3)];
const [FIRST, SECOND, THIRD] = [address(10), address(11), address(12)];
const inputOf = (block: number) => Buffer.from([0, 0, 0, block]);
/** By block: the contract that is called, and where it delegates to. */
const FORWARDS = [
  [UPGRADED, FIRST],
  [UPGRADED, FIRST],
  [UPGRADED, SECOND],
  [UPGRADED, SECOND],
  [MODULAR, FIRST],
  [MODULAR, SECOND],
  [MODULAR, THIRD],
  [MODULAR, SECOND],
  [SPLIT, FIRST, SECOND],
] as const;

test('an upgrade ends the use of an implementation, modules are used side by side', async () => {
  const db = await provideChain(7);
  for (const [block, [proxy, ...targets]] of FORWARDS.entries()) {
    const input = inputOf(block);
    await insert.block(db, block);
    await insert.transaction(db, { block, index: 0 }, { to_address: proxy, input });
    for (const [at, to_address] of targets.entries())
      await insert.internal(
        db,
        { block, index: 0, call: at + 1 },
        { type: 'delegatecall', from_address: proxy, to_address, input, input_size: input.length },
      );
  }
  const found = await listForwards(db, [UPGRADED, MODULAR, SPLIT, THIRD]);
  const of = (proxy: Buffer) => found.get(proxy.toString('hex'));
  expect(of(UPGRADED)).toEqual({
    targets: [SECOND, FIRST],
    selectors: [inputOf(3), inputOf(1)],
    current: 1,
  });
  expect(of(MODULAR)).toMatchObject({ targets: [SECOND, THIRD, FIRST], current: 2 });
  expect(of(SPLIT)).toMatchObject({ current: 2 });
  expect(of(THIRD)).toBeUndefined();
});

test('near the head the row of a contract whose first delegated call is being written is locked until then', async () => {
  const db = await provideChain(7);
  const [proxy, target] = [address(1), address(10)];
  await insert.block(db, 8);
  await insert.address(db, { address: proxy, is_contract: true, proxy_status: 'pending' });
  await db.sql`update ${db.schema}.indexer_state set remote_head = 9, tip_number = 8`;
  const take = () => db.sql`
    select from ${db.schema}.addresses where address = ${proxy} for update skip locked`;
  const facts: AddressFacts = {
    ...{ address: proxy, first_seen_block: 8, first_sent_block: null, created_block: null },
    ...{ created_transaction_index: null, is_created_by_receipt: false, first_fhe_block: null },
    ...{ is_recoded: false, forwards_to: target, is_authority: false, may_have_code: true },
    ...{ is_called: true, is_undelegated: false, code: undefined },
  };
  await db.sql.begin(async (sql) => {
    await writeAddresses(sql, db, { addresses: new Map([[keyOf(proxy), facts]]), blocks: [] });
    expect(await take()).toHaveLength(0);
  });
  expect(await take()).toHaveLength(1);
});
