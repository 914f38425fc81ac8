import { expect, test } from 'vitest';
import { toArrayLiteral } from '@/lib/db/array-literal';
import { address } from '@/test/support/api-rows';
import { provideChain } from '@/test/support/indexer-harness';
import { searchTokens } from './query';

const db = await provideChain(7);

/** Stores tokens of this name; `held` is the number of holders and of transfers of each. */
async function addTokens(numbers: readonly number[], { name, held }: { name: string; held: number }) {
  const addresses = toArrayLiteral(numbers.map((number) => address(number)));
  await db.sql`
    insert into ${db.schema}.tokens
      (address, type, name, search_text, metadata_status, first_seen_block, transfers_count, holders_count)
    select k, 'ERC-20', convert_to(${name}, 'utf8'), ${name}, 'fetched', 0, ${held}, ${held}
    from unnest(${addresses}::bytea[]) as k`;
}

test('of a word that thousands of tokens have, the most held one is found first', async () => {
  const many = Array.from({ length: 1_500 }, (_, at) => at + 1);
  await addTokens(many, { name: 'Copied USD', held: 0 });
  await addTokens([9_001], { name: 'USD of a bank', held: 5_000 });
  await addTokens([9_002], { name: 'Other', held: 9_000 });
  const found = await searchTokens(db, 'usd');
  expect(found).toHaveLength(50);
  expect(found[0]?.address).toEqual(address(9_001));
  expect(new Set(found.map((token) => token.address.toString('hex'))).size).toBe(50);
});

test('a rare word is found in a token that nobody holds, and only in the standards that are wanted', async () => {
  await addTokens([9_003], { name: 'Obscure', held: 0 });
  expect((await searchTokens(db, 'obsc')).map((token) => token.address)).toEqual([address(9_003)]);
  expect(await searchTokens(db, 'obsc', ['ERC-721'])).toEqual([]);
});
