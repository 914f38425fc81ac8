import { presentBlocks } from '@/lib/api/block/loader';
import { listBlocks } from '@/lib/api/block/query';
import { implement } from '@/lib/api/implement';
import { presentTransactions } from '@/lib/api/transaction/loader';
import { listTransactions } from '@/lib/api/transaction/query';
import { listMainPageBlocks, listMainPageTransactions } from '@/lib/endpoints/main-page';

/** GET /main-page/blocks. */
export const mainPageBlocksOperation = implement(listMainPageBlocks, async (context) =>
  presentBlocks(context, await listBlocks(context.db, { below: undefined, limit: 4 })),
);

/** GET /main-page/transactions. */
export const mainPageTransactionsOperation = implement(listMainPageTransactions, async (context) =>
  presentTransactions(context, await listTransactions(context.db, { before: undefined, limit: 6 })),
);
