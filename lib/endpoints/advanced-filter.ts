import { z } from 'zod';
import { TOKEN_TYPES } from '@/lib/evm/token-standards';
import { address } from './address-mention';
import { defineEndpoint, listPageOf, searchNote } from './endpoint';
import { ADDRESS_HASH, count, hash32, integerString, timestamp } from './formats';
import {
  cursorCount,
  cursorParam,
  enumListParam,
  enumParam,
  integerParam,
  listQuery,
  timestampParam,
} from './params';
import { token } from './token';

const MAX_ADDRESSES = 10;
const SELECTOR = /^0x[0-9a-fA-F]{8}$/;
/** Kinds of entries, as a query names them. */
export const ENTRY_TYPES = [
  'COIN_TRANSFER',
  'CONTRACT_INTERACTION',
  'CONTRACT_CREATION',
  ...TOKEN_TYPES,
] as const;

/** A list separated by commas, of up to ten; empty text is an empty list. */
function listParam(fits: (text: string) => boolean, problem: string) {
  return z.string().transform((text, context) => {
    const parts = text === '' ? [] : text.split(',');
    if (parts.length <= MAX_ADDRESSES && parts.every(fits)) return parts;
    context.issues.push({
      code: 'custom',
      message: parts.length > MAX_ADDRESSES ? `At most ${MAX_ADDRESSES}, comma-separated` : problem,
      input: text,
    });
    return z.NEVER;
  });
}

const isAddress = (text: string) => ADDRESS_HASH.test(text);
const addresses = (description: string) =>
  listParam(isAddress, 'Invalid address')
    .optional()
    .meta({ description: `${description} Up to ten.` });
const tokens = (description: string) =>
  listParam((text) => text === 'native' || isAddress(text), 'Invalid address')
    .optional()
    .meta({ description: `${description} Up to ten addresses, or \`native\` for the coin.` });
const labelOf = (what: string) =>
  z
    .string()
    .max(5_000)
    .optional()
    .meta({ description: `For display only; rejected without ${what}.` });
const label = labelOf('token addresses');
const amount = (description: string) =>
  z
    .string()
    .regex(/^(\d{1,78}(\.\d{1,30})?)?$/, { error: 'Invalid amount' })
    .optional()
    .meta({ description });

/** Conditions, all of which an entry meets. */
const filterParams = {
  transaction_types: enumListParam(ENTRY_TYPES)
    .optional()
    .meta({ description: 'Entry types. Default: all.' }),
  methods: listParam((text) => SELECTOR.test(text), 'Invalid selector')
    .optional()
    .meta({
      description: 'Selectors of called functions, comma-separated, up to ten.',
      example: '0xa9059cbb',
    }),
  methods_names: labelOf('`methods`'),
  age_from: timestampParam.optional().meta({ description: 'Earliest time, ISO 8601.' }),
  age_to: timestampParam.optional().meta({ description: 'Latest time, ISO 8601.' }),
  from_address_hashes_to_include: addresses('Senders to include.'),
  from_address_hashes_to_exclude: addresses('Senders to exclude.'),
  to_address_hashes_to_include: addresses('Recipients or created contracts to include.'),
  to_address_hashes_to_exclude: addresses('Recipients to exclude.'),
  address_relation: enumParam(['or', 'and']).optional().meta({
    description: '`or`: sender or recipient must match; `and`: both. Default: or.',
  }),
  amount_from: amount('Minimum, in whole coins or tokens.'),
  amount_to: amount('Maximum, in whole coins or tokens.'),
  token_contract_address_hashes_to_include: tokens('Tokens to include.'),
  token_contract_address_hashes_to_exclude: tokens('Tokens to exclude.'),
  token_contract_symbols_to_include: label,
  token_contract_symbols_to_exclude: label,
  token_contract_names_to_include: label,
  token_contract_names_to_exclude: label,
};

/** Display values of conditions, by condition. */
const SHOWN = [
  ['methods', ['methods_names']],
  ...(['include', 'exclude'] as const).map(
    (way) =>
      [
        `token_contract_address_hashes_to_${way}`,
        [`token_contract_symbols_to_${way}`, `token_contract_names_to_${way}`],
      ] as const,
  ),
] as const;

