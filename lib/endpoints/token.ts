import { z } from 'zod';
import { typesWith } from '@/lib/evm/token-standards';
import { address, imitated } from './address-mention';
import { BATCHES_ONCE, defineEndpoint, listPageOf } from './endpoint';
import { addressHash, count, decimalString, integerString, tokenType } from './formats';
import {
  addressesParam,
  addressParam,
  cursorCount,
  cursorParam,
  enumParam,
  itemsCountParam,
  limitParam,
  orderParam,
  tokenTypesParam,
} from './params';

import { priceNow } from './price-source';

/** Source of a balance. */
export const balanceSource = z.enum(['transfers', 'balanceOf']).nullable().default(null).meta({
  description:
    'Source of the balance: the sum of all transfers, compared with the contract, or the result of balanceOf.',
});
/** Source of a balance; null when unknown. */
export type BalanceSource = z.output<typeof balanceSource>;
/** When a balance is known. */
export const balanceBlock = count
  .nullable()
  .default(null)
  .meta({ description: 'Block height of the balance.' });

const HOLDERS_COUNT = `Number of holders, each once, however many IDs they hold. Null unless all holders are known: not if balances are encrypted (${typesWith('encrypted')}) or not the sums of all transfers.`;

/** A token; unavailable figures are null, not "0". */
export const token = z
  .object({
    address_hash: addressHash,
    type: z.string().nullable().meta({ description: 'The token standard.', example: 'ERC-20' }),
    name: z.string().nullable(),
    symbol: z.string().nullable(),
    decimals: integerString.nullable(),
    total_supply: integerString.nullable(),
    holders_count: integerString.nullable().meta({ description: HOLDERS_COUNT }),
    ...priceNow,
    circulating_market_cap: decimalString.nullable(),
    circulating_supply: decimalString.nullable().default(null),
    volume_24h: decimalString.nullable().default(null),
    icon_url: z.string().nullable().meta({
      description: "The token's logo, served by this site, if the operator's token list has one.",
    }),
    reputation: z.enum(['ok', 'scam']).default('ok'),
    imitates: imitated,
  })
  .meta({ id: 'Token' });

/** A token. */
export type Token = z.output<typeof token>;

/** What `is_confirmed` of a confidential token says. */
export const IS_CONFIRMED =
  'Whether an ACL of a known deployment lets it use the values of its latest 20 transfers: true all, false none; null some, or before its first transfer, or while their blocks have no index of handles. Any contract can log a transfer of any handle: true proves that its values are those of a deployment. It does not prove that balances change by them: any contract can compute values of its own, and log their transfer.';

const tokenInfo = token
  .extend({
    balances_by: z.enum(['transfers', 'calls', 'none']).nullable().optional().meta({
      description:
        'Source of balances: transfers, which agree with the contract; calls to the contract; or none. Null until compared.',
    }),
    listing: z
      .object({
        list: z.string(),
        name: z.string(),
        symbol: z.string(),
        agrees: z.boolean().nullable().meta({
          description:
            'Whether the contract has the name or symbol, and the decimals, of the list; null until compared.',
        }),
      })
      .nullable()
      .default(null)
      .meta({ description: "The token's entry in the operator's token list; null if not listed." }),
    confidential: z
      .object({
        maker: z.enum(['fhevm', 'cofhe', 'nox', 'unknown']).meta({
          description:
            'fhevm: it declares the contracts of an fhEVM, or its handles have that form. cofhe: Fhenix CoFHE. nox: iExec Nox, which computes in enclaves, not on ciphertexts.',
        }),
        deployment: z.string().nullable().meta({
          description: 'The known deployment that has the executor; null for another one, or none.',
        }),
        executor: addressHash.nullable().meta({ description: 'As the contract declares it.' }),
        protocol_id: integerString.nullable().meta({ description: 'Result of confidentialProtocolId().' }),
        is_confirmed: z.boolean().nullable().default(null).meta({ description: IS_CONFIRMED }),
      })
      .optional()
      .meta({ description: 'What computes on its amounts; only of confidential tokens, once it was read.' }),
  })
  .meta({ id: 'TokenInfo', outputId: 'TokenInfoObject' });

/** A token with the sources of its figures. */
export type TokenInfo = z.output<typeof tokenInfo>;

