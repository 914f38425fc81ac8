import { z } from 'zod';
import { typesWith } from '@/lib/evm/token-standards';
import { address } from './address-mention';
import { defineEndpoint, listPageOf, pageOf } from './endpoint';
import { addressHash, count, integerString } from './formats';
import {
  addressParam,
  addressParams,
  cursorParam,
  instanceParams,
  integerParam,
  itemsCountParam,
  listQuery,
  noQuery,
  tokenParams,
  tokenTypesParam,
} from './params';
import { token, tokenInstance } from './token';

/** Maximum tokens of one answer. */
export const MAX_BALANCES = 1_000;
/** NFTs shown per collection. */
export const MAX_SHOWN_INSTANCES = 9;

const tokenHolder = z
  .object({
    address,
    value: integerString.nullable().meta({ description: 'How much, in the smallest unit.' }),
    token_id: integerString.nullable(),
  })
  .meta({ id: 'TokenHolder', outputId: 'TokenHolderObject' });
/** A holder of a token or NFT. */
export type TokenHolder = z.output<typeof tokenHolder>;

const tokenBalance = z
  .object({
    token: token.nullable(),
    token_id: integerString.nullable(),
    token_instance: tokenInstance.nullable(),
    value: integerString,
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
  response: listPageOf(tokenHolder, { address_hash: addressHash, value: integerString }).meta({
    id: 'TokenHoldersPage',
    outputId: 'TokenHoldersPageObject',
  }),
} as const;

/** A token's holders, largest balance first. */
export const listTokenHolders = defineEndpoint({
  ...holders,
  id: 'listTokenHolders',
  path: '/tokens/{address_hash_param}/holders',
  params: tokenParams,
  summary: 'Holders of a token',
  description: `Who has a token, those with the most first, by the transfers so far. Of confidential tokens (${typesWith('encrypted')}) nobody can tell: the list is empty.`,
  errors: [404, 422],
});

/** An NFT's holders, largest balance first. */
export const listInstanceHolders = defineEndpoint({
  ...holders,
  id: 'listInstanceHolders',
  path: '/tokens/{address_hash_param}/instances/{token_id_param}/holders',
  params: instanceParams,
  summary: 'Holders of an NFT',
  description: 'Who has an NFT, those with the most first. 404 for an unknown or an ERC-20 token.',
  errors: [404, 422],
});

/** An address's tokens in one answer. */
export const listAddressTokenBalances = defineEndpoint({
  id: 'listAddressTokenBalances',
  path: '/addresses/{address_hash_param}/token-balances',
  params: addressParams,
  query: noQuery,
  response: z.array(tokenBalance).max(MAX_BALANCES),
  summary: 'Token balances of an address',
  description:
    'What an address has of each token, in the order of their addresses, the first 1,000; /tokens has all of them, page by page.',
});

/** An address's tokens. */
export const listAddressTokens = defineEndpoint({
  id: 'listAddressTokens',
  path: '/addresses/{address_hash_param}/tokens',
  params: addressParams,
  query: listQuery({
    type: tokenTypesParam.optional(),
    token_contract_address_hash: cursorParam(addressParam),
  }),
  response: listPageOf(tokenBalance, { token_contract_address_hash: addressHash }).meta({
    id: 'TokenBalancesPage',
    outputId: 'TokenBalancesPageObject',
  }),
  summary: 'Tokens of an address',
  description:
    'What an address has of each token, in the order of their addresses: amounts, and of NFT collections how many. Send the filter again with each page: of somebody who has very many one may hold fewer items than asked for, or none, and still lead on.',
});

/** An address's NFTs by collection. */
export const listAddressCollections = defineEndpoint({
  id: 'listAddressCollections',
  path: '/addresses/{address_hash_param}/nft/collections',
  params: addressParams,
  query: listQuery({
    type: tokenTypesParam.optional(),
    token_contract_address_hash: cursorParam(addressParam),
    token_type: cursorParam(z.string()),
  }),
  response: pageOf(
    z.object({
      token,
      amount: integerString.nullable(),
      token_instances: z.array(tokenInstance).max(MAX_SHOWN_INSTANCES),
    }),
    z.object({ token_contract_address_hash: addressHash, items_count: count }),
  ).meta({ id: 'NftCollectionsPage', outputId: 'NftCollectionsPageObject' }),
  summary: 'NFT collections of an address',
  description:
    'The collections of which an address has NFTs, in the order of their addresses, each with how many it has and the first of them. Large metadata is null here. Of somebody who has very many tokens a page may hold fewer items than asked for, or none, and still lead on.',
});

/** An address's NFTs. */
export const listAddressNfts = defineEndpoint({
  id: 'listAddressNfts',
  path: '/addresses/{address_hash_param}/nft',
  params: addressParams,
  query: listQuery({
    type: tokenTypesParam.optional(),
    token_contract_address_hash: cursorParam(addressParam),
    token_id: cursorParam(integerParam()),
    token_type: cursorParam(z.string()),
  }),
  response: listPageOf(tokenInstance, {
    token_contract_address_hash: addressHash,
    token_id: integerString,
  }).meta({ id: 'AddressNftsPage', outputId: 'AddressNftsPageObject' }),
  summary: 'NFTs of an address',
  description:
    'The NFTs that an address has, by collection and id. Large metadata is null here. With `type`, a page may hold fewer items than asked for, or none, and still lead on.',
});
