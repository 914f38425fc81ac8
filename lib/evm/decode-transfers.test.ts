import fc from 'fast-check';
import { toEventSelector } from 'viem/utils';
import { describe, expect, test } from 'vitest';
import { addressOf, addressWord, makeLog, word } from '@/test/support/evm-logs';
import { decodeTransfers } from './decode-transfers';

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const DEPOSIT = '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c';
const WITHDRAWAL = '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65';
const SINGLE = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62';
const BATCH = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb';
const ERC6909 = '0x1b3d7edb2e9c0b0e7c525b20aaaef0f5940d2ed71663c7d39266ecafac728859';
const ERC404_AMOUNT = '0xe59fdd36d0d223c0c7d996db7ad796880f45e1936cb0bb7ac102e7082e031487';
const ERC404_ID = '0xe5f815dc84b8cecdfd4beedfc3f91ab5be7af100eca4e8fb11552b867995394f';
const CONFIDENTIAL = '0x67500e8d0ed826d2194f514dd0d8124f35648ab6e3fb5e6ed867134cffe661e9';
const TOPICS = [
  TRANSFER,
  DEPOSIT,
  WITHDRAWAL,
  SINGLE,
  BATCH,
  ERC6909,
  ERC404_AMOUNT,
  ERC404_ID,
  CONFIDENTIAL,
];

const ALICE = addressWord(0xa1);
const BOB = addressWord(0xb0);
const MAX = 2n ** 256n - 1n;
const between = { token: addressOf(0xcc), from: addressOf(0xa1), to: addressOf(0xb0), logIndex: 0 };
const empty = { amount: null, tokenIds: null, amounts: null, encryptedAmount: null };

describe('each standard has its row', () => {
  test('ERC-20: the amount is the data, up to 2^256-1 and down to 0', () => {
    for (const amount of [MAX, 0n]) {
      expect(decodeTransfers([makeLog([TRANSFER, ALICE, BOB], [word(amount)])])).toEqual([
        { ...between, ...empty, tokenType: 'ERC-20', amount },
      ]);
    }
  });

  test('ERC-721: the id is the fourth topic and the data does not matter', () => {
    expect(decodeTransfers([makeLog([TRANSFER, ALICE, BOB, word(0)], [word(99)])])).toEqual([
      { ...between, ...empty, tokenType: 'ERC-721', tokenIds: [0n] },
    ]);
  });

  test('ERC-721 of early contracts: everything stands in the data', () => {
    expect(decodeTransfers([makeLog([TRANSFER], [ALICE, BOB, word(14939)])])).toEqual([
      { ...between, ...empty, tokenType: 'ERC-721', tokenIds: [14939n] },
    ]);
  });

  test('ERC-1155: one pair or several, the same id twice too', () => {
    const operator = addressWord(9);
    const arrays = [word(64), word(160), word(2), word(7), word(7), word(2), word(1), word(MAX)];
    const logs = [
      makeLog([SINGLE, operator, ALICE, BOB], [word(5), word(6)]),
      makeLog([BATCH, operator, ALICE, BOB], arrays, 1),
    ];
    expect(decodeTransfers(logs)).toEqual([
      { ...between, ...empty, tokenType: 'ERC-1155', tokenIds: [5n], amounts: [6n] },
      { ...between, ...empty, tokenType: 'ERC-1155', tokenIds: [7n, 7n], amounts: [1n, MAX], logIndex: 1 },
    ]);
  });

  test('ERC-6909: the id is indexed, the amount follows the caller in the data', () => {
    expect(toEventSelector('Transfer(address,address,address,uint256,uint256)')).toBe(ERC6909);
    for (const amount of [0n, MAX])
      expect(
        decodeTransfers([makeLog([ERC6909, ALICE, BOB, word(MAX)], [addressWord(9), word(amount)])]),
      ).toEqual([{ ...between, ...empty, tokenType: 'ERC-6909', tokenIds: [MAX], amounts: [amount] }]);
  });

  test('ERC-404: an amount or an id, the other list empty', () => {
    const logs = [
      makeLog([ERC404_AMOUNT, ALICE, BOB], [word(1000)]),
      makeLog([ERC404_ID, ALICE, BOB, word(10)], [], 1),
    ];
    expect(decodeTransfers(logs)).toEqual([
      { ...between, ...empty, tokenType: 'ERC-404', tokenIds: [], amounts: [1000n] },
      { ...between, ...empty, tokenType: 'ERC-404', tokenIds: [10n], amounts: [], logIndex: 1 },
    ]);
  });

  test('ERC-7984: the handle of the amount, which nobody can read', () => {
    const handle = Buffer.alloc(32, 0xee);
    expect(decodeTransfers([makeLog([CONFIDENTIAL, ALICE, BOB, handle])])).toEqual([
      { ...between, ...empty, tokenType: 'ERC-7984', encryptedAmount: handle },
    ]);
  });
});

