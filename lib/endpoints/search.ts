import { z } from 'zod';
import { imitated } from './address-mention';
import { defineEndpoint } from './endpoint';
import { addressHash, count, decimalString, hash32, integerString, timestamp } from './formats';

const priority = z.int();
const foundToken = z.object({
  type: z.literal('token'),
  address_hash: addressHash,
  name: z.string().nullable(),
  symbol: z.string().nullable(),
  token_type: z.string().nullable(),
  total_supply: integerString.nullable(),
  exchange_rate: decimalString.nullable(),
  circulating_market_cap: decimalString.nullable(),
  icon_url: z.string().nullable(),
  imitates: imitated,
  is_smart_contract_verified: z.boolean(),
  is_verified_via_admin_panel: z.boolean(),
  certified: z.boolean(),
  reputation: z.enum(['ok', 'scam']),
  token_url: z.string(),
  address_url: z.string(),
  priority,
});
const foundAddress = z.object({
  type: z.enum(['address', 'contract']),
  address_hash: addressHash,
  name: z.string().nullable(),
  is_smart_contract_verified: z.boolean(),
  certified: z.boolean(),
  reputation: z.enum(['ok', 'scam']),
  ens_info: z
    .object({
      address_hash: addressHash,
      name: z.string(),
      names_count: z.int(),
      expiry_date: z.null(),
    })
    .nullable()
    .meta({ description: 'The primary ENS name of the address, or the name searched for.' }),
  url: z.string(),
  priority,
});
const foundBlock = z.object({
  type: z.literal('block'),
  block_type: z.literal('block'),
  block_number: count,
  block_hash: hash32,
  timestamp,
  url: z.string(),
  priority,
});
const foundTransaction = z.object({
  type: z.literal('transaction'),
  transaction_hash: hash32,
  timestamp: timestamp.nullable().meta({ description: 'Null while pending.' }),
  url: z.string(),
  priority,
});

const searchItem = z
  .discriminatedUnion('type', [foundToken, foundAddress, foundBlock, foundTransaction])
  .meta({ id: 'SearchItem' });
/** A search result. */
export type SearchItem = z.output<typeof searchItem>;

const query = z.strictObject({ q: z.string().optional().meta({ description: 'The search text.' }) });
/** Searches addresses, hashes and heights, also by prefix, names and symbols, and the first block of a date. */
export const search = defineEndpoint({
  query,
  id: 'search',
  path: '/search',
  response: z.object({ items: z.array(searchItem), next_page_params: z.null() }).meta({ id: 'SearchResult' }),
  summary: 'Search',
  description:
    'An address, hash or block number; a handle of a ciphertext, for the newest five transactions whose FHE operations produced it; the first digits of an address or hash (0x and at least four); words of the name or symbol of a token, or part of the name of a contract; a date as `2026-11-20` or `2026-11-20 16:20`, UTC, for the first block since. If nothing is found, tokens of which one word differs by one letter. At most 50 results; none for an empty text.',
});

/** The same on the path of the API's first version, which some clients still call. */
export const searchAsBefore = defineEndpoint({ ...search, id: 'searchAsBefore', service: 'explorerV1' });

/** Searches without pages; empty for less than three bytes. */
export const searchQuickly = defineEndpoint({
  query,
  id: 'searchQuickly',
  path: '/search/quick',
  response: z.array(searchItem).max(50),
  credits: 25,
  summary: 'Quick search',
  description: 'At most 50 results, for suggestions while typing; none for fewer than three bytes.',
});

/** The only page that a text can mean, if there is one. */
export const checkSearchRedirect = defineEndpoint({
  query,
  id: 'checkSearchRedirect',
  path: '/search/check-redirect',
  response: z
    .object({
      redirect: z.boolean(),
      type: z.enum(['address', 'block', 'transaction', 'user_operation', 'blob']).nullable(),
      parameter: z.string().nullable(),
    })
    .meta({ id: 'SearchRedirect' }),
  summary: 'Search redirect',
  description:
    'Target of an exact hash, address or block number. All fields are null if there is no exact match.',
});
