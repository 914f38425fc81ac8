import { z } from 'zod';
import { address } from './address-mention';
import { defineEndpoint } from './endpoint';
import { count, integerString, timestamp } from './formats';
import { integerParam, watchedParam } from './params';

/** Days that an activity calendar covers: 53 weeks. */
export const CALENDAR_DAYS = 371;
/** Transactions that counterparties are taken from. */
export const MAX_COUNTERPARTY_TRANSACTIONS = 10_000;
/** Transactions that methods are counted in. */
export const METHOD_TRANSACTIONS = 1_000;
/** Methods of an answer. */
export const MAX_METHODS = 10;
/** Counterparties of an answer. */
export const MAX_COUNTERPARTIES = 25;

const day = z.iso.date();
const sighting = z
  .object({ block_number: count, timestamp })
  .nullable()
  .meta({ description: 'Null if no indexed block mentions it.' });

const activity = z
  .object({
    history_from: count.nullable().default(null).meta({
      description: 'The first indexed block, if the index begins after block 0: nothing older is known.',
    }),
    first_seen: sighting,
    last_seen: sighting.meta({
      description:
        'The latest indexed transaction, internal transaction or token transfer from or to it; null if there is none.',
    }),
    calendar: z
      .object({
        from: day.meta({
          description: '370 days before `to`, or the day of the first indexed block if that is later, UTC.',
        }),
        to: day.meta({ description: 'The day of the latest indexed block, UTC.' }),
        days: z
          .array(z.object({ date: day, transactions_count: count }))
          .max(CALENDAR_DAYS)
          .meta({
            description: 'Days with a transaction sent by the address, in order: exact, from daily sums.',
          }),
      })
      .nullable(),
  })
  .meta({ id: 'AddressActivity' });

/** When an address was active. */
export type AddressActivity = z.output<typeof activity>;

/** When an address was seen, and how many transactions it sent by day. */
export const getAddressActivity = defineEndpoint({
  id: 'getAddressActivity',
  path: '/addresses/{address_hash_param}/activity',
  response: activity,
  summary: 'Address activity',
  description:
    'When an address was first and last seen, and how many transactions it sent per day in the 53 weeks before the latest block.',
});

const counterparty = z
  .object({
    address,
    sent_count: count.meta({ description: 'Transactions to it.' }),
    sent_value: integerString.meta({ description: 'In wei; failed transactions move nothing.' }),
    received_count: count.meta({ description: 'Transactions from it.' }),
    received_value: integerString,
  })
  .meta({ id: 'Counterparty' });

/** An address's transactions with a counterparty. */
export type Counterparty = z.output<typeof counterparty>;

const calledMethod = z
  .object({
    contract: address,
    selector: z.string().meta({ description: 'The first four bytes of the input.' }),
    method: z.string().nullable().meta({ description: 'Null if no known function has the selector.' }),
    transactions_count: count,
  })
  .meta({ id: 'CalledMethod' });

/** A method that transactions from or to an address called, and how often. */
export type CalledMethod = z.output<typeof calledMethod>;

/** The most frequent counterparties of an address. */
export const listCounterparties = defineEndpoint({
  id: 'listCounterparties',
  path: '/addresses/{address_hash_param}/counterparties',
  credits: 40,
  query: z.strictObject({
    last: integerParam({ minimum: 1, maximum: MAX_COUNTERPARTY_TRANSACTIONS })
      .optional()
      .meta({ description: 'Count only so many of its latest transactions. Default: 10,000.' }),
  }),
  response: z
    .object({
      items: z.array(counterparty).max(MAX_COUNTERPARTIES),
      methods: z
        .array(calledMethod)
        .max(MAX_METHODS)
        .default([])
        .meta({
          description: `The methods that most of its latest ${METHOD_TRANSACTIONS} transactions called, on it or by it.`,
        }),
      transactions_count: count.meta({ description: 'Transactions counted.' }),
      counterparties_count: count.meta({ description: 'Distinct counterparties among them.' }),
      is_complete: z.boolean().meta({ description: 'Whether all its transactions were counted.' }),
    })
    .meta({ id: 'Counterparties' }),
  summary: 'Counterparties of an address',
  description:
    'The 25 addresses with the most transactions from or to an address, among its latest 10,000 transactions.',
});

/** Addresses of an answer of news. */
export const MAX_WATCHED = 50;
/** News of an address are counted up to here: 51 means "more than 50". */
export const MAX_NEWS = 51;

const news = z
  .object({
    address,
    since_block: count,
    transactions_count: count
      .max(MAX_NEWS)
      .meta({ description: `Transactions from or to it after that block, up to ${MAX_NEWS}.` }),
    token_transfers_count: count
      .max(MAX_NEWS)
      .meta({ description: `Token transfers from or to it after that block, up to ${MAX_NEWS}.` }),
  })
  .meta({ id: 'AddressNews' });

/** What happened at an address after a block. */
export type AddressNews = z.output<typeof news>;

/** What is new at several addresses, in the order asked. */
export const listAddressNews = defineEndpoint({
  id: 'listAddressNews',
  path: '/address-news',
  tag: 'addresses',
  credits: 100,
  query: z.strictObject({
    watched: watchedParam.optional().meta({
      description: `Addresses with the block after which to count, such as 0x…:100, comma-separated, up to ${MAX_WATCHED}.`,
    }),
  }),
  response: z.object({ items: z.array(news).max(MAX_WATCHED) }).meta({ id: 'AddressNewsList' }),
  summary: 'What is new at addresses',
  description: `Transactions and token transfers of up to ${MAX_WATCHED} addresses, each counted after a block of its own.`,
});
