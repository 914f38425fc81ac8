import { listCoinBalances, listCoinBalancesByDay } from '@/lib/endpoints/coin-balance';
import { bufferToHex, hexToBuffer } from '@/lib/evm/hex';
import { type BalanceBlockRow, listBalanceBlocks, listLastBlocksOfDays } from '@/lib/queries/coin-balance';
import { type Context, implement } from '../implement';
import { cutPage, PAGE_SIZE, toHeight } from '../paging';
import { presentTimestamp } from '../present/values';

const DAYS = 10;

/** GET /addresses/{address}/coin-balance-history. */
export const coinBalancesOperation = implement(listCoinBalances, async ({ params, query, ...context }) => {
  const address = hexToBuffer(params.address_hash_param);
  const size = Number(query.items_count ?? PAGE_SIZE);
  const below = query.block_number === undefined ? Number.MAX_SAFE_INTEGER : toHeight(query.block_number);
  const { shown, last } = cutPage(
    await listBalanceBlocks(context.db, address, { below, limit: size + 1 }),
    size,
  );
  const changes = await Promise.all(shown.map((row) => readChange(context, address, row)));
  const told = changes.filter((change) => change !== undefined);
  return {
    items: told.filter(({ delta }) => delta !== '0'),
    next_page_params: last ? { block_number: last.block_number, items_count: size } : null,
    meta: judge(shown.length, told.length),
  };
});

/** GET /addresses/{address}/coin-balance-history-by-day. */
export const coinBalancesByDayOperation = implement(
  listCoinBalancesByDay,
  async ({ params, db, services }) => {
    const address = hexToBuffer(params.address_hash_param);
    const days = await listLastBlocksOfDays(db, DAYS);
    const balances = await Promise.all(
      days.map(({ block_number }) => services.coinBalance(db.chainId, address, block_number)),
    );
    return {
      days: DAYS,
      items: days.flatMap(({ date }, at) => {
        const balance = balances[at];
        return balance === undefined ? [] : [{ date, value: String(balance) }];
      }),
    };
  },
);

/** What a block did to the balance; undefined when the node does not tell. */
async function readChange({ db, services }: Context, address: Buffer, row: BalanceBlockRow) {
  const { block_number: height } = row;
  const [after, before] = await Promise.all([
    services.coinBalance(db.chainId, address, height),
    height === 0 ? 0n : services.coinBalance(db.chainId, address, height - 1),
  ]);
  if (after === undefined || before === undefined) return undefined;
  return {
    block_number: height,
    block_timestamp: presentTimestamp(row.timestamp),
    value: String(after),
    delta: String(after - before),
    transaction_hash: row.transaction_hash === null ? null : bufferToHex(row.transaction_hash),
  };
}

function judge(asked: number, told: number) {
  if (told === asked) return null;
  const message = 'The node does not tell the balances of some of these blocks: it may not keep old states.';
  return told === 0
    ? ({ status: 'unavailable', message: 'The node does not tell the balances of these blocks.' } as const)
    : ({ status: 'partial', message } as const);
}
