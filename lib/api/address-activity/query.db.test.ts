import { expect, test } from 'vitest';
import { insert } from '@/test/support/api-rows';
import { provideChain } from '@/test/support/indexer-harness';
import { countMethods, countNews } from './query';

const at = (digit: number) => Buffer.alloc(20, digit);
const [SENDER, CONTRACT, ACCOUNT, GONE] = [at(1), at(2), at(3), at(4)];
const WATCHED = at(5);
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

test('news are what came after a block, each once, counted up to a limit', async () => {
  for (const number of [20, 21]) {
    await insert.block(db, number);
    for (const index of [0, 1])
      await insert.transaction(db, { block: number, index }, { from_address: WATCHED, to_address: WATCHED });
    await insert.transfers(db, { block: number, index: 0 }, [
      { log_index: 0, token_type: 'ERC-20', from: WATCHED, to: WATCHED },
      { log_index: 1, token_type: 'ERC-721', from: SENDER, to: WATCHED },
    ]);
  }
  const count = (after: number, limit = 51) => countNews(db, WATCHED, { after, limit });
  expect(await count(19)).toEqual({ transactions: 4, transfers: 4 });
  expect(await count(20)).toEqual({ transactions: 2, transfers: 2 });
  expect(await count(21)).toEqual({ transactions: 0, transfers: 0 });
  expect(await count(0, 3)).toEqual({ transactions: 3, transfers: 3 });
});
