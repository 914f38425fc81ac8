import { type Hex, keccak256, numberToHex, type TransactionSerializable, toRlp } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { bufferToHex, hexToBuffer } from '@/lib/evm/hex';
import { deriveBranch, deriveRoot } from '@/lib/proof/trie';

type Rlp = Hex | readonly Rlp[];
type Leaf = Readonly<{ encoded: Hex; branch: readonly Hex[] }>;
type Proof = Readonly<{ header: Hex; block_hash: Hex; transaction: Leaf; receipt: Leaf; index: number }>;

export const SENDER = privateKeyToAccount(`0x${'46'.repeat(32)}`);
export const TO = '0x3535353535353535353535353535353535353535';
export const TOKEN = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
export const word = (value: number): Hex => numberToHex(value, { size: 32 });
const integer = (value: number | bigint): Hex => (BigInt(value) === 0n ? '0x' : numberToHex(value));
export const typed = (type: number, rlp: Hex): Hex =>
  type === 0 ? rlp : `${numberToHex(type, { size: 1 })}${rlp.slice(2)}`;

const common = { chainId: 1, to: TO, value: 10n ** 18n, data: '0x1234' } as const;
const fees = { gas: 50_000n, maxFeePerGas: 20n, maxPriorityFeePerGas: 1n };
/** Encoded and signed by viem, which shares no code with the check. */
const SIGNED: readonly TransactionSerializable[] = [
  { to: TO, value: 10n ** 18n, data: '0x1234', nonce: 9, gas: 21_000n, gasPrice: 20n, type: 'legacy' },
  { ...common, nonce: 0, gas: 21_000n, gasPrice: 20n, type: 'legacy' },
  {
    ...common,
    nonce: 1,
    gas: 1n,
    gasPrice: 2n,
    type: 'eip2930',
    accessList: [{ address: TO, storageKeys: [word(1)] }],
  },
  { ...common, ...fees, nonce: 2, type: 'eip1559', to: null },
  {
    ...common,
    ...fees,
    nonce: 3,
    type: 'eip4844',
    maxFeePerBlobGas: 5n,
    blobVersionedHashes: [`0x01${'00'.repeat(31)}`],
  },
];
const DEPOSIT = typed(0x7e, toRlp([word(7), TOKEN, TO, '0x', integer(5), integer(21_000), '0x', '0xabcd']));
const UNKNOWN = typed(0x6a, toRlp(['0x01', '0x02']));
export const TYPES = [0, 0, 1, 2, 3, 4, 0x7e, 0x6a];
const LOG: Rlp = [TOKEN, [word(1), word(2), word(3)], word(1000)];

/** Transactions of each type, in the order of `TYPES`. */
export async function signAll(): Promise<Hex[]> {
  const signed = await Promise.all(SIGNED.map((transaction) => SENDER.signTransaction(transaction)));
  const authorization = await SENDER.signAuthorization({ chainId: 1, address: TOKEN, nonce: 5 });
  const delegation = await SENDER.signTransaction({
    ...{ ...common, ...fees, nonce: 4, type: 'eip7702', authorizationList: [authorization] },
  });
  return [...signed, delegation, DEPOSIT, UNKNOWN];
}

/** As many logs as the index; the first one fails, the second is from before Byzantium. */
function encodeReceipt(type: number, index: number): Hex {
  const outcome = index === 0 ? '0x' : index === 1 ? word(77) : '0x01';
  const logs = Array.from({ length: index }, () => LOG);
  const fields: Rlp[] = [outcome, integer(21_000 * (index + 1)), `0x${'00'.repeat(256)}`, logs];
  return typed(type, toRlp(type === 0x7e ? [...fields, '0x09', '0x01'] : fields));
}

function toLeaf(values: readonly Hex[], index: number): Leaf {
  const branch = deriveBranch(values.map(hexToBuffer), index).map(bufferToHex);
  return { encoded: values[index] ?? '0x', branch };
}

const rootOf = (values: readonly Hex[]) => bufferToHex(deriveRoot(values.map(hexToBuffer)));

/** The proof of a transaction in a block of these; `header` changes fields of its header. */
export function prove(
  transactions: readonly Hex[],
  index: number,
  header: Readonly<Record<number, Hex>> = {},
): Proof {
  const receipts = TYPES.map(encodeReceipt);
  const fields: Hex[] = new Array(20).fill('0x');
  Object.assign(
    fields,
    {
      0: word(1),
      4: rootOf(transactions),
      5: rootOf(receipts),
      8: integer(1_000),
      11: integer(1_700_000_000),
    },
    header,
  );
  const rlp = toRlp(fields);
  const proof = {
    transaction_hash: keccak256(transactions[index] ?? '0x'),
    ...{
      block_hash: keccak256(rlp),
      block_number: 1_000,
      index,
      status: 'proven',
      reason: null,
      header: rlp,
    },
    ...{ transaction: toLeaf(transactions, index), receipt: toLeaf(receipts, index) },
  };
  return proof;
}
