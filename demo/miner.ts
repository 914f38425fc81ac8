import type { Address, Hex } from 'viem';
import { baseFeeOf } from './fees';
import { asHex, asList, asRecord, type NodeRequest } from './node-request';

/** The required outcome of a transaction; `either` for traffic that may fail. */
export type Outcome = 'success' | 'failure' | 'either';
export type Log = { address: Address; topics: readonly Hex[]; data: Hex };
export type Receipt = { hash: Hex; succeeded: boolean; logs: readonly Log[] };
type Queued = { hash: Hex; outcome: Outcome; name?: string | undefined };

export type Miner = {
  track(transaction: Queued): void;
  /** Mines everything sent since the last block and checks each outcome; throws when one is wrong. */
  mine(): Promise<readonly Receipt[]>;
};

/** Continues above `height`; a block is stamped with `timestampOf(height)`, Unix seconds. */
export function createMiner(options: {
  request: NodeRequest;
  height: number;
  timestampOf: (height: number) => number;
}): Miner {
  const { request, timestampOf } = options;
  let height = options.height;
  let queue: Queued[] = [];
  return {
    track: (transaction) => {
      queue.push(transaction);
    },
    mine: async () => {
      height += 1;
      const expected = queue;
      queue = [];
      await request('anvil_setNextBlockBaseFeePerGas', [`0x${baseFeeOf(height).toString(16)}`]);
      await request('evm_mine', [{ timestamp: timestampOf(height) }]);
      const receipts = await fetchReceipts(request, height);
      checkOutcomes(expected, receipts);
      return receipts;
    },
  };
}

async function fetchReceipts(request: NodeRequest, height: number): Promise<Receipt[]> {
  const receipts = await request('eth_getBlockReceipts', [`0x${height.toString(16)}`]);
  return asList(receipts).map((item) => {
    const { transactionHash, status, logs } = asRecord(item);
    return { hash: asHex(transactionHash), succeeded: status === '0x1', logs: asList(logs).map(parseLog) };
  });
}

function parseLog(item: unknown): Log {
  const { address, topics, data } = asRecord(item);
  return { address: asHex(address), topics: asList(topics).map(asHex), data: asHex(data) };
}

function checkOutcomes(expected: readonly Queued[], receipts: readonly Receipt[]): void {
  const succeeded = new Map(receipts.map((receipt) => [receipt.hash, receipt.succeeded]));
  for (const { hash, outcome, name = hash } of expected) {
    const actual = succeeded.get(hash);
    if (actual === undefined) throw new Error(`The transaction ${name} was not mined.`);
    if (outcome !== 'either' && actual !== (outcome === 'success'))
      throw new Error(`The transaction ${name} was meant to be a ${outcome} and was not.`);
  }
}
