import { type BlockRow, listBlocks } from '@/lib/api/block/query';
import type { Database } from '@/lib/db/open-database';
import type { GAS_ACTIONS } from '@/lib/endpoints/gas';
import {
  type ActionGas,
  findPaidFees,
  type GasConsumer,
  listActionGas,
  listGasConsumers,
  type PaidFees,
} from './query';

/** What gas cost recently, and who used it. */
export type GasSample = Readonly<{
  /** Newest first. */
  blocks: readonly BlockRow[];
  sampledBlocks: number;
  paid: PaidFees;
  actions: readonly ActionGas[];
  consumers: readonly GasConsumer[];
}>;

const BLOCKS = 200;
const SAMPLED_BLOCKS = 20;
const CONSUMERS = 10;

/** Actions by the first bytes of the input; transferFrom is missing, as ERC-20 and ERC-721 share it. */
const ACTIONS: ReadonlyMap<string, (typeof GAS_ACTIONS)[number]> = new Map([
  ['', 'coin_transfer'],
  ['a9059cbb', 'token_transfer'],
  ['095ea7b3', 'token_approval'],
  ['42842e0e', 'nft_transfer'],
  ['b88d4fde', 'nft_transfer'],
]);

/** Reads the sample; undefined before the first block. */
export async function readGasSample(db: Database): Promise<GasSample | undefined> {
  const blocks = await listBlocks(db, { below: undefined, limit: BLOCKS });
  const sampled = blocks.slice(0, SAMPLED_BLOCKS);
  const first = sampled.at(-1);
  if (first === undefined) return undefined;
  const from = first.number;
  const [paid, actions, consumers] = await Promise.all([
    findPaidFees(db, from),
    listActionGas(db, from, ACTIONS),
    listGasConsumers(db, { from, limit: CONSUMERS }),
  ]);
  return { blocks, sampledBlocks: sampled.length, paid, actions, consumers };
}
