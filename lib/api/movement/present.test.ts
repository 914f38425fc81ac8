import { expect, test } from 'vitest';
import { MAX_CSV_RECORDS } from '@/lib/endpoints/csv-export';
import type { Movement } from './loader';
import { MOVEMENT_HEAD, presentMovement } from './present';
import { type Records, writeMovements } from './write-movements';

const at = (byte: number) => Buffer.alloc(20, byte);
const [SELF, OTHER, TOKEN] = [at(1), at(2), at(9)];
const paid: Movement = {
  ...{ kind: 'transaction', block_number: 7, transaction_index: 1, timestamp: 1_767_225_600 },
  ...{ hash: Buffer.alloc(32, 5), from: SELF, to: OTHER, token: null, tokenId: null },
  ...{ amount: 15n * 10n ** 17n, fee: 21_000n * 10n ** 9n, call: null, isFailed: false },
};
const context = {
  ...{ address: SELF, symbol: 'ETH', addresses: new Map(), tokens: new Map(), signatures: [] },
  priceOf: () => '2000.5',
};
const read = (movement: Movement) => {
  const cells = presentMovement(movement, context);
  return Object.fromEntries(MOVEMENT_HEAD.map((name, column) => [name, cells[column]]));
};

test('a payment has its date, direction, amount and fee with decimals, and dollars to the cent', () => {
  expect(read(paid)).toMatchObject({
    ...{ Date: '2026-01-01 00:00:00', Direction: 'out', In: '', Out: '1.5', Asset: 'ETH', Fee: '0.000021' },
    ...{ ValueUsd: '3000.75', FeeUsd: '0.04', Status: 'ok', Kind: 'transaction' },
  });
});

test('what an address sends itself is both in and out; what failed moves nothing; encrypted amounts are empty', () => {
  expect(read({ ...paid, to: SELF })).toMatchObject({ Direction: 'self', In: '1.5', Out: '1.5' });
  expect(read({ ...paid, amount: 0n, isFailed: true })).toMatchObject({ Out: '0', Status: 'failed' });
  const token = { token_address: TOKEN, token_type: 'ERC-7984' } as const;
  expect(read({ ...paid, kind: 'token', token, amount: null, fee: null })).toMatchObject({
    ...{ Out: '', Fee: '', ValueUsd: '' },
  });
});

test('an ID has no value by the price of its token', () => {
  const token = { token_address: TOKEN, token_type: 'ERC-404' } as const;
  const moved = { ...paid, kind: 'token', token, tokenId: '7', amount: 1n, fee: null } as const;
  expect(read(moved)).toMatchObject({ Out: '1', ValueUsd: '' });
});

async function write(
  blocks: readonly number[],
  stoppedAt: () => number | undefined = () => undefined,
): Promise<string[]> {
  const all: Records[] = [];
  async function* movements() {
    for (const block_number of blocks) yield { ...paid, block_number };
  }
  const present = async (rows: readonly Movement[]) => rows.map((row) => [String(row.block_number)]);
  for await (const records of writeMovements(movements(), { stoppedAt, present })) all.push(records);
  return all.flat().map(([first = '']) => first);
}

test('a file ends behind a whole block, and says where to continue', async () => {
  expect(await write([3, 2, 2, 1])).toEqual(['3', '2', '2', '1']);
  const large = [9, ...Array.from({ length: MAX_CSV_RECORDS }, () => 8)];
  expect(await write(large)).toEqual(['9', expect.stringMatching(/to_block=8$/)]);
  const huge = await write(large.slice(1));
  expect(huge).toHaveLength(MAX_CSV_RECORDS);
  expect(huge.at(-1)).toMatch(/to_block=7$/);
});

test('rows of which some may be missing are left to the next file', async () => {
  let reads = 0;
  const lines = await write([5, 4, 4, 3], () => (++reads > 2 ? 4 : undefined));
  expect(lines).toEqual(['5', expect.stringMatching(/to_block=4$/)]);
  expect(await write([5], () => 7), 'a source that came to no row').toEqual([
    expect.stringMatching(/to_block=7$/),
  ]);
  expect(await write([5], () => 4), 'above where it stopped').toEqual([
    '5',
    expect.stringMatching(/to_block=4$/),
  ]);
});
