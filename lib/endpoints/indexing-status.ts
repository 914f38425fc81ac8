import { z } from 'zod';
import { defineEndpoint, messageCode } from './endpoint';
import { count, timestamp } from './formats';

const ratio = z
  .string()
  .regex(/^[01]\.\d\d$/)
  .meta({ description: 'From "0.00" to "1.00", rounded down.' });

const rpcEndpoint = z
  .object({
    name: z
      .string()
      .meta({ description: "The operator's name for it, else its position.", examples: ['endpoint 1 of 2'] }),
    is_asked: z.boolean().default(true).meta({
      description: 'False while it is benched and another is not.',
    }),
    benched_until: timestamp.nullable().meta({
      description: 'Set if it lied or did not answer; null if not benched.',
    }),
    bench_reason: z.string().nullable().meta({ description: 'Why it was last benched.' }),
    last_answer: timestamp.nullable().meta({ description: 'To the minute.' }),
  })
  .meta({ id: 'RpcEndpoint' });

const indexProof = z
  .object({
    status: z.enum(['unknown', 'provable', 'unprovable']).meta({
      description:
        'Whether blocks of the chain can be proven, the newest if its rules have changed; unknown until the first with transactions.',
    }),
    reason: z.string().nullable().meta({ description: 'Why they cannot; null unless unprovable.' }),
    ...messageCode,
    proven_blocks_count: count,
    proven_from: count.nullable().meta({
      description: 'First block of the latest gapless proven range. Null if there is none.',
    }),
    proven_to: count.nullable().meta({ description: 'Last block of that range.' }),
  })
  .meta({ id: 'IndexProof' });

const indexingSpeed = z
  .object({
    blocks_per_second: z.number(),
    held_back_by: z.enum(['node', 'processor', 'database']).meta({
      description:
        'What most of the time went by with: waiting for the RPC endpoints, computing, or waiting for PostgreSQL.',
    }),
    seconds_left: count.meta({ description: 'Until the head, at this speed.' }),
    measured_at: timestamp,
  })
  .meta({ id: 'IndexingSpeed' });

/** What is told of the chain of a development node. */
export const development = z
  .object({
    reset_at: timestamp.nullable().meta({
      description: 'When the chain last began again or went back. Null if it never did.',
    }),
    reset_to: count.nullable().meta({
      description: 'Number of the block that it went back to. Null if it began again.',
    }),
  })
  .nullable()
  .default(null)
  .meta({
    description:
      'Set for the chain of a development node, which may begin again or go back: nothing of the old one is left then.',
  });

/** Indexing progress. The heights, which upstream lacks, show how old the data is. */
const indexingStatus = z
  .object({
    finished_indexing: z.boolean(),
    finished_indexing_blocks: z.boolean(),
    is_following: z.boolean().nullable().default(null).meta({
      description: "Whether the index keeps up with the node's latest block, at most five blocks behind.",
    }),
    indexed_blocks_ratio: ratio,
    indexed_internal_transactions_ratio: ratio.nullable(),
    first_block: count.nullable().default(null),
    indexed_block: count
      .nullable()
      .default(null)
      .meta({ description: 'Number of the highest indexed block.' }),
    head_block: count.nullable().default(null).meta({ description: "Number of the node's latest block." }),
    finalized_block: count.nullable().default(null).meta({
      description:
        'Number of the highest indexed block seen as finalized: as the node reports it, or 64 below its latest block if it does not. Null if there is none.',
    }),
    speed: indexingSpeed.nullable().default(null).meta({
      description:
        'How fast the index grows. Null where it keeps up with the head, or has not grown for five minutes.',
    }),
    blocks_count: count.nullable().default(null),
    transactions_count: count.nullable().default(null),
    addresses_count: count.nullable().default(null),
    proof: indexProof
      .nullable()
      .default(null)
      .meta({ description: 'Which blocks were proven against their own hashes.' }),
    development,
    rpc_endpoints: z
      .array(rpcEndpoint)
      .default([])
      .meta({ description: "The indexer's RPC endpoints in order of preference." }),
  })
  .meta({ id: 'IndexingStatus' });

/** Indexing progress of a chain. */
export const getIndexingStatus = defineEndpoint({
  id: 'getIndexingStatus',
  path: '/main-page/indexing-status',
  response: indexingStatus,
  summary: 'Indexing status',
  description: 'The share of the chain that is indexed, and the latest indexed block.',
});
