import { type Hex, keccak256, toRlp } from 'viem';
import { beforeAll, describe, expect, test } from 'vitest';
import { prove, SENDER, signAll, TO, TOKEN, TYPES, typed, word } from '@/test/support/transaction-proof';
import { checkTransactionProof } from './check-transaction-proof';

const faultOf = (proof: unknown) => {
  const result = checkTransactionProof(proof);
  return result.holds ? undefined : result.fault;
};

let transactions: Hex[];
beforeAll(async () => {
  transactions = await signAll();
});

describe('a proof that holds', () => {
  test('tells sender, recipient, value and input of each type', () => {
    const proofs = TYPES.map((_, index) => {
      const result = checkTransactionProof(prove(transactions, index));
      if (!result.holds) return result.fault;
      const { from, to, nonce, value, input, type } = result.proven.transaction;
      return [type, from, to, nonce, value, input];
    });
    const sent = (type: number, nonce: bigint, to: string | null = TO) => [
      type,
      SENDER.address,
      to,
      nonce,
      10n ** 18n,
      '0x1234',
    ];
    expect(proofs).toEqual([
      ...[sent(0, 9n), sent(0, 0n), sent(1, 1n), sent(2, 2n, null), sent(3, 3n), sent(4, 4n)],
      [0x7e, TOKEN, TO, null, 5n, '0xabcd'],
      [0x6a, null, null, null, null, null],
    ]);
  });

  test('tells block, status, gas and logs', () => {
    const proof = prove(transactions, 3);
    expect(checkTransactionProof(proof)).toMatchObject({
      holds: true,
      proven: {
        block: { hash: proof.block_hash, number: 1_000, parentHash: word(1), timestamp: 1_700_000_000n },
        transaction: { hash: keccak256(transactions[3] ?? '0x'), index: 3 },
        receipt: {
          ...{ status: 'success', stateRoot: null, cumulativeGasUsed: 84_000n },
          logs: [0, 1, 2].map((position) => ({
            position,
            address: TOKEN,
            topics: [word(1), word(2), word(3)],
            data: word(1000),
          })),
        },
      },
    });
    const receiptOf = (index: number) => {
      const result = checkTransactionProof(prove(transactions, index));
      return result.holds && result.proven.receipt;
    };
    expect(receiptOf(0)).toMatchObject({ status: 'failure', logs: [] });
    expect(receiptOf(1)).toMatchObject({ status: null, stateRoot: word(77) });
    expect(receiptOf(6)).toMatchObject({ status: 'success', cumulativeGasUsed: 147_000n });
  });
});

/** Every string and number in the JSON, by its path. */
function listValues(value: unknown, path: readonly (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [[...path]];
  return Object.entries(value).flatMap(([name, inner]) => listValues(inner, [...path, name]));
}

function replaceAt(
  value: unknown,
  path: readonly (string | number)[],
  change: (old: unknown) => unknown,
): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return change(value);
  if (Array.isArray(value))
    return value.map((inner, at) => (at === Number(name) ? replaceAt(inner, rest, change) : inner));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, key === name ? replaceAt(inner, rest, change) : inner]),
  );
}

/** Changes one character of a text, or a number by one. */
const changeAt = (at: number) => (old: unknown) => {
  if (typeof old === 'number') return old + 1;
  if (typeof old !== 'string') return old;
  const position = 2 + (at % (old.length - 2));
  return `${old.slice(0, position)}${old[position] === '7' ? '8' : '7'}${old.slice(position + 1)}`;
};

