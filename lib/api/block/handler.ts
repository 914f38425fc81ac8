import { Refusal } from '@/lib/api/answer';
import { loadBlockUsage } from '@/lib/api/fhe-deployment/loader';
import { implement } from '@/lib/api/implement';
import { toHeight } from '@/lib/api/lists/cursors';
import { implementList } from '@/lib/api/lists/implement-list';
import { loadBlockRange } from '@/lib/api/transaction/list-filter-loader';
import { getBlock, getBlockCountdown, listAddressBlocks, listBlocks } from '@/lib/endpoints/block';
import { hexToBuffer } from '@/lib/evm/hex';
import { loadCountdown } from './countdown-loader';
import { findBlockOfPath, presentBlocks } from './loader';
import { type BlockRow, listBlocks as queryBlocks } from './query';

const list = {
  cursor: {
    position: ({ block_number }: { block_number?: bigint | undefined }) =>
      block_number === undefined ? undefined : toHeight(block_number),
    next: ({ number: block_number }: BlockRow, items_count: number) => ({ block_number, items_count }),
  },
  present: presentBlocks,
};

/** GET /blocks. */
export const blocksOperation = implementList(listBlocks, {
  ...list,
  // Uncles are not stored, and orphaned blocks are deleted.
  read: async ({ db, query }, { after, limit }) => {
    if (query.type === 'uncle' || query.type === 'reorg') return [];
    const isOldestFirst = query.order === 'asc';
    const range = await loadBlockRange(db, { to_period: query.to_period });
    if (range === undefined) return queryBlocks(db, { below: after, limit, isOldestFirst });
    if (!isOldestFirst)
      return queryBlocks(db, { below: Math.min(after ?? range.beyond, range.beyond), limit });
    const rows = await queryBlocks(db, { below: after, limit, isOldestFirst });
    return rows.filter((row) => row.number < range.beyond);
  },
});

/** GET /addresses/{address}/blocks-validated. */
export const addressBlocksOperation = implementList(listAddressBlocks, {
  ...list,
  read: ({ db, params }, { after, limit }) =>
    queryBlocks(db, { below: after, limit, miner: hexToBuffer(params.address_hash_param) }),
});

/** GET /blocks/{hash or number}. */
export const blockOperation = implement(getBlock, async ({ db, params }) => {
  const row = await findBlockOfPath(db, params.block_hash_or_number_param);
  if (row === undefined) return undefined;
  const [[block], usage] = await Promise.all([
    presentBlocks({ db }, [row]),
    row.fhe_operations_count > 0 ? loadBlockUsage(db, [row.number]) : undefined,
  ]);
  return block && { ...block, fhe_deployments: usage?.get(row.number) ?? null };
});

/** GET /blocks/{number}/countdown. */
export const blockCountdownOperation = implement(getBlockCountdown, async ({ db, params, services }) => {
  const target = BigInt(params.block_number_param);
  const countdown = await loadCountdown({ db, services }, target);
  if (countdown === undefined) return undefined;
  if (countdown === 'mined') {
    return new Refusal({ status: 404, body: { message: 'Block number already mined' } });
  }
  return {
    current_block_number: String(countdown.current),
    countdown_block_number: String(target),
    remaining_blocks_count: String(countdown.remaining),
    estimated_time_in_seconds: countdown.seconds,
  };
});
