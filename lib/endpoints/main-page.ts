import { z } from 'zod';
import { block } from './block';
import { defineEndpoint } from './endpoint';
import { listedTransaction } from './transaction';

/** The four latest blocks. */
export const listMainPageBlocks = defineEndpoint({
  id: 'listMainPageBlocks',
  path: '/main-page/blocks',
  response: z.array(block),
  summary: 'Latest blocks',
  description: 'The four latest blocks.',
});

/** The six latest transactions. */
export const listMainPageTransactions = defineEndpoint({
  id: 'listMainPageTransactions',
  path: '/main-page/transactions',
  response: z.array(listedTransaction),
  summary: 'Latest transactions',
  description: 'The six latest transactions.',
});
