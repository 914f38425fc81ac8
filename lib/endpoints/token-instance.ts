import { z } from 'zod';
import { defineEndpoint, pageOf } from './endpoint';
import { integerString } from './formats';
import { addressParam, cursorParam, integerParam, itemsCountParam } from './params';
import { tokenInstance } from './token';

/** A collection's NFTs, highest ID first. */
export const listTokenInstances = defineEndpoint({
  id: 'listTokenInstances',
  path: '/tokens/{address_hash_param}/instances',
  query: z.strictObject({
    holder_address_hash: addressParam.optional().meta({ description: 'Only NFTs held by this address.' }),
    unique_token: cursorParam(integerParam()),
    items_count: itemsCountParam,
  }),
  response: pageOf(tokenInstance, z.object({ unique_token: integerString })).meta({
    id: 'TokenInstancesPage',
    outputId: 'TokenInstancesPageObject',
  }),
  summary: 'NFTs of a collection',
  description:
    'NFTs of a collection, highest token ID first. Large metadata is null here; the operation for one NFT returns it.',
});

/** One NFT; 404 if it never moved, or for an unknown or ERC-20 token. */
export const getTokenInstance = defineEndpoint({
  id: 'getTokenInstance',
  path: '/tokens/{address_hash_param}/instances/{token_id_param}',
  response: tokenInstance,
  summary: 'NFT info',
  description: 'Owner and metadata of an NFT. 404 if the token ID was never transferred.',
});
