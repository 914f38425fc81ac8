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
      chain_type: z.string().meta({ description: '`default`: no fields of one kind of chain only.' }),
      openapi_spec_folder_name: z.null(),
    })
    .meta({ id: 'ServiceConfig' }),
  summary: 'Kind of chain',
  description: 'As Blockscout tells its frontends apart: `default` for every chain here.',
});

/** What is indexed of the chain. */
export const getIndexerConfig = defineEndpoint({
  id: 'getIndexerConfig',
  path: '/config/indexer',
  response: z
    .object({
      indexer_enabled: z.boolean().meta({ description: 'Whether an indexer has written of this chain.' }),
      internal_transactions_fetcher_enabled: z
        .boolean()
        .meta({ description: 'Whether the node has traces, as far as is known.' }),
      pending_transactions_fetcher_enabled: z
        .boolean()
        .meta({ description: 'Whether the mempool was read within the last two minutes.' }),
      block_reward_fetcher_enabled: z.boolean().meta({ description: 'Rewards are not fetched.' }),
      token_instance_retry_fetcher_enabled: z.boolean(),
      token_instance_sanitize_fetcher_enabled: z.boolean(),
    })
    .meta({ id: 'IndexerConfig' }),
  summary: 'What is indexed',
  description: 'What the index has beside blocks, in the words of Blockscout.',
});

/** Migrations that run beside the service: none. */
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
  summary: 'Migrations in the background',
  description: 'Always none: the database is migrated before this service answers.',
});

/** Languages of sources. */
export const listSourceLanguages = defineEndpoint({
  id: 'listSourceLanguages',
  path: '/config/smart-contracts/languages',
  response: z.object({ languages: z.array(z.enum(SOURCE_LANGUAGES)) }).meta({ id: 'SourceLanguages' }),
  summary: 'Languages of verified contracts',
  description: 'By which verified contracts can be listed: what `filter` of `/smart-contracts` takes.',
});
