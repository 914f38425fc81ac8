import { listMainPageBlocks, listMainPageTransactions } from '@/lib/endpoints/main-page';
import { listBlocks } from '@/lib/queries/block';
import { listTransactions } from '@/lib/queries/transaction';
import { implement } from '../implement';
import { presentBlocks } from './block';
import { presentRows } from './transaction';

/** GET /main-page/blocks. */
export const mainPageBlocksOperation = implement(listMainPageBlocks, async ({ db }) => {
  return presentBlocks(db, await listBlocks(db, { below: undefined, limit: 4 }));
});

/** GET /main-page/transactions. */
export const mainPageTransactionsOperation = implement(listMainPageTransactions, async (context) => {
  return presentRows(context, await listTransactions(context.db, { before: undefined, limit: 6 }));
});