/** An NFT. */
export const tokenInstance = z
  .object({
    id: integerString,
    owner: address.nullable(),
    owner_source: z.enum(['transfers']).nullable().default(null).meta({
      description:
        'Source of the owner: recipient of the last indexed transfer, the null address once burnt; the contract is not queried. Null without an owner.',
    }),
    is_unique: z.boolean().nullable(),
    metadata: z.record(z.string(), z.unknown()).nullable(),
    image_url: z.string().nullable().meta({
      description: 'A data: URI, if the image is within the metadata. Nothing remote is fetched.',
    }),
    animation_url: z.string().nullable().meta({ description: 'As image_url.' }),
    external_app_url: z.string().nullable(),
    media_url: z.string().nullable(),
    media_type: z.string().nullable(),
    thumbnails: z.record(z.string(), z.string()).nullable(),
    token: token.nullable().default(null),
    token_type: tokenType.nullable().default(null),
    value: integerString.nullable().default(null).meta({
      description: "The holder's balance; null if not known, or no holder is requested.",
    }),
    balance_source: balanceSource,
    balance_block: balanceBlock,
    transfers_sum: integerString.nullable().default(null).meta({
      description: "Where the holder's balance is not known: the sum of the indexed transfers.",
    }),
    metadata_url: z.string().nullable().default(null).meta({
      description: 'The metadata URI of the contract; null if the contract returns the metadata itself.',
    }),
    external_image_url: z.string().nullable().default(null).meta({
      description: 'The image URI of the metadata, if the image is not within it.',
    }),
    external_animation_url: z.string().nullable().default(null),
  })
  .meta({ id: 'TokenInstance' });

/** An NFT. */
export type TokenInstance = z.output<typeof tokenInstance>;

const listedToken = token
  .extend({
    transfers_count: integerString.nullable().default(null).meta({
      description: 'Number of its transfers in the index.',
    }),
  })
  .meta({ id: 'ListedToken' });

/** A token of a list, with how often it moves. */
export type ListedToken = z.output<typeof listedToken>;

/** All tokens, most holders first. */
export const listTokens = defineEndpoint({
  id: 'listTokens',
  credits: 30,
  path: '/tokens',
  query: z.strictObject({
    type: tokenTypesParam.optional(),
    q: z.string().optional().meta({ description: 'Words of the name or symbol; at most 50 results.' }),
    addresses: addressesParam.optional().meta({
      description:
        'Only the tokens of these contracts, comma-separated, up to 50; other filters are ignored.',
    }),
    sort: enumParam(['holders_count']).optional().meta({ description: 'The only sort order.' }),
    order: orderParam,
    contract_address_hash: cursorParam(addressParam),
    holders_count: cursorCount,
    limit: limitParam,
    items_count: itemsCountParam,
  }),
  response: listPageOf(listedToken, { contract_address_hash: addressHash, holders_count: count }).meta({
    id: 'TokensPage',
    outputId: 'TokensPageObject',
  }),
  summary: 'Tokens',
  description:
    'All tokens, most holders first, or fewest with `order=asc`. Repeat filters and order on each page. Search results have their own order.',
});

/** One token. */
export const getToken = defineEndpoint({
  id: 'getToken',
  path: '/tokens/{address_hash_param}',
  response: tokenInfo,
  summary: 'Token info',
  description: 'Metadata of a token from its contract, and counts.',
});

/** The logo of a token; 404 without one. */
export const getTokenLogo = defineEndpoint({
  id: 'getTokenLogo',
  path: '/tokens/{address_hash_param}/logo',
  response: z
    .object({
      media_type: z.enum(['image/png', 'image/jpeg', 'image/webp', 'image/gif']),
      base64: z.string(),
    })
    .meta({ id: 'TokenLogo' }),
  summary: 'Token logo',
  description:
    "The token's logo in the operator's token list, if the contract agrees with the list; served as an image at `icon_url`.",
});

/** Numbers of transfers and holders of a token. */
export const getTokenCounters = defineEndpoint({
  id: 'getTokenCounters',
  path: '/tokens/{address_hash_param}/counters',
  response: z
    .object({
      transfers_count: integerString.meta({ description: BATCHES_ONCE }),
      token_holders_count: integerString.meta({
        description:
          'Holders, each once, however many IDs they hold. Exact, unless `are_holders_known` is false: then accounts seen receiving it.',
      }),
      are_holders_known: z
        .boolean()
        .default(true)
        .meta({
          description: `False if balances are encrypted (${typesWith('encrypted')}: recipients of the latest 2,000 transfers are counted), or are not the sums of all transfers.`,
        }),
    })
    .meta({ id: 'TokenCounters' }),
  summary: 'Token counters',
  description: 'Number of transfers and holders of a token.',
});

/** Transfers of an NFT, once per batch; 404 for an unknown or ERC-20 token. */
export const getTokenInstanceTransfersCount = defineEndpoint({
  id: 'getTokenInstanceTransfersCount',
  path: '/tokens/{address_hash_param}/instances/{token_id_param}/transfers-count',
  response: z.object({ transfers_count: count }).meta({ id: 'TransfersCount' }),
  summary: 'Number of transfers of an NFT instance',
  description: 'Number of transfers of an NFT; 0 if it was never transferred.',
});
