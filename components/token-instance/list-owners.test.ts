import { expect, test } from 'vitest';
import { mentionOf } from '@/test/support/mention';
import { listOwners } from './list-owners';

const NOBODY = `0x${'0'.repeat(40)}`;
const [ANN, BOB] = [`0x${'a'.repeat(40)}`, `0x${'b'.repeat(40)}`];

function transfer(from: string, to: string, time: string | null) {
  const type = from === NOBODY ? 'token_minting' : to === NOBODY ? 'token_burning' : 'token_transfer';
  const account = (hash: string) => mentionOf(hash, { is_contract: false });
  const timestamp = time === null ? null : `2026-01-01T${time}:00.000000Z`;
  return {
    type,
    from: account(from),
    to: account(to),
    timestamp,
    transaction_hash: '0x',
    log_index: 0,
  } as const;
}

test('each owner holds an NFT until the next transfer, and transfers to oneself change nothing', () => {
  const owners = listOwners([
    transfer(BOB, NOBODY, '03:30'),
    transfer(BOB, BOB, '02:00'),
    transfer(ANN, BOB, '01:00'),
    transfer(NOBODY, ANN, '01:00'),
  ]);
  expect(owners.map(({ owner, how, heldMs }) => [owner.hash, how, heldMs])).toEqual([
    [NOBODY, 'burnt', undefined],
    [BOB, 'received', 2.5 * 3_600_000],
    [ANN, 'minted', 0],
  ]);
});

test('a time that is not known makes no duration', () => {
  const owners = listOwners([transfer(ANN, BOB, null), transfer(NOBODY, ANN, '01:00')]);
  expect(owners.map(({ heldMs }) => heldMs)).toEqual([undefined, undefined]);
});
