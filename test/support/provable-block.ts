import { privateKeyToAddress, sign } from 'viem/accounts';
import { getContractAddress } from 'viem/utils';
import { bufferToHex, type Hex } from '@/lib/evm/hex';
import { keccak256 } from '@/lib/evm/keccak';
import { bloomOf, emptyBloom, mergeBloom } from '@/lib/proof/bloom';
import { encodeHeader } from '@/lib/proof/header';
import { encodeReceipt } from '@/lib/proof/receipt';
import { encodeSigningPayload, encodeTransaction } from '@/lib/proof/transaction';
import { deriveRoot } from '@/lib/proof/trie';
import { encodeWithdrawal } from '@/lib/proof/withdrawals';
import { parseBlock } from '@/lib/rpc/block';
import { parseReceipt } from '@/lib/rpc/receipt';
import { parseSignedTransaction } from '@/lib/rpc/transaction';

/** A node's answers about a block, as JSON. */
export type BlockAnswers = Readonly<{ block: Record<string, unknown>; receipts: Record<string, unknown>[] }>;

const KEY: Hex = `0x${'17'.repeat(32)}`;
const SENDER = privateKeyToAddress(KEY);
const TO = `0x${'aa'.repeat(20)}`;
const ZERO_HASH = `0x${'00'.repeat(32)}`;
const BASE_FEE = 7;
const GAS = 50_000;
const hex = (value: number | bigint): Hex => `0x${value.toString(16)}`;

/** Unsigned transactions of every type, two creations (the first fails), and a deposit. */
const KINDS: readonly Record<string, unknown>[] = [
  { type: '0x0', gasPrice: hex(9) },
  { type: '0x0', gasPrice: hex(9), to: null, input: '0x6001', v: hex(37) },
  { type: '0x0', gasPrice: hex(9), to: null, input: '0x6002' },
  { type: '0x1', gasPrice: hex(9), accessList: [{ address: TO, storageKeys: [ZERO_HASH] }] },
  { type: '0x2', maxFeePerGas: hex(20), maxPriorityFeePerGas: hex(2), gasPrice: hex(9) },
  {
    ...{ type: '0x3', maxFeePerGas: hex(20), maxPriorityFeePerGas: hex(2), gasPrice: hex(9) },
    ...{ maxFeePerBlobGas: hex(3), blobVersionedHashes: [`0x01${'cc'.repeat(31)}`] },
  },
  {
    ...{ type: '0x4', maxFeePerGas: hex(20), maxPriorityFeePerGas: hex(2), gasPrice: hex(9) },
    authorizationList: [{ chainId: '0x1', address: TO, nonce: '0x1', yParity: '0x0', r: '0x5', s: '0x6' }],
  },
  {
    type: '0x7e',
    gasPrice: '0x0',
    nonce: '0x4',
    sourceHash: `0x${'dd'.repeat(32)}`,
    mint: '0x5',
    isSystemTx: false,
  },
];

/** A block that is proven by its own hash: one transaction of each kind, each with a log, and two withdrawals. */
export async function makeProvableBlock(
  number: number,
  parentHash: string = ZERO_HASH,
): Promise<BlockAnswers> {
  const transactions = await Promise.all(KINDS.map(signKind));
  const receipts = transactions.map(receiptOf);
  const withdrawals = [1, 2].map((index) => ({
    ...{ index: hex(index), validatorIndex: hex(7), address: TO, amount: hex(1_000 * index) },
  }));
  const block = seal({ ...headerOf(number, parentHash), transactions, withdrawals, uncles: [] }, receipts);
  return { block, receipts };
}

async function signKind(kind: Record<string, unknown>, index: number): Promise<Record<string, unknown>> {
  const fields: Record<string, unknown> = {
    ...{ transactionIndex: hex(index), nonce: hex(index + 3), from: SENDER, to: TO, value: hex(index) },
    ...{ gas: hex(GAS), input: '0x', hash: ZERO_HASH, chainId: '0x1', v: '0x0', r: '0x1', s: '0x1', ...kind },
  };
  if (kind.type !== '0x7e') {
    const hash = bufferToHex(keccak256(encodeSigningPayload(parseSignedTransaction(fields))));
    const { r, s, yParity = 0 } = await sign({ hash, privateKey: KEY });
    const v = kind.type === '0x0' ? (kind.v === undefined ? 27 : 37) + yParity : yParity;
    Object.assign(fields, { r: hex(BigInt(r)), s: hex(BigInt(s)), v: hex(v), yParity: hex(yParity) });
  }
  return { ...fields, hash: bufferToHex(keccak256(encodeTransaction(parseSignedTransaction(fields)))) };
}

function contractOf(nonce: unknown): string {
  return getContractAddress({ from: SENDER, nonce: BigInt(String(nonce)) }).toLowerCase();
}

