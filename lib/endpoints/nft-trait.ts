import { z } from 'zod';
import { defineEndpoint } from './endpoint';
import { count } from './formats';

/** NFTs of a collection whose metadata is read for its traits. */
export const MAX_TRAIT_NFTS = 2_000;

const value = z.object({
  value: z.string(),
  nfts_count: count.meta({ description: 'NFTs with this value of the trait.' }),
});
const trait = z.object({
  name: z.string(),
  nfts_count: count.meta({ description: 'NFTs that have the trait.' }),
  values_count: count,
  values: z.array(value).meta({ description: 'The most frequent first, at most 50.' }),
});

/** Traits of a collection. */
export type NftTrait = z.output<typeof trait>;

/** Traits of a collection with their frequency. */
export const listNftTraits = defineEndpoint({
  id: 'listNftTraits',
  path: '/tokens/{address_hash_param}/traits',
  credits: 60,
  response: z
    .object({
      items: z.array(trait).meta({ description: 'At most 50, most NFTs first.' }),
      traits_count: count,
      nfts_count: count.meta({ description: 'NFTs whose metadata was read.' }),
      is_complete: z.boolean().meta({
        description:
          'Whether all indexed NFTs of the collection were read. If not, metadata is missing or too large, or there are more than can be read.',
      }),
    })
    .meta({ id: 'NftTraits' }),
  summary: 'Collection traits',
  description:
    'NFT counts by trait (`attributes` in the metadata), among at most 2,000 NFTs of the collection with indexed metadata, highest token IDs first.',
});
