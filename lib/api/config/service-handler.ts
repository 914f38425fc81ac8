import { loadIndexerState } from '@/lib/api/address/mention-loader';
import { implement } from '@/lib/api/implement';
import { SOURCE_LANGUAGES } from '@/lib/endpoints/contract';
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
