import type { z } from 'zod';
import { type CallContext, implement } from '@/lib/api/implement';
import { toHeight } from '@/lib/api/lists/cursors';
import { readPage } from '@/lib/api/lists/implement-list';
import { presentTimestamp } from '@/lib/api/values';
import { listCoinBalances, listCoinBalancesByDay } from '@/lib/endpoints/coin-balance';
import { bufferToHex, hexToBuffer } from '@/lib/evm/hex';
import { message } from '@/lib/messages/message';
import { loadCoinBalances } from './loader';
import { type BalanceBlockRow, listBalanceBlocks, listLastBlocksOfDays } from './query';

const DAYS = 10;
/** Reads per page, each of which requests as many balances from the node. */
const NODE_READS = 5;

/** GET /addresses/{address}/coin-balance-history. */
export const coinBalancesOperation = implement(listCoinBalances, async (call) => {
  const address = hexToBuffer(call.params.address_hash_param);
  const totals = { blocks: 0, known: 0 };
  let isForgotten = false;
  const page = await readPage(call, {
    cursor: {
      position: ({ block_number }: z.output<typeof listCoinBalances.query>) =>
        block_number === undefined ? Number.MAX_SAFE_INTEGER : toHeight(block_number),
      next: ({ block_number }: BalanceBlockRow, items_count: number) => ({ block_number, items_count }),
    },
    maxReads: NODE_READS,
    // a node that pruned a state has pruned all earlier ones
    read: async ({ db }, { after: below, limit }) =>
      isForgotten ? [] : listBalanceBlocks(db, address, { below, limit }),
    present: async (context, rows) => {
      const changes = await Promise.all(rows.map((row) => readChange(context, address, row)));
      const known = changes.filter((change) => change !== undefined);
      isForgotten = known.length === 0;
      totals.blocks += rows.length;
      totals.known += known.length;
      return known.filter((change) => change !== 'unchanged').filter(({ delta }) => delta !== '0');
    },
  });
  return { ...page, meta: describeGaps(totals.blocks, totals.known) };
});

/** GET /addresses/{address}/coin-balance-history-by-day. */
export const coinBalancesByDayOperation = implement(listCoinBalancesByDay, async ({ params, ...context }) => {
  const address = hexToBuffer(params.address_hash_param);
  const days = await listLastBlocksOfDays(context.db, DAYS);
  const balances = await Promise.all(
    days.map(({ block_number }) => loadCoinBalances(context, [address], block_number)),
  );
  return {
    days: DAYS,
    items: days.flatMap(({ date }, at) => {
      const balance = balances[at]?.[0]?.balance;
      return balance === undefined ? [] : [{ date, value: String(balance) }];
    }),
  };
});

/** Undefined where neither access lists nor the node have a balance. */
async function readChange({ db, services }: CallContext, address: Buffer, row: BalanceBlockRow) {
  const { block_number: height, is_listed, listed_balance, listed_before } = row;
  const fetch = (at: number) => services.coinBalance(db.chainId, address, at);
  // as of an account that only called another
  if (is_listed && listed_balance === null) return 'unchanged' as const;
  const [after, before] = await Promise.all([
    listed_balance === null ? fetch(height) : BigInt(listed_balance),
    listed_before !== null ? BigInt(listed_before) : height === 0 ? 0n : fetch(height - 1),
  ]);
  if (after === undefined || before === undefined) return undefined;
  return {
    block_number: height,
    block_timestamp: presentTimestamp(row.timestamp),
    value: String(after),
    delta: String(after - before),
    is_proven: row.is_proven && listed_balance !== null,
    transaction_hash: row.transaction_hash === null ? null : bufferToHex(row.transaction_hash),
  };
}

function describeGaps(blocks: number, known: number) {
  if (known === blocks) return null;
  return known === 0
    ? ({ status: 'unavailable', ...message('old_balances_missing') } as const)
    : ({ status: 'partial', ...message('old_balances_in_part') } as const);
}
