import { loadIndexerState } from '@/lib/api/address/mention-loader';
import { implement } from '@/lib/api/implement';
import { findBlockByTime } from '@/lib/api/modules/block';
import { getLogs } from '@/lib/api/modules/logs';
import { callProxy } from '@/lib/api/modules/proxy';
import { ASTROLABE_VERSION, getBackendVersion } from '@/lib/endpoints/backend-version';
import { SOURCE_LANGUAGES } from '@/lib/endpoints/contract';
import { getLegacyBlockByTime, getLegacyBlockNumber, listLegacyLogs } from '@/lib/endpoints/legacy';
import {
  getIndexerConfig,
  getServiceConfig,
  listBackgroundMigrations,
  listSourceLanguages,
} from '@/lib/endpoints/service-config';

/** GET /config/backend. */
export const serviceConfigOperation = implement(getServiceConfig, async () => ({
  chain_type: 'default',
  openapi_spec_folder_name: null,
}));

/** GET /config/indexer. */
export const indexerConfigOperation = implement(getIndexerConfig, async ({ db, services }) => {
  const [state, pending] = await Promise.all([loadIndexerState(db), services.pendingCount(db)]);
  return {
    indexer_enabled: state !== undefined,
    internal_transactions_fetcher_enabled: state?.has_traces ?? false,
    pending_transactions_fetcher_enabled: pending !== undefined,
    block_reward_fetcher_enabled: false,
    token_instance_retry_fetcher_enabled: false,
    token_instance_sanitize_fetcher_enabled: false,
  };
});

/** GET /config/db-background-migrations. */
export const backgroundMigrationsOperation = implement(listBackgroundMigrations, async () => ({
  migrations: [],
}));

/** GET /config/smart-contracts/languages. */
export const sourceLanguagesOperation = implement(listSourceLanguages, async () => ({
  languages: [...SOURCE_LANGUAGES],
}));

/** GET /config/backend-version. */
export const backendVersionOperation = implement(getBackendVersion, async () => ({
  backend_version: `v${ASTROLABE_VERSION}`,
}));

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