describe('a proof in which anything is changed', () => {
  test('does not hold: each field, at many places', () => {
    for (const index of [0, 3, 6]) {
      const proof = prove(transactions, index);
      const paths = listValues(proof).filter(([name]) => name !== 'status' && name !== 'reason');
      expect(paths.length).toBeGreaterThanOrEqual(10);
      for (const path of paths)
        for (let step = 0; step < 20; step += 1) {
          const changed = replaceAt(proof, path, changeAt(step * 37));
          expect([path, faultOf(changed)]).toEqual([path, expect.any(String)]);
        }
    }
  });

  test('says the first thing that does not hold', () => {
    const proof = prove(transactions, 3);
    const other = prove(transactions, 2);
    const faults: [unknown, RegExp][] = [
      [{ ...proof, header: prove(transactions, 3, { 11: '0x05' }).header }, /header does not have the hash/],
      [{ ...proof, block_number: 999 }, /header is of block 1000/],
      [{ ...proof, index: 2 }, /branch of the transaction/],
      [
        { ...proof, transaction: { ...proof.transaction, branch: other.transaction.branch } },
        /branch of the transaction/,
      ],
      [
        { ...proof, transaction: { ...proof.transaction, branch: proof.transaction.branch.slice(1) } },
        /branch of the transaction/,
      ],
      [
        { ...proof, transaction: { ...proof.transaction, encoded: other.transaction.encoded } },
        /leads to another transaction/,
      ],
      [{ ...proof, transaction_hash: word(1) }, /has another hash/],
      [{ ...proof, receipt: other.receipt }, /branch of the receipt/],
      [
        { ...proof, receipt: { ...proof.receipt, encoded: other.receipt.encoded } },
        /leads to another receipt/,
      ],
      [{ ...proof, receipt: proof.transaction }, /branch of the receipt/],
      [{ ...proof, header: null, transaction: null, receipt: null }, /marked unproven/],
    ];
    for (const [changed, message] of faults) expect(faultOf(changed)).toMatch(message);
  });

  test('is refused whatever it is', () => {
    const proof = prove(transactions, 3);
    const wrong = [
      undefined,
      null,
      1,
      'proof',
      [],
      {},
      [proof],
      new Map(),
      { ...proof, index: -1 },
      { ...proof, index: '3' },
      { ...proof, block_hash: '0x12' },
    ];
    const leaves = [
      null,
      [],
      {},
      { encoded: '0x' },
      { encoded: '0x', branch: 'x' },
      { encoded: '0x', branch: [1] },
      { encoded: '0xf', branch: [] },
    ];
    const long = { ...proof.transaction, branch: new Array(1_000).fill('0x') };
    const all = [
      ...wrong,
      ...[...leaves, long].flatMap((leaf) => [
        { ...proof, transaction: leaf },
        { ...proof, receipt: leaf },
      ]),
    ];
    for (const changed of all) expect(faultOf(changed)).toEqual(expect.any(String));
  });
});

describe('a block that is of the chain, but nobody’s', () => {
  const withTransaction = (encoded: Hex) => faultOf(prove(transactions.with(3, encoded), 3));
  const fields = (...last: Hex[]): Hex[] => ['0x01', '0x', '0x', '0x', '0x', TO, '0x', '0x', '0x', ...last];

  test('is refused where the signature is no signature, or a field is missing', () => {
    expect(withTransaction(typed(2, toRlp(fields('0x', word(0), word(0)))))).toMatch(/signature/);
    expect(withTransaction(typed(2, toRlp(fields('0x02', word(1), word(1)))))).toMatch(/parity/);
    expect(withTransaction(typed(2, toRlp(fields('0x01', `0x${'ff'.repeat(32)}`, word(1)))))).toMatch(
      /signature/,
    );
    expect(withTransaction(typed(2, toRlp(fields('0x01', `0x${'11'.repeat(33)}`, word(1)))))).toMatch(
      /256 bits/,
    );
    expect(withTransaction(typed(2, toRlp(fields())))).toMatch(/9 fields/);
    expect(withTransaction('0x02')).toMatch(/RLP|list/);
    expect(withTransaction(typed(0x7e, toRlp(['0x'])))).toMatch(/1 fields/);
  });

  test('is refused where transaction and receipt are of different types', () => {
    expect(withTransaction(transactions[2] ?? '0x')).toMatch(/different types/);
  });

  test('is refused where the header is none', () => {
    expect(faultOf(prove(transactions, 3, { 4: '0x' }))).toMatch(/root of the transactions has 0 bytes/);
    expect(faultOf(prove(transactions, 3, { 5: word(9) }))).toMatch(/branch of the receipt/);
    expect(faultOf(prove(transactions, 3, { 8: `0x${'01'.repeat(33)}` }))).toMatch(/256 bits/);
    const short = toRlp(['0x01']);
    expect(faultOf({ ...prove(transactions, 3), header: short, block_hash: keccak256(short) })).toMatch(
      /1 fields/,
    );
  });
});