/** Names alone do not identify a token or function: without its condition a list would not be the requested one. */
function requireConditions(
  query: Readonly<Record<string, unknown>>,
  context: { addIssue(issue: { code: 'custom'; path: string[]; message: string }): void },
): void {
  for (const [condition, shown] of SHOWN) {
    const chosen = query[condition];
    if (Array.isArray(chosen) && chosen.length > 0) continue;
    for (const name of shown)
      if (query[name])
        context.addIssue({
          code: 'custom',
          path: [name],
          message: `For display only: filter by ${condition}`,
        });
  }
}

const entry = z
  .object({
    hash: hash32,
    type: z.enum(['coin_transfer', 'contract_interaction', 'contract_creation', ...TOKEN_TYPES]),
    status: z.enum(['ok', 'error']).nullable(),
    method: z.string().nullable(),
    from: address,
    to: address.nullable(),
    created_contract: address.nullable(),
    value: integerString.nullable().meta({ description: 'Coin amount in wei; null for tokens.' }),
    total: z
      .object({
        decimals: integerString.nullable(),
        value: integerString.nullable(),
        token_id: integerString.nullable(),
        ids_count: count.meta({
          description: 'Token IDs in the batch; above 1, value and token_id are null.',
        }),
      })
      .nullable(),
    token: token.nullable(),
    timestamp,
    block_number: count,
    transaction_index: count,
    internal_transaction_index: count.nullable(),
    token_transfer_index: count.nullable(),
    token_transfer_batch_index: z.null(),
    fee: integerString.nullable().meta({ description: 'Of the transaction, in wei.' }),
    created_from: z.enum(['transaction', 'internal_transaction', 'token_transfer']),
  })
  .meta({ id: 'AdvancedFilterItem', outputId: 'AdvancedFilterItemObject' });

/** An entry of the filtered list. */
export type AdvancedEntry = z.output<typeof entry>;

const method = z.object({ method_id: z.string(), name: z.string().nullable() });
const within = z.int().min(-1).meta({ description: '-1: none.' });
const withinCursor = cursorParam(integerParam({ minimum: -1 }));

/** The query of the filtered list. */
const filterQuery = listQuery({
  ...filterParams,
  block_number: cursorCount,
  transaction_index: cursorCount,
  internal_transaction_index: withinCursor,
  token_transfer_index: withinCursor,
}).superRefine(requireConditions);

const HOW =
  'Transactions, internal transactions that moved coin or created a contract, and token transfers, newest first. Filters on sender, recipient, token and time use indexes; for others, up to 6,000 entries of each kind are searched per page.';

/** Everything that moved, called or created something, by many conditions. */
export const listAdvancedEntries = defineEndpoint({
  id: 'listAdvancedEntries',
  path: '/advanced-filters',
  query: filterQuery,
  response: listPageOf(entry, {
    block_number: count,
    transaction_index: count,
    internal_transaction_index: within,
    token_transfer_index: within,
  })
    .extend({
      search_params: z.object({
        methods: z.record(z.string(), z.string()).meta({ description: 'Names of the selectors, if known.' }),
        tokens: z.record(z.string(), token),
      }),
      meta: searchNote,
    })
    .meta({ id: 'AdvancedFilterPage', outputId: 'AdvancedFilterPageObject' }),
  credits: 60,
  tag: 'transactions',
  errors: [422],
  summary: 'Advanced filter',
  description: `${HOW} If none matches, \`meta\` says where to continue. Repeat the filters on each page.`,
});

/** Functions that the filter can name. */
export const listAdvancedMethods = defineEndpoint({
  id: 'listAdvancedMethods',
  path: '/advanced-filters/methods',
  query: z.strictObject({
    q: z
      .string()
      .max(100)
      .optional()
      .meta({ description: 'A selector or part of a name.', example: 'transfer' }),
  }),
  response: z.array(method),
  tag: 'transactions',
  errors: [422],
  summary: 'Functions by name or selector',
  description: 'Well-known functions with their selectors, or those matching `q`; at most 20.',
});

/** The filtered list as CSV. */
export const exportAdvancedEntries = defineEndpoint({
  id: 'exportAdvancedEntries',
  path: '/advanced-filters/csv',
  query: z.strictObject(filterParams).superRefine(requireConditions),
  response: z.string().meta({ description: 'CSV (RFC 4180): a header line, then a line per record.' }),
  media: 'text/csv',
  credits: 100,
  tag: 'transactions',
  errors: [422],
  summary: 'Advanced filter as CSV',
  description:
    'The list as CSV, at most 10,000 records, streamed. If the search ends earlier, the last record says so and how to continue.',
});

/** The conditions of a query, as parsed. */
export type AdvancedConditions = z.output<typeof exportAdvancedEntries.query>;
