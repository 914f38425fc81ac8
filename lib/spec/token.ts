import { z } from 'zod';
import { address } from './address';
import { defineEndpoint } from './endpoint';
import { addressHash, count, decimalString, integerString } from './formats';
import { addressParam, noQuery, tokenIdParam } from './params';

/** A token contract. What no source tells is null: a missing price is not "0". */
export const token = z
  .object({
    address_hash: addressHash,
    type: z.string().nullable().meta({ description: 'The token standard.', example: 'ERC-20' }),
    name: z.string().nullable(),
    symbol: z.string().nullable(),
    decimals: integerString.nullable(),
    total_supply: integerString.nullable(),
    holders_count: integerString.nullable(),
    exchange_rate: decimalString.nullable(),
    circulating_market_cap: decimalString.nullable(),
    circulating_supply: decimalString.nullable().default(null),
    volume_24h: decimalString.nullable().default(null),
    icon_url: z.string().nullable(),
    reputation: z.enum(['ok', 'scam']).default('ok'),
  })
  .meta({ id: 'Token' });

/** A token contract. */
export type Token = z.output<typeof token>;

/** One NFT of a collection. */
export const tokenInstance = z
  .object({
    id: integerString,
    owner: address.nullable(),
    is_unique: z.boolean().nullable(),
    metadata: z.record(z.string(), z.unknown()).nullable(),
    image_url: z.string().nullable(),
    animation_url: z.string().nullable(),
    external_app_url: z.string().nullable(),
    media_url: z.string().nullable(),
    media_type: z.string().nullable(),
    thumbnails: z.record(z.string(), z.string()).nullable(),
  })
  .meta({ id: 'TokenInstance' });

/** How often one NFT moved: a batch that names it twice counts once. 404 for an unknown or an ERC-20 token. */
export const getTokenInstanceTransfersCount = defineEndpoint({
  id: 'getTokenInstanceTransfersCount',
  service: 'explorer',
  path: '/tokens/{address_hash_param}/instances/{token_id_param}/transfers-count',
  params: z.strictObject({
    address_hash_param: addressParam.meta({ description: 'Address of the token contract.' }),
    token_id_param: tokenIdParam.meta({ description: 'Token id, decimal.' }),
  }),
  query: noQuery,
  response: z.object({ transfers_count: count }).meta({ id: 'TransfersCount' }),
  credits: 20,
  tag: 'tokens',
  summary: 'Number of transfers of an NFT instance',
  description: 'The total number of transfers of that NFT. An id that never moved has 0.',
  errors: [404, 422],
});