describe('wrapped coins', () => {
  const deposit = makeLog([DEPOSIT, ALICE], [word(5)], 1);
  const withdrawal = makeLog([WITHDRAWAL, ALICE], [word(5)], 2);

  test('a deposit is a mint and a withdrawal a burn', () => {
    const [mint, burn] = decodeTransfers([deposit, withdrawal]);
    expect(mint).toMatchObject({ from: addressOf(0), to: addressOf(0xa1), amount: 5n, tokenType: 'ERC-20' });
    expect(burn).toMatchObject({ from: addressOf(0xa1), to: addressOf(0), amount: 5n, tokenType: 'ERC-20' });
  });

  test('the equal Transfer of the same contract makes them superfluous, before or after', () => {
    const mint = makeLog([TRANSFER, word(0), ALICE], [word(5)], 0);
    const burn = makeLog([TRANSFER, ALICE, word(0)], [word(5)], 3);
    const rows = decodeTransfers([mint, deposit, withdrawal, burn]);
    expect(rows.map((row) => row.logIndex)).toEqual([0, 3]);
  });

  test('one Transfer makes one equal deposit superfluous: what else was wrapped is listed', () => {
    const mint = makeLog([TRANSFER, word(0), ALICE], [word(5)], 0);
    const again = makeLog([DEPOSIT, ALICE], [word(5)], 3);
    expect(decodeTransfers([mint, deposit, again]).map((row) => row.logIndex)).toEqual([0, 3]);
    const both = [mint, deposit, again, { ...mint, logIndex: 4 }];
    expect(decodeTransfers(both).map((row) => row.logIndex)).toEqual([0, 4]);
  });

  test('another amount, another holder or another contract does not', () => {
    const others = [
      makeLog([TRANSFER, word(0), ALICE], [word(6)], 3),
      makeLog([TRANSFER, word(0), BOB], [word(5)], 4),
      { ...makeLog([TRANSFER, word(0), ALICE], [word(5)], 5), address: addressOf(0xdd) },
    ];
    expect(decodeTransfers([deposit, ...others]).map((row) => row.logIndex)).toEqual([1, 3, 4, 5]);
  });

  test('an NFT contract wraps no coins', () => {
    const nft = makeLog([TRANSFER, ALICE, BOB, word(1)], [], 0);
    expect(decodeTransfers([nft, deposit]).map((row) => row.tokenType)).toEqual(['ERC-721']);
  });

  test('a Deposit of an ERC-6909 contract credits an id, which its own Transfer shows', () => {
    const multi = makeLog([ERC6909, word(0), ALICE, word(1)], [ALICE, word(5)], 0);
    expect(decodeTransfers([multi, deposit]).map((row) => row.tokenType)).toEqual(['ERC-6909']);
  });
});

describe('what only looks like a transfer is left out', () => {
  const long = Buffer.alloc(64, 1);
  test.each([
    ['a Transfer with two topics', makeLog([TRANSFER, ALICE], [word(1)])],
    ['an ERC-20 Transfer without data', makeLog([TRANSFER, ALICE, BOB])],
    ['an ERC-20 Transfer with 31 bytes', makeLog([TRANSFER, ALICE, BOB], [Buffer.alloc(31)])],
    ['an early ERC-721 Transfer without data', makeLog([TRANSFER])],
    ['topics that are no addresses', makeLog([TRANSFER, word(MAX), BOB], [word(1)])],
    ['a single without its parties', makeLog([SINGLE, ALICE], [long])],
    ['a batch without ids', makeLog([BATCH, ALICE, ALICE, BOB], [word(64), word(96), word(0), word(0)])],
    [
      'a batch of unequal lists',
      makeLog([BATCH, ALICE, ALICE, BOB], [word(64), word(128), word(1), word(1), word(0)]),
    ],
    ['a batch of a billion ids', makeLog([BATCH, ALICE, ALICE, BOB], [word(64), word(64), word(10 ** 9)])],
    ['a deposit with an indexed amount', makeLog([DEPOSIT, ALICE, word(1)])],
    ['an ERC-6909 transfer without its id', makeLog([ERC6909, ALICE, BOB], [ALICE, word(1), word(1)])],
    ['an ERC-6909 transfer without an amount', makeLog([ERC6909, ALICE, BOB, word(1)], [ALICE])],
    [
      'an ERC-6909 amount cut short',
      makeLog([ERC6909, ALICE, BOB, word(1)], [ALICE, word(1).subarray(0, 31)]),
    ],
    ['an ERC-6909 transfer to no address', makeLog([ERC6909, ALICE, word(MAX), word(1)], [ALICE, word(1)])],
    ['an ERC-404 id in the data', makeLog([ERC404_ID, ALICE, BOB], [word(1)])],
    ['a confidential transfer without a handle', makeLog([CONFIDENTIAL, ALICE, BOB])],
    ['an anonymous log', makeLog([])],
  ])('%s', (_, log) => {
    expect(decodeTransfers([log])).toEqual([]);
  });

  test('no log makes it throw, and every row is one that can be stored', () => {
    const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 });
    const topic = fc.oneof(
      fc.constantFrom(ALICE, BOB, word(0)),
      bytes.map((value) => Buffer.from(value)),
    );
    const data = fc.oneof(
      fc.uint8Array({ maxLength: 300 }).map((value) => Buffer.from(value)),
      fc
        .array(fc.constantFrom(word(0), word(1), word(2), word(32), word(64), ALICE), { maxLength: 8 })
        .map((words) => Buffer.concat(words)),
    );
    const log = fc
      .tuple(fc.constantFrom(...TOPICS), fc.array(topic, { maxLength: 3 }), data)
      .map(([first, topics, content]) => makeLog([first, ...topics], [content]));
    fc.assert(
      fc.property(fc.array(log, { maxLength: 6 }), (logs) => {
        for (const row of decodeTransfers(logs)) {
          expect(row.from).toHaveLength(20);
          expect(row.to).toHaveLength(20);
          if (row.tokenType === 'ERC-20') expect(row.amount).not.toBeNull();
          if (row.tokenType === 'ERC-721') expect(row.tokenIds).toHaveLength(1);
          if (row.tokenType === 'ERC-1155') expect(row.tokenIds).toHaveLength(row.amounts?.length ?? -1);
          if (row.tokenType === 'ERC-6909')
            expect([row.tokenIds?.length, row.amounts?.length]).toEqual([1, 1]);
          if (row.tokenType === 'ERC-7984') expect(row.encryptedAmount).toHaveLength(32);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
