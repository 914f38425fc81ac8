import { z } from 'zod';
import { defineEndpoint } from './endpoint';
import { callModule, moduleAnswer, proxyAnswer } from './module';

const common = { service: 'legacy', tag: 'module and action', errors: [] } as const;
const { shape } = callModule.query;

/** The height of the chain, as a path. */
export const getLegacyBlockNumber = defineEndpoint({
  ...common,
  id: 'getLegacyBlockNumber',
  path: '/block/eth-block-number',
  query: z.object({ id: z.string().optional().meta({ description: 'Echoed back. Default: 1.' }) }),
  response: proxyAnswer.extend({ id: z.union([z.string(), z.int()]) }).meta({ id: 'LegacyBlockNumber' }),
  summary: 'Latest block number',
  description: '`module=proxy&action=eth_blockNumber` as a path.',
});

/** The block at a time, as a path. */
export const getLegacyBlockByTime = defineEndpoint({
  ...common,
  id: 'getLegacyBlockByTime',
  path: '/block/get-block-number-by-time',
  query: z.object({ timestamp: shape.timestamp, closest: shape.closest }),
  response: moduleAnswer,
  summary: 'Block by timestamp',
  description: '`module=block&action=getblocknobytime` as a path.',
});

const { address, fromBlock, toBlock, topic0, topic1, topic2, topic3, page, offset } = shape;
const { topic0_1_opr, topic0_2_opr, topic0_3_opr, topic1_2_opr, topic1_3_opr, topic2_3_opr } = shape;

/** Logs of an address, as a path. */
export const listLegacyLogs = defineEndpoint({
  ...common,
  id: 'listLegacyLogs',
  path: '/logs/get-logs',
  query: z.object({
    ...{ address, fromBlock, toBlock, topic0, topic1, topic2, topic3, page, offset },
    ...{ topic0_1_opr, topic0_2_opr, topic0_3_opr, topic1_2_opr, topic1_3_opr, topic2_3_opr },
  }),
  response: moduleAnswer,
  summary: 'Logs by address and topics',
  description: '`module=logs&action=getLogs` as a path.',
});
