import { z } from 'zod';
import { isHeldById, TOKEN_TYPES, typesWith } from '@/lib/evm/token-standards';
import { address } from './address-mention';
import { defineEndpoint, listPageOf, pageNote, pageOf } from './endpoint';
import { addressHash, count, integerString } from './formats';
import {
  addressParam,
  cursorParam,
  integerParam,
  itemsCountParam,
  listQuery,
  tokenTypesParam,
} from './params';
import { balanceBlock, balanceSource, token, tokenInstance } from './token';

/** Maximum tokens of one answer. */
export const MAX_BALANCES = 1_000;
/** NFTs shown per collection. */
export const MAX_SHOWN_INSTANCES = 9;

const meta = pageNote(['partial'], 'Why the list is incomplete; null if complete.');
/** Why a list lacks something; null when it does not. */
export type ListMeta = z.output<typeof meta>;

const BY_ID = TOKEN_TYPES.filter(isHeldById).join(' and ');
const heldId = integerString.nullable().meta({
  description: `The ID that the balance is of; null for a balance of the token. Balances of ${BY_ID} tokens are by ID, and never added up.`,
});

const tokenHolder = z
  .object({
    address,
    value: integerString
      .nullable()
      .meta({ description: 'In the smallest unit of the token or ID; null if the balance is not known.' }),
    token_id: heldId,
    id_supply: integerString.nullable().default(null).meta({
      description:
        'Supply of the ID, the sum of the balances of its holders. Null without `token_id`, if the balances are not the sums of all transfers, or for more than 10,000 holders.',
    }),
    balance_source: balanceSource,
    balance_block: balanceBlock,
    transfers_sum: integerString.nullable().default(null).meta({
      description: 'Where the balance is not known: the sum of the indexed transfers.',
    }),
  })
  .meta({ id: 'TokenHolder', outputId: 'TokenHolderObject' });
/** A holder of a token or NFT. */
export type TokenHolder = z.output<typeof tokenHolder>;

const tokenBalance = z
  .object({
    token: token.nullable(),
    token_id: heldId,
    token_instance: tokenInstance.nullable(),
    value: integerString.meta({
      description: 'In the smallest unit of the token or ID; of an ERC-721 token the number of NFTs.',
    }),
    balance_source: balanceSource,
    balance_block: balanceBlock,
  })
  .meta({ id: 'TokenBalance', outputId: 'TokenBalanceObject' });
/** An address's balance of a token. */
export type TokenBalance = z.output<typeof tokenBalance>;

/** Cursor of holders. */
export const holdersCursor = {
  address_hash: cursorParam(addressParam),
  value: cursorParam(integerParam()),
  token_id: cursorParam(integerParam()),
  items_count: itemsCountParam,
};
/** Cursor of tokens by address. */
export const tokensCursor = { token_contract_address_hash: cursorParam(addressParam) };

const holders = {
  query: z.strictObject(holdersCursor),
  response: listPageOf(tokenHolder, {
    address_hash: addressHash,
    value: integerString,
    token_id: integerString.optional(),
  })
    .extend({ meta: meta.meta({ description: 'Null when all holders and their balances are known.' }) })
    .meta({ id: 'TokenHoldersPage', outputId: 'TokenHoldersPageObject' }),
} as const;

/** A token's holders, largest balance first. */
export const listTokenHolders = defineEndpoint({
  ...holders,
  id: 'listTokenHolders',
  path: '/tokens/{address_hash_param}/holders',
  summary: 'Holders of a token',
  description: `Holders of a token, largest balance first. Of ${BY_ID} tokens one item for each holder and ID, by ID, highest first, and balance: \`holders_count\` of the token counts the holders. A balance is the sum of transfers where it agrees with the contract, otherwise the result of balanceOf; then only accounts in indexed transfers are listed. Empty for confidential tokens (${typesWith('encrypted')}), whose balances are encrypted.`,
});

/** An NFT's holders, largest balance first. */
export const listInstanceHolders = defineEndpoint({
  ...holders,
  id: 'listInstanceHolders',
  path: '/tokens/{address_hash_param}/instances/{token_id_param}/holders',
  summary: 'Holders of an NFT',
  description: 'Holders of an NFT, largest balance first. 404 for an unknown or ERC-20 token.',
});

/** An address's tokens in one answer. */
export const listAddressTokenBalances = defineEndpoint({
  id: 'listAddressTokenBalances',
  path: '/addresses/{address_hash_param}/token-balances',
  response: z.array(tokenBalance).max(MAX_BALANCES),
  summary: 'Token balances of an address',
  description: `The first 1,000 balances of an address, ordered by token address and ID: one of each token, of ${BY_ID} tokens one of each ID, without metadata. \`/tokens\` lists all, page by page. Balances that are not known are omitted.`,
});

/** An address's tokens. */
export const listAddressTokens = defineEndpoint({
  id: 'listAddressTokens',
  path: '/addresses/{address_hash_param}/tokens',
  query: listQuery({
    type: tokenTypesParam.optional(),
    token_contract_address_hash: cursorParam(addressParam),
    token_id: cursorParam(integerParam()),
  }),
  response: listPageOf(tokenBalance, {
    token_contract_address_hash: addressHash,
    token_id: integerString.meta({ description: '-1 after a balance of a token.' }),
  })
    .extend({ meta: meta.meta({ description: 'Null if no token is omitted.' }) })
    .meta({ id: 'TokenBalancesPage', outputId: 'TokenBalancesPageObject' }),
  summary: 'Tokens of an address',
  description: `Token balances of an address, ordered by token address and ID: one of each token, of ${BY_ID} tokens one of each ID. Balances that are not known are left out. Repeat the filter on each page.`,
});

/** An address's NFTs by collection. */
export const listAddressCollections = defineEndpoint({
  id: 'listAddressCollections',
  path: '/addresses/{address_hash_param}/nft/collections',
  query: listQuery({
    type: tokenTypesParam.optional(),
    token_contract_address_hash: cursorParam(addressParam),
    token_type: cursorParam(z.string()),
  }),
  response: pageOf(
    z.object({
      token,
      amount: integerString.nullable().meta({
        description: `Number of NFTs held: of ${BY_ID} tokens of IDs, whatever their amounts. Null if it is not known, or for more than 1,000 of a token that also has amounts.`,
      }),
      token_instances: z.array(tokenInstance).max(MAX_SHOWN_INSTANCES),
    }),
    z.object({ token_contract_address_hash: addressHash, items_count: count }),
  )
    .extend({ meta })
    .meta({ id: 'NftCollectionsPage', outputId: 'NftCollectionsPageObject' }),
  summary: 'NFT collections of an address',
  description:
    'NFT collections held by an address, ordered by contract address, each with the number of NFTs held and the first few. Large metadata is null.',
});

/** An address's NFTs. */
export const listAddressNfts = defineEndpoint({
  id: 'listAddressNfts',
  path: '/addresses/{address_hash_param}/nft',
  query: listQuery({
    type: tokenTypesParam.optional(),
    token_contract_address_hash: cursorParam(addressParam),
    token_id: cursorParam(integerParam()),
    token_type: cursorParam(z.string()),
  }),
  response: listPageOf(tokenInstance, {
    token_contract_address_hash: addressHash,
    token_id: integerString,
  })
    .extend({ meta })
    .meta({ id: 'AddressNftsPage', outputId: 'AddressNftsPageObject' }),
  summary: 'NFTs of an address',
  description: 'NFTs held by an address, ordered by collection and token ID. Large metadata is null.',
});
