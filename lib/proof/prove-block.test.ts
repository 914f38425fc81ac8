import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { keccak256 } from '@/lib/evm/keccak';
import { matchReceipts } from '@/lib/indexer/sync/bundle';
import { decodeBundle } from '@/lib/indexer/sync/decode';
import { parseBlock } from '@/lib/rpc/block';
import { parseReceipt } from '@/lib/rpc/receipt';
import { AMSTERDAM } from '@/test/support/amsterdam-chain';
import { type BlockAnswers, makeProvableBlock, seal, withOwnHash } from '@/test/support/provable-block';
import { proveBlock } from './prove-block';
import { loadWebAssembly, recoverSenders } from './recover-senders';
import { encodeSigningPayload, readParity } from './transaction';

const honest = await makeProvableBlock(5);

/** As the indexer reads answers. Throws for those that contradict each other. */
function parse({ block, receipts }: BlockAnswers) {
  const parsed = parseBlock(block);
  return { block: parsed, receipts: matchReceipts(parsed, receipts.map(parseReceipt)) };
}

const prove = async (answers: BlockAnswers) => (await proveBlock(parse(answers), recoverSenders)).failures;

const checksOf = async (answers: BlockAnswers) =>
  (await prove(answers)).map(({ check, kind }) => `${check} ${kind}`);

/** The answers with one field of a transaction changed. */
const withTransaction = (index: number, change: object): BlockAnswers => ({
  ...honest,
  block: {
    ...honest.block,
    transactions: list(honest.block.transactions).map((fields, at) =>
      at === index ? { ...Object(fields), ...change } : fields,
    ),
  },
});
const withReceipt = (index: number, change: object): BlockAnswers => ({
  ...honest,
  receipts: honest.receipts.map((fields, at) => (at === index ? { ...fields, ...change } : fields)),
});
const withHash = (index: number, hash: string): BlockAnswers => ({
  block: withTransaction(index, { hash }).block,
  receipts: withReceipt(index, { transactionHash: hash, logs: [] }).receipts,
});
const withBlock = (change: object): BlockAnswers => ({ ...honest, block: { ...honest.block, ...change } });
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

test('a block with every type of transaction is proven', async () => {
  expect(await prove(honest)).toEqual([]);
});

describe('a change is refuted by', () => {
  test.each([
    ['header', withBlock({ timestamp: '0x1' }), ['header_hash refuted']],
    ['field of a fork', withBlock({ requestsHash: null }), ['header_hash refuted']],
    ['status', withReceipt(2, { status: '0x0' }), ['receipts_root refuted']],
    ['log left out', withReceipt(7, { logs: [] }), ['receipts_root refuted', 'logs_bloom refuted']],
    [
      'value',
      withTransaction(4, { value: '0x99' }),
      ['transaction_hashes refuted', 'transactions_root refuted', 'senders refuted'],
    ],
    ['sender', withTransaction(0, { from: `0x${'ab'.repeat(20)}` }), ['senders refuted']],
    [
      'sender of a deposit',
      withTransaction(7, { from: `0x${'ab'.repeat(20)}` }),
      ['transaction_hashes refuted', 'transactions_root refuted'],
    ],
    ['hash', withHash(4, `0x${'ab'.repeat(32)}`), ['transaction_hashes refuted']],
    ['price paid', withReceipt(4, { effectiveGasPrice: '0x1' }), ['receipt_fields refuted']],
    ['gas used', withReceipt(4, { gasUsed: '0x1' }), ['receipt_fields refuted']],
    [
      'created contract',
      withReceipt(2, { contractAddress: `0x${'ab'.repeat(20)}` }),
      ['receipt_fields refuted'],
    ],
    ['withdrawal', withBlock({ withdrawals: [] }), ['withdrawals_root refuted']],
    ['uncles', withBlock({ uncles: [`0x${'ab'.repeat(32)}`] }), ['uncles refuted']],
    [
      'no transactions',
      { block: { ...honest.block, transactions: [] }, receipts: [] },
      ['transactions_root refuted', 'receipts_root refuted', 'logs_bloom refuted'],
    ],
  ])('%s', async (_, answers, checks) => {
    const found = await checksOf(answers);
    // further checks may fail, too
    expect(found).toEqual(expect.arrayContaining(checks));
  });
});

