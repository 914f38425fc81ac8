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
