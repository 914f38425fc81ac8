import type { Database } from '@/lib/db/open-database';
import {
  type Block,
  getBlock,
  listAddressBlocks,
  listBlocks,
  listBlockTransactions,
} from '@/lib/endpoints/block';
import { hexToBuffer } from '@/lib/evm/hex';
import { type BlockRow, findBlock, listBlocks as queryBlocks } from '@/lib/queries/block';
import { implement } from '../implement';
import { loadAddressBook, loadIndexerState } from '../loaders/mentions';
import { cutPage, PAGE_SIZE, toHeight } from '../paging';
import { presentBlock } from '../present/block';
import { presentPage } from './transaction';

/** GET /blocks. */
export const blocksOperation = implement(listBlocks, async ({ db, query }) => {
  // Uncles are only named in their nephews, and replaced blocks are deleted.
  if (query.type === 'uncle' || query.type === 'reorg') return { items: [], next_page_params: null };
  return presentBlocksPage(db, query);
});

/** GET /addresses/{address}/blocks-validated. */
export const addressBlocksOperation = implement(listAddressBlocks, async ({ db, params, query }) =>
  presentBlocksPage(db, query, hexToBuffer(params.address_hash_param)),
);

/** GET /blocks/{hash or number}. */
export const blockOperation = implement(getBlock, async ({ db, params }) => {
  const row = await findBlockByParam(db, params.block_hash_or_number_param);
  return row ? (await presentBlocks(db, [row]))[0] : undefined;
});

/** GET /blocks/{hash or number}/transactions. */
export const blockTransactionsOperation = implement(
  listBlockTransactions,
  async ({ params, query, ...context }) => {
    const row = await findBlockByParam(context.db, params.block_hash_or_number_param);
    return row ? presentPage(context, query, { block: row.number, kinds: query.type ?? [] }) : undefined;
  },
);

type BlocksQuery = Readonly<{ block_number?: bigint | undefined; items_count?: bigint | undefined }>;

async function presentBlocksPage(db: Database, query: BlocksQuery, miner?: Buffer) {
  const size = Number(query.items_count ?? PAGE_SIZE);
  const below = query.block_number === undefined ? undefined : toHeight(query.block_number);
  const page = { below, limit: size + 1, ...(miner === undefined ? {} : { miner }) };
  const { shown, last } = cutPage(await queryBlocks(db, page), size);
  return {
    items: await presentBlocks(db, shown),
    next_page_params: last ? { block_number: last.number, items_count: size } : null,
  };
}

/** Blocks as the API shows them. */
export async function presentBlocks(db: Database, rows: readonly BlockRow[]): Promise<Block[]> {
  const [addresses, state] = await Promise.all([
    loadAddressBook(
      db,
      rows.map((row) => row.miner),
    ),
    loadIndexerState(db),
  ]);
  return rows.map((row) => presentBlock(row, { addresses, tip: state?.tip_number ?? row.number }));
}

/** The block that a path or a search text names: a hash, or a height of any length. */
export async function findBlockByParam(db: Database, text: string): Promise<BlockRow | undefined> {
  return findBlock(
    db,
    text.startsWith('0x') ? { hash: hexToBuffer(text) } : { number: toHeight(BigInt(text)) },
  );
}
