import { z } from 'zod';
import { SOURCE_LANGUAGES } from './contract';
import { defineEndpoint } from './endpoint';
import { timestamp } from './formats';

/** Which kind of chain the fields of answers are for. */
export const getServiceConfig = defineEndpoint({
  id: 'getServiceConfig',
  path: '/config/backend',
  response: z
    .object({
      chain_type: z.string().meta({ description: '`default`: no chain-specific fields.' }),
      openapi_spec_folder_name: z.null(),
    })
    .meta({ id: 'ServiceConfig' }),
  summary: 'Chain type',
  description: 'Chain type for the Blockscout frontend: `default` for every chain.',
});

/** What is indexed of the chain. */
export const getIndexerConfig = defineEndpoint({
  id: 'getIndexerConfig',
  path: '/config/indexer',
  response: z
    .object({
      indexer_enabled: z.boolean().meta({ description: 'Whether this chain has been indexed.' }),
      internal_transactions_fetcher_enabled: z
        .boolean()
        .meta({ description: 'Whether the node supports tracing, if known.' }),
      pending_transactions_fetcher_enabled: z
        .boolean()
        .meta({ description: 'Whether the mempool was read within the last two minutes.' }),
      block_reward_fetcher_enabled: z.boolean().meta({ description: 'Rewards are not fetched.' }),
      token_instance_retry_fetcher_enabled: z.boolean(),
      token_instance_sanitize_fetcher_enabled: z.boolean(),
    })
    .meta({ id: 'IndexerConfig' }),
  summary: 'Indexer configuration',
  description: 'What is indexed besides blocks, in Blockscout terms.',
});

/** Background migrations: none. */
export const listBackgroundMigrations = defineEndpoint({
  id: 'listBackgroundMigrations',
  path: '/config/db-background-migrations',
  response: z
    .object({
      migrations: z
        .array(
          z.object({
            migration_name: z.string(),
            status: z.string(),
            inserted_at: timestamp,
            updated_at: timestamp,
            meta: z.record(z.string(), z.unknown()).nullable(),
          }),
        )
        .max(0),
    })
    .meta({ id: 'BackgroundMigrations' }),
  summary: 'Background migrations',
  description: 'Always empty: the database is migrated before the service answers.',
});

/** Languages of sources. */
export const listSourceLanguages = defineEndpoint({
  id: 'listSourceLanguages',
  path: '/config/smart-contracts/languages',
  response: z.object({ languages: z.array(z.enum(SOURCE_LANGUAGES)) }).meta({ id: 'SourceLanguages' }),
  summary: 'Contract languages',
  description: 'Languages accepted by `filter` of `/smart-contracts`.',
});