describe('what cannot be checked is not refuted', () => {
  test.each([
    [
      'omitted fields',
      withBlock({ mixHash: undefined, withdrawals: undefined }),
      ['header_hash unknown', 'withdrawals_root unknown'],
    ],
    ['a foreign header', { ...withBlock({ sendRoot: '0x1', gasLimit: '0x1' }) }, ['header_hash unknown']],
    [
      'a foreign type',
      withTransaction(7, { type: '0x6a' }),
      ['transaction_hashes unknown', 'transactions_root unknown', 'senders unknown', 'receipts_root refuted'],
    ],
    [
      'no signature',
      withTransaction(0, { r: undefined }),
      ['transaction_hashes unknown', 'transactions_root unknown', 'senders unknown'],
    ],
    ['receipts without gas', withReceipt(0, { cumulativeGasUsed: undefined }), ['receipts_root unknown']],
  ])('%s', async (_, answers, checks) => {
    expect(await checksOf(answers)).toEqual(expect.arrayContaining(checks));
  });

  test('the signature of an impersonated account, as development nodes send it', async () => {
    const unsigned = withTransaction(0, { r: '0x0', s: '0x0', v: '0x1b', from: `0x${'ab'.repeat(20)}` });
    const sealed = { ...unsigned, block: seal(unsigned.block, unsigned.receipts) };
    expect(await checksOf(sealed)).toEqual(['transaction_hashes unsigned', 'senders unsigned']);
  });
});

describe('what is zero and what is left out have one encoding, and are told apart', () => {
  const withoutPrice = (index: number, name: string): BlockAnswers => {
    const free = withTransaction(index, { [name]: '0x0' });
    return {
      ...free,
      block: {
        ...free.block,
        transactions: list(free.block.transactions).map((fields, at) =>
          at === index ? { ...Object(fields), [name]: undefined } : fields,
        ),
      },
    };
  };
  test.each([
    [4, 'maxPriorityFeePerGas'],
    [5, 'maxFeePerBlobGas'],
  ])('of transaction %i: %s', async (index, name) => {
    expect(await checksOf(withoutPrice(index, name))).toEqual(
      expect.arrayContaining(['transaction_hashes unknown', 'transactions_root unknown', 'senders unknown']),
    );
  });

  test('the nonce of a deposit', async () => {
    const first = withTransaction(7, { nonce: '0x9' });
    const receipts = withReceipt(7, { depositNonce: '0x0' }).receipts;
    const block = seal(first.block, receipts);
    const omitted = receipts.map((fields, at) =>
      at === 7 ? { ...fields, depositNonce: undefined } : fields,
    );
    expect(await checksOf({ block, receipts: omitted })).toEqual(['receipt_fields refuted']);
  });

  test('of no transactions the hash of no bytes, as in block 0 of Hardhat', async () => {
    const transactionsRoot = `0x${'c5d2460186f7233c927e7db2dcc703c0'}e500b653ca82273b7bfad8045d85a470`;
    const empty = seal({ ...honest.block, transactions: [], gasUsed: '0x0', blobGasUsed: '0x0' }, []);
    const answers = (block: Record<string, unknown>) => ({ block: withOwnHash(block), receipts: [] });
    expect(await checksOf(answers({ ...empty, transactionsRoot }))).toEqual([]);
    const held = { ...honest, block: withOwnHash({ ...honest.block, transactionsRoot }) };
    expect(await checksOf(held)).toEqual(['transactions_root refuted']);
  });

  test('withdrawals of a block before there were any', () => {
    const of = (withdrawals: unknown) => {
      const block = { ...honest.block, withdrawalsRoot: undefined, withdrawals };
      return Object(provenRows({ ...honest, block })).block.withdrawals_count;
    };
    expect([of(undefined), of([])]).toEqual([null, null]);
  });
});

/** What a proven block's rows hold that its hash does not commit to: it is in a header or a receipt of another chain. */
const UNPROVEN = {
  blocks: ['size', 'total_difficulty'],
  transactions: ['blob_gas_price', 'l1_fee', 'operator_fee'],
};

/** The rows that are decoded from a block, without the columns that nothing proves. */
function provenRows(answers: BlockAnswers): unknown {
  const untraced = { traces: null, tracedBy: [], replays: new Map(), refusal: null, accessList: null };
  const bundle = { isProven: true, answeredBy: [], ...untraced, authorities: new Map() };
  const rows = decodeBundle({ ...bundle, ...parse(answers) }, { executors: undefined });
  const { stats, ...tables } = rows;
  return {
    ...tables,
    block: without(tables.block, UNPROVEN.blocks),
    transactions: tables.transactions.map((row) => without(row, UNPROVEN.transactions)),
  };
}

function without(row: object, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));
}

