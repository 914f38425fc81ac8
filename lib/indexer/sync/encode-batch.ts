import { toEventSelector } from 'viem/utils';
import { encodeRows } from '@/lib/db/copy-text';
import { CHAIN_COLUMNS } from '@/lib/db/tables';
import { hexToBuffer } from '@/lib/evm/hex';
import { UPGRADE_TOPICS } from '@/lib/evm/upgrades';
import { type Batch, keyOf, type WrittenBlock } from './batch';
import type { BlockRows } from './block-rows';
import { COPIED, type CopiedRow, type CopiedTable } from './block-tables';
import { type FoundPool, listPools } from './write-pools';

/**
 * A batch whose rows are text for COPY, in the order of their tables. `upgraded` are contracts that said that their
 * implementation is another one, or that of those behind them.
 */
export type EncodedBatch = Batch<WrittenBlock> &
  Readonly<{ copies: readonly EncodedTable[]; upgraded: readonly Buffer[]; pools: readonly FoundPool[] }>;

/** The rows of a table, as `encodeRows` gives them. */
export type EncodedTable = Readonly<{ table: CopiedTable; chunks: readonly Uint8Array<ArrayBuffer>[] }>;

/** Logs after which a proxy is read again. */
const UPGRADES: ReadonlySet<string> = new Set(
  [...UPGRADE_TOPICS, toEventSelector('AdminChanged(address,address)')].map((topic) =>
    keyOf(hexToBuffer(topic)),
  ),
);

/** Encodes the rows of a batch of a chain, whose addresses, tokens and instances stay the same objects. Pure. */
export function encodeBatch(batch: Batch, chainId: number): EncodedBatch {
  const { blocks, ...facts } = batch;
  const copies = COPIED.map(([table, rowsOf]) => ({
    table,
    chunks: encodeRows(blocks.flatMap<CopiedRow>(rowsOf), CHAIN_COLUMNS[table]),
  }));
  const found = { upgraded: listUpgraded(blocks), pools: listPools(chainId, blocks) };
  return { ...facts, ...found, blocks: blocks.map(keepWritten), copies };
}

function keepWritten({ block, withdrawals, stats }: BlockRows): WrittenBlock {
  const { number, hash, parent_hash, transactions_count } = block;
  return {
    block: { number, hash, parent_hash, transactions_count },
    withdrawals: withdrawals.map(({ amount }) => ({ amount })),
    stats,
  };
}

function listUpgraded(blocks: readonly BlockRows[]): Buffer[] {
  const upgraded = new Map<string, Buffer>();
  for (const { logs } of blocks)
    for (const { address, topic0 } of logs)
      if (topic0 !== null && UPGRADES.has(keyOf(topic0))) upgraded.set(keyOf(address), address);
  return [...upgraded.values()];
}
