import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { SHARED } from './recordings';

/** The consecutive recorded mainnet blocks, which have call traces. */
export const RECORDED = { data: 'realdata/blocks/1', first: 17686110, last: 17686125 };

const quantity = z.string().transform(BigInt);
const log = z.object({ address: z.string(), topics: z.array(z.string()), data: z.string() });
export type RawLog = z.output<typeof log>;

/** A frame of a node's call trace. */
export type Frame = {
  type: string;
  from: string;
  to?: string | undefined;
  value?: string | undefined;
  error?: string | undefined;
  output?: string | undefined;
  gasUsed?: string | undefined;
  calls?: Frame[] | undefined;
};
const frame: z.ZodType<Frame> = z.lazy(() =>
  z.object({
    type: z.string(),
    from: z.string(),
    to: z.string().optional(),
    value: z.string().optional(),
    error: z.string().optional(),
    output: z.string().optional(),
    gasUsed: z.string().optional(),
    calls: z.array(frame).optional(),
  }),
);

const blockSchema = z.object({
  block: z.object({
    number: quantity,
    timestamp: quantity,
    miner: z.string(),
    baseFeePerGas: quantity,
    transactions: z.array(
      z.object({
        hash: z.string(),
        from: z.string(),
        to: z.string().nullable(),
        value: quantity,
        gas: quantity,
      }),
    ),
  }),
  receipts: z.array(
    z.object({
      transactionHash: z.string(),
      contractAddress: z.string().nullable(),
      status: quantity,
      gasUsed: quantity,
      effectiveGasPrice: quantity,
      logs: z.array(log),
    }),
  ),
  traces: z.object({ result: z.array(z.object({ result: frame })) }),
});

export type RecordedTransaction = Readonly<{
  hash: string;
  from: string;
  to: string | null;
  value: bigint;
  gasLimit: bigint;
  /** In Unix seconds. */
  timestamp: number;
  receipt: z.output<typeof blockSchema>['receipts'][number];
  trace: Frame | null;
  miner: string;
  baseFeePerGas: bigint;
}>;

/** The transactions of a recorded block as the node told them. */
export function readRecordedBlock(height: number): RecordedTransaction[] {
  const bytes = gunzipSync(readFileSync(`${SHARED}/${RECORDED.data}/${height}.json.gz`));
  const { block, receipts, traces } = blockSchema.parse(JSON.parse(bytes.toString('utf8')));
  const { miner, baseFeePerGas, timestamp } = block;
  return block.transactions.map(({ hash, from, to, value, gas }, at) => {
    const receipt = receipts[at];
    if (receipt?.transactionHash !== hash) throw new Error(`no receipt of ${hash}`);
    return {
      hash,
      ...{ from, to, value },
      gasLimit: gas,
      timestamp: Number(timestamp),
      receipt,
      trace: traces.result[at]?.result ?? null,
      miner,
      baseFeePerGas,
    };
  });
}

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const SINGLE = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62';
const DEPOSIT = '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c';
const WITHDRAWAL = '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65';
const NULL = `0x${'0'.repeat(40)}`;

type Moved = { token: string; from: string; to: string; amount: string; isWrap: boolean };

/** The transfers that logs tell, one per log: the recording has no batch and no early NFT contract. */
export function listTransfers(logs: readonly RawLog[]): Moved[] {
  const account = (topic = '') => `0x${topic.slice(26)}`;
  const all = logs.flatMap(({ address, topics: [topic, first, second, third], data }): Moved[] => {
    const move = (from: string, to: string, isWrap = false) => [
      { token: address.toLowerCase(), from, to, amount: data.slice(0, 66), isWrap },
    ];
    const count = [topic, first, second, third].filter((each) => each !== undefined).length;
    if (topic === TRANSFER && (count === 4 || (count === 3 && data.length >= 66)))
      return move(account(first), account(second));
    if (topic === SINGLE && count === 4) return move(account(second), account(third));
    if (topic === DEPOSIT && count === 2) return move(NULL, account(first), true);
    return topic === WITHDRAWAL && count === 2 ? move(account(first), NULL, true) : [];
  });
  // a deposit beside an equal mint of the same contract tells the same thing twice
  const keyOf = ({ token, from, to, amount }: Moved) => [token, from, to, amount].join();
  const plain = new Set(all.filter(({ isWrap }) => !isWrap).map(keyOf));
  return all.filter((moved) => !moved.isWrap || !plain.has(keyOf(moved)));
}
