import { z } from 'zod';
import { chainContents } from './chain-contents';
import { networks } from './config';
import { defineEndpoint } from './endpoint';
import { count, timestamp } from './formats';
import { development } from './indexing-status';

const head = z
  .object({
    first_block: count.nullable().default(null).meta({ description: 'Number of the lowest indexed block.' }),
    indexed_block: count.nullable().meta({ description: 'Number of the highest indexed block.' }),
    head_block: count.nullable().meta({ description: "Number of the node's latest block." }),
    timestamp: timestamp.nullable().meta({ description: 'Time of the highest indexed block.' }),
  })
  .meta({ id: 'ChainHead' });

/** Data of the frame of a chain's pages. */
export const getChainOverview = defineEndpoint({
  id: 'getChainOverview',
  path: '/main-page/overview',
  response: z
    .object({ networks, head: head.nullable(), contents: chainContents.nullable(), development })
    .meta({ id: 'ChainOverview' }),
  summary: 'Chain overview',
  description:
    'The served chains, how far this one is indexed, and what it has: all that a page shows around its content, in one call. `head` and `contents` are never null here.',
});
