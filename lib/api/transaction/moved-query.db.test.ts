import { expect, test } from 'vitest';
import { provideChain } from '@/test/support/indexer-harness';
import { transactionRow } from '@/test/support/rows';
import { listMoved } from './moved-query';

const at = (digit: number) => Buffer.alloc(20, digit);
const [SENDER, OTHER, DOLLAR, ETHER, NFT] = [at(1), at(2), at(3), at(4), at(5)];

const db = await provideChain(5);

let log = 0;
const transfer = async (index: number, token: Buffer, [from, to]: readonly [Buffer, Buffer]) => {
  const isNft = token.equals(NFT);
  log += 1;
  await db.sql`
    insert into ${db.schema}.token_transfers
      (block_number, transaction_index, log_index, token_address, token_type, from_address, to_address, amount, token_ids)
    values (7, ${index}, ${log}, ${token}, ${isNft ? 'ERC-721' : 'ERC-20'}, ${from}, ${to},
      ${isNft ? null : String(log)}::numeric, ${isNft ? '{42}' : null}::numeric[])`;
};
const row = (index: number, changes: object = {}) =>
  transactionRow({
    ...{ block_number: 7, index, from_address: SENDER, value: '0', token_transfers_count: 2 },
    ...changes,
  });

test('what a transaction moved is what its sender gave, else got, else the first transfer', async () => {
  await transfer(0, ETHER, [OTHER, SENDER]);
  await transfer(0, DOLLAR, [SENDER, OTHER]);
  await transfer(1, DOLLAR, [OTHER, at(9)]);
  await transfer(1, NFT, [OTHER, SENDER]);
  await transfer(2, DOLLAR, [OTHER, at(9)]);
  await transfer(2, ETHER, [OTHER, at(9)]);
  const moved = await listMoved(db, [row(0), row(1), row(2), row(3)]);
  expect(
    moved.map(({ index, token_address, value, token_id }) => [index, token_address, value, token_id]),
  ).toEqual([
    [0, DOLLAR, '2', null],
    [1, NFT, null, '42'],
    [2, DOLLAR, '5', null],
  ]);
});

test('a transaction that moved its coin, or no token, is not looked at', async () => {
  expect(await listMoved(db, [row(0, { value: '1' }), row(1, { token_transfers_count: 0 })])).toEqual([]);
  expect(await listMoved(db, [])).toEqual([]);
});
