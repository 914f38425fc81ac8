import { expect, test } from 'vitest';
import { insert } from '@/test/support/api-rows';
import { provideChain } from '@/test/support/indexer-harness';
import { countMethods } from './query';

const at = (digit: number) => Buffer.alloc(20, digit);
const [SENDER, CONTRACT, ACCOUNT, GONE] = [at(1), at(2), at(3), at(4)];
const SELECTOR = Buffer.from('a9059cbb', 'hex');

const db = await provideChain(5);

test('methods are those of contracts, also of destroyed ones: data that an account was sent calls none', async () => {
  await insert.block(db, 7);
  for (const [index, to_address] of [CONTRACT, ACCOUNT, ACCOUNT, GONE, CONTRACT].entries())
    await insert.transaction(db, { block: 7, index }, { from_address: SENDER, to_address, input: SELECTOR });
  await insert.address(db, { address: CONTRACT, is_contract: true });
  await insert.address(db, { address: ACCOUNT });
  await insert.address(db, { address: GONE, created_block: 5 });
  expect(await countMethods(db, SENDER, { latest: 100, limit: 5 })).toEqual([
    { contract: CONTRACT, selector: SELECTOR, transactions: 2 },
    { contract: GONE, selector: SELECTOR, transactions: 1 },
  ]);
});
