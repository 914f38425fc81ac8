import { z } from 'zod';
import { address, namedAddresses } from './address-mention';
import { declaredInputs, decodedValue } from './decoded-call';
import { defineEndpoint, listPageOf, messageCode, searchNote } from './endpoint';
import { count, hash32, hexData, timestamp } from './formats';
import { addressParam, cursorCount, hashParam, itemsCountParam, topicsParam } from './params';

const decodedLog = z
  .object({
    method_id: z.string().meta({ description: 'The first 4 bytes of the first topic, without 0x.' }),
    method_call: z.string().meta({ example: 'Transfer(address indexed from, uint256 value)' }),
    parameters: z.array(
      z.object({ name: z.string(), type: z.string(), indexed: z.boolean(), value: decodedValue }),
    ),
  })
  .meta({ id: 'DecodedLog' });

const log = z
  .object({
    transaction_hash: hash32,
    block_hash: hash32,
    block_number: count,
    block_timestamp: timestamp.nullable().default(null),
    index: count.meta({ description: 'Index of the log in the block.' }),
    address,
    smart_contract: address.nullable().default(null),
    topics: z
      .array(hash32.nullable())
      .length(4)
      .meta({ description: 'Always four entries; null for missing topics.' }),
    data: hexData,
    decoded: decodedLog.nullable(),
    declared_inputs: declaredInputs,
    explanation: z
      .object({ message: z.string(), ...messageCode })
      .nullable()
      .default(null)
      .meta({ description: 'What it means, if a host contract of a known fhEVM deployment emitted it.' }),
  })
  .meta({ id: 'Log', outputId: 'LogObject' });

/** A log. */
export type Log = z.output<typeof log>;

/** Cursor of logs. */
export const logsCursor = {
  block_number: cursorCount,
  index: cursorCount,
  items_count: itemsCountParam,
};
/** A page of logs. */
export const logsPage = listPageOf(log, { block_number: count, index: count })
  .extend({ addresses: namedAddresses })
  .meta({
    id: 'LogsPage',
    outputId: 'LogsPageObject',
  });

/** A transaction's logs in order. */
export const listTransactionLogs = defineEndpoint({
  id: 'listTransactionLogs',
  path: '/transactions/{transaction_hash_param}/logs',
  query: z.strictObject({
    address: addressParam.optional().meta({ description: 'Only logs of this contract.' }),
    topic: topicsParam.optional(),
    ...logsCursor,
  }),
  response: logsPage,
  credits: 30,
  summary: 'Logs of a transaction',
  description:
    'Logs of a transaction, in order, decoded if the event is known; with `address` or `topic`, only those: repeat them on each page. A page of very large logs is shorter than requested.',
});

/** A contract's logs, newest first. */
export const listAddressLogs = defineEndpoint({
  id: 'listAddressLogs',
  credits: 30,
  path: '/addresses/{address_hash_param}/logs',
  query: z.strictObject({
    topic: hashParam.optional().meta({ description: 'Only logs with this first topic.' }),
    ...logsCursor,
  }),
  response: logsPage
    .extend({ meta: searchNote })
    .meta({ id: 'AddressLogsPage', outputId: 'AddressLogsPageObject' }),
  summary: 'Logs of an address',
  description:
    'Logs emitted by a contract, newest first; with `topic`, only those with this first topic. Repeat it on each page; up to 100,000 logs are searched per page: if none has the topic, `meta` says where to continue. A page of very large logs is shorter than requested.',
});