function receiptOf(transaction: Record<string, unknown>, index: number): Record<string, unknown> {
  const isDeposit = transaction.type === '0x7e';
  return {
    ...{ transactionHash: transaction.hash, transactionIndex: hex(index) },
    contractAddress: transaction.to === null ? contractOf(transaction.nonce) : null,
    ...{
      status: hex(index === 1 ? 0 : 1),
      gasUsed: hex(21_000),
      cumulativeGasUsed: hex(21_000 * (index + 1)),
    },
    ...{ effectiveGasPrice: hex(isDeposit ? 0 : 9), type: transaction.type },
    ...(isDeposit && { depositNonce: '0x4', depositReceiptVersion: '0x1' }),
    ...(transaction.type === '0x3' && { blobGasUsed: hex(131_072), blobGasPrice: '0x1' }),
    logs: [
      {
        ...{ address: TO, topics: [`0x${'0b'.repeat(32)}`, `0x${`0${index}`.repeat(32)}`], data: '0x1234' },
        ...{ logIndex: hex(index), transactionHash: transaction.hash },
      },
    ],
  };
}

function headerOf(number: number, parentHash: string): Record<string, unknown> {
  return {
    ...{ number: hex(number), parentHash, hash: ZERO_HASH, miner: TO, stateRoot: `0x${'ee'.repeat(32)}` },
    sha3Uncles: '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347',
    ...{ difficulty: '0x0', gasLimit: hex(30_000_000), gasUsed: hex(21_000 * KINDS.length) },
    ...{ timestamp: hex(1_700_000_000 + number), extraData: '0x6162', nonce: '0x0000000000000000' },
    ...{ mixHash: `0x${'0f'.repeat(32)}`, baseFeePerGas: hex(BASE_FEE), blobGasUsed: hex(131_072) },
    ...{ excessBlobGas: '0x0', parentBeaconBlockRoot: ZERO_HASH, requestsHash: ZERO_HASH },
  };
}

/** Sets roots, bloom and hash of an answered block: also of one whose contents a test has changed. */
export function seal(
  fields: Record<string, unknown>,
  receipts: readonly Record<string, unknown>[],
): Record<string, unknown> {
  const contents = parseBlock({ ...fields, transactions: unplaced(fields.transactions) });
  const parsed = receipts.map(parseReceipt);
  const bloom = emptyBloom();
  for (const { logs } of parsed) mergeBloom(bloom, bloomOf(logs));
  const encoded = parsed.map((receipt, at) =>
    encodeReceipt(receipt, { type: contents.transactions[at]?.type ?? 0, bloom: bloomOf(receipt.logs) }),
  );
  const rooted = {
    ...fields,
    logsBloom: bufferToHex(bloom),
    transactionsRoot: bufferToHex(deriveRoot(contents.transactions.map(encodeTransaction))),
    receiptsRoot: bufferToHex(deriveRoot(encoded)),
    withdrawalsRoot: bufferToHex(deriveRoot((contents.withdrawals ?? []).map(encodeWithdrawal))),
  };
  return withOwnHash(rooted);
}

/** Sets the hash of an answered block, whose roots may be of anything. */
export function withOwnHash(fields: Record<string, unknown>): Record<string, unknown> {
  const header = parseBlock({ ...fields, transactions: [] });
  return { ...fields, hash: bufferToHex(keccak256(encodeHeader(header))) };
}

/** A block whose first transaction is of a type of a rollup's own, which its receipt and header have. */
export function withOwnType({ block, receipts }: BlockAnswers): BlockAnswers {
  const [first, ...others] = Array.isArray(block.transactions) ? block.transactions : [];
  const transactions = [{ ...first, type: '0x6a' }, ...others];
  const told = receipts.map((receipt, at) => ({ ...receipt, type: transactions[at]?.type }));
  const encoded = told.map(parseReceipt).map((receipt, at) => {
    const type = Number(transactions[at]?.type);
    return encodeReceipt(receipt, { type, bloom: bloomOf(receipt.logs) });
  });
  const rooted = withOwnHash({ ...block, receiptsRoot: bufferToHex(deriveRoot(encoded)) });
  return { block: { ...rooted, transactions }, receipts: told };
}

/** An answered block of a fork that nobody knows, which has these fields at the end of its header. */
export function withLaterFields(
  fields: Record<string, unknown>,
  later: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const header = parseBlock({ ...fields, ...later, transactions: [] });
  const values = header.foreignFields.flatMap(({ value }) => (value ? [value] : []));
  return { ...fields, ...later, hash: bufferToHex(keccak256(encodeHeader(header, values))) };
}

function unplaced(transactions: unknown): unknown {
  return Array.isArray(transactions) ? transactions : [];
}
