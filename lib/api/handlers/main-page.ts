import { listMainPageBlocks, listMainPageTransactions } from '@/lib/endpoints/main-page';
import { listBlocks } from '@/lib/queries/block';
import { listTransactions } from '@/lib/queries/transaction';
import { implement } from '../implement';
import { presentBlocks } from '../loaders/block';
import { presentTransactions } from '../loaders/transaction';

/** GET /main-page/blocks. */
export const mainPageBlocksOperation = implement(listMainPageBlocks, async (context) =>
  presentBlocks(context, await listBlocks(context.db, { below: undefined, limit: 4 })),
);

/** GET /main-page/transactions. */
export const mainPageTransactionsOperation = implement(listMainPageTransactions, async (context) =>
  presentTransactions(context, await listTransactions(context.db, { before: undefined, limit: 6 })),
);
