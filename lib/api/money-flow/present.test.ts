import { expect, test } from 'vitest';
import { joinMoments, joinScans, rankBranches, sumBranches } from './branches';
import type { FlowAccount } from './loader';
import { presentFlow } from './present';
import type { MoveRow } from './query';

const at = (byte: number) => Buffer.alloc(20, byte);
const [SELF, A, B, TOKEN] = [at(1), at(2), at(3), at(9)];
const coin = (block_number: number, ends: readonly [Buffer, Buffer], amount: string | null): MoveRow => ({
  ...{ block_number, transaction_index: 0, place: 0, from_address: ends[0], to_address: ends[1] },
  ...{ token_address: null, token_type: null, token_id: null, amount },
});
const nft = (row: MoveRow, token_id: string): MoveRow => ({
  ...row,
  ...{ token_address: TOKEN, token_type: 'ERC-721', token_id, amount: '1', place: 7 },
});

test('transfers are summed by counterparty and asset; one unknown amount hides the sum, one to itself is none', () => {
  const rows = [coin(1, [SELF, A], '5'), coin(2, [SELF, A], '6'), coin(3, [SELF, SELF], '9')];
  const branches = sumBranches(
    [...rows, coin(4, [SELF, B], null), nft(coin(5, [SELF, A], null), '3')],
    'out',
  );
  expect(branches.map(({ other, amount, count, tokenId }) => [other, amount, count, tokenId])).toEqual([
    [A, 11n, 2, null],
    [B, null, 1, null],
    [A, 1n, 1, '3'],
  ]);
  expect(branches[0]?.moment).toEqual({
    ...{ block_number: 1, transaction_index: 0, log_index: -1, call_index: 0 },
  });
  expect(rankBranches(branches, 'amount', 2).map(({ amount }) => amount)).toEqual([11n, 1n]);
});

test('amounts of different IDs are not added, of one ID they are; NFTs are counted', () => {
  const of = (type: MoveRow['token_type'], ids: readonly (string | null)[]) =>
    sumBranches(
      ids.map((id, block) => ({
        ...nft(coin(block, [SELF, A], null), ''),
        ...{ token_type: type, token_id: id, amount: id === null ? null : '2' },
      })),
      'out',
    ).map(({ amount, tokenId }) => [amount, tokenId]);
  const multi = [
    [4n, '0'],
    [2n, '1'],
    [null, null],
  ];
  expect(of('ERC-1155', ['0', '1', '0', null])).toEqual(multi);
  expect(of('ERC-6909', ['0', '1', '0', null])).toEqual(multi);
  expect(of('ERC-721', ['0', '1'])).toEqual([[4n, null]]);
  expect(of('ERC-404', ['0', '1', null])).toEqual([
    [4n, null],
    [null, null],
  ]);
});

test('the moment is the earliest forwards and the latest backwards; in one transaction it is of each kind', () => {
  const moment = { block_number: 5, transaction_index: 1, log_index: 4, call_index: -1 };
  const other = { ...moment, log_index: 2 };
  expect(joinMoments(moment, other, 'out').log_index).toBe(2);
  expect(joinMoments(moment, other, 'in').log_index).toBe(4);
  expect(joinMoments(moment, { ...moment, log_index: -1, call_index: 3 }, 'out')).toMatchObject({
    ...{ log_index: -1, call_index: -1 },
  });
  const later = { ...moment, block_number: 6 };
  expect([joinMoments(moment, later, 'out'), joinMoments(moment, later, 'in')]).toEqual([moment, later]);
});

test('what a scan did not reach, the others leave out', () => {
  const [first, second, third] = [1, 2, 3].map((block) => coin(block, [SELF, A], '1'));
  if (!first || !second || !third) throw new Error('no rows');
  const { rows, end } = joinScans(
    [
      { rows: [second], end: second },
      { rows: [first, third], end: undefined },
    ],
    'out',
  );
  expect([rows, end]).toEqual([[first, second], second]);
});

test('backwards the edge leads to the account that it was found at', () => {
  const account = (address: Buffer, hop: number): FlowAccount => ({
    ...{ address, hop, moment: undefined, stop: null, isOpen: hop === 0, branchesCount: 1, end: undefined },
  });
  const [root, far] = [account(SELF, 0), account(A, 1)];
  const [branch] = sumBranches([coin(8, [A, SELF], '5')], 'in');
  if (!branch) throw new Error('no branch');
  const flow = {
    accounts: [root, far],
    branches: [{ ...branch, at: root, leadsTo: far }],
    ...{ addresses: new Map(), tokens: new Map() },
  };
  const transactions = new Map([['8/0', { hash: Buffer.alloc(32, 4), timestamp: 60 }]]);
  const shown = presentFlow(flow, { direction: 'in', hasTraces: true, transactions });
  expect(shown.edges).toMatchObject([{ from: 1, to: 0, amount: '5', count: 1, token: null }]);
  expect(shown.nodes.map(({ is_open }) => is_open)).toEqual([true, false]);
  expect(
    presentFlow(flow, { direction: 'in', hasTraces: true, transactions: new Map() }).edges,
    'its block was just removed',
  ).toEqual([]);
});