/** The places of all values in an answer, as paths. */
function placesOf(value: unknown, path: readonly (string | number)[] = []): (string | number)[][] {
  if (Array.isArray(value))
    return value.flatMap((entry, at) => placesOf(entry, [...path, at])).concat([[...path]]);
  if (typeof value !== 'object' || value === null) return [[...path]];
  return Object.entries(value).flatMap(([name, entry]) => placesOf(entry, [...path, name]));
}

function change(
  value: unknown,
  [step, ...rest]: readonly (string | number)[],
  replacement: (old: unknown) => unknown,
): unknown {
  if (step === undefined) return replacement(value);
  if (Array.isArray(value))
    return value.map((entry, at) => (at === step ? change(entry, rest, replacement) : entry));
  return Object.fromEntries(
    Object.entries(Object(value)).map(([name, entry]) => [
      name,
      name === step ? change(entry, rest, replacement) : entry,
    ]),
  );
}

const digit = fc.constantFrom(...'0123456789abcdef');
const REPLACEMENTS = fc.oneof(
  fc.constant(() => undefined),
  fc.constant(() => null),
  fc.constant((old: unknown) => (Array.isArray(old) ? old.slice(1) : '0x')),
  fc.constant((old: unknown) => (Array.isArray(old) ? [...old, ...old.slice(0, 1)] : '0x0')),
  fc.constant((old: unknown) => (Array.isArray(old) ? old.toReversed() : '0x1')),
  fc.tuple(fc.nat(), digit).map(([at, with_]) => (old: unknown) => {
    if (typeof old !== 'string' || old.length < 3) return with_;
    const place = 2 + (at % (old.length - 2));
    return old.slice(0, place) + with_ + old.slice(place + 1);
  }),
);

test.each([
  ['with every type of transaction', [honest]],
  ['after Amsterdam', AMSTERDAM.blocks.map(({ block, receipts }) => ({ block, receipts }))],
])('any change of any answer about a block %s is refused, or changes no proven column', async (_, blocks) => {
  const changes = blocks.flatMap((answers) => {
    const expected = provenRows(answers);
    return placesOf(answers).map((place) => ({ answers, expected, place }));
  });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...changes),
      REPLACEMENTS,
      async ({ answers, expected, place }, replacement) => {
        const changed = Object(change(answers, place, replacement));
        const isProven = await prove(changed).then(
          (failures) => failures.length === 0,
          () => false,
        );
        if (isProven) expect(provenRows(changed), place.join('.')).toEqual(expected);
      },
    ),
    { numRuns: 2_000 },
  );
});

test('fields that a type of transaction does not have change no row, though no hash covers them', async () => {
  const expected = provenRows(honest);
  const of = (type: string) => list(honest.block.transactions).find((fields) => Object(fields).type === type);
  const [blob, delegation] = [Object(of('0x3')), Object(of('0x4'))];
  const foreign: Record<string, object> = {
    '0x0': { maxFeePerGas: '0x99', maxPriorityFeePerGas: '0x9', accessList: blob.accessList },
    '0x1': { maxFeePerGas: '0x99', maxPriorityFeePerGas: '0x9' },
    '0x2': { maxFeePerBlobGas: '0x9', blobVersionedHashes: blob.blobVersionedHashes },
    '0x3': { authorizationList: delegation.authorizationList },
    '0x4': { maxFeePerBlobGas: '0x9', blobVersionedHashes: blob.blobVersionedHashes },
    '0x7e': { ...blob, ...delegation, type: '0x7e' },
  };
  for (const [index, fields] of list(honest.block.transactions).entries()) {
    const { type } = Object(fields);
    const added = Object.fromEntries(
      Object.entries(foreign[type] ?? {}).filter(([name]) => !(name in Object(fields))),
    );
    const changed = withTransaction(index, added);
    expect(await prove(changed), type).toEqual([]);
    expect(provenRows(changed), type).toEqual(expected);
  }
});

test('the portable recovery finds the same senders as the native one', async () => {
  const { recover } = await loadWebAssembly();
  const { transactions } = parseBlock(honest.block);
  for (const transaction of transactions.filter(({ deposit }) => deposit === null)) {
    const { r, s } = transaction.signature ?? { r: 0n, s: 0n };
    const signature = Buffer.from([r, s].map((part) => part.toString(16).padStart(64, '0')).join(''), 'hex');
    const hash = keccak256(encodeSigningPayload(transaction));
    const key = recover(signature, readParity(transaction) ?? 0, hash);
    expect(keccak256(key.subarray(1)).subarray(12)).toEqual(transaction.from);
  }
});
