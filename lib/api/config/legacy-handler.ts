import { implement } from '@/lib/api/implement';
import { findBlockByTime } from '@/lib/api/modules/block';
import { getLogs } from '@/lib/api/modules/logs';
import { callProxy } from '@/lib/api/modules/proxy';
import { getLegacyBlockByTime, getLegacyBlockNumber, listLegacyLogs } from '@/lib/endpoints/legacy';

/** GET /api/legacy/block/eth-block-number. */
export const legacyBlockNumberOperation = implement(getLegacyBlockNumber, async (context) => {
  const answer = await callProxy(context, { action: 'eth_blockNumber' });
  return answer && { ...answer, id: context.query.id ?? answer.id };
});

/** GET /api/legacy/block/get-block-number-by-time. */
export const legacyBlockByTimeOperation = implement(getLegacyBlockByTime, (context) =>
  findBlockByTime(context, context.query),
);

/** GET /api/legacy/logs/get-logs. */
export const legacyLogsOperation = implement(listLegacyLogs, (context) => getLogs(context, context.query));
