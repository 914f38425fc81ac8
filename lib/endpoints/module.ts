import { z } from 'zod';
import { defineEndpoint } from './endpoint';

/** Rows that the pages of a list reach; those of one answer of `getLogs`. */
export const MODULE_LIMITS = { window: 10_000, logs: 1_000 } as const;

type Value = string | null | readonly Value[] | Readonly<{ [name: string]: Value }>;
const value: z.ZodType<Value, Value> = z
  .lazy(() => z.union([z.string(), z.null(), z.array(value), z.record(z.string(), value)]))
  .meta({ id: 'ModuleValue' });

/** An answer in Etherscan's envelope. */
export const moduleAnswer = z
  .object({
    status: z.enum(['0', '1']).meta({ description: '1 with a result, 0 for an empty list or an error.' }),
    message: z.string().meta({
      description: '`OK`, `NOTOK` for an error, which `result` describes, or which list is empty.',
      example: 'OK',
    }),
    result: value.meta({ description: 'Text, a record or a list of records; every number is text.' }),
  })
  .meta({ id: 'ModuleAnswer' });
/** An answer in Etherscan's envelope. */
export type ModuleAnswer = z.output<typeof moduleAnswer>;

/** An answer of the module proxy, in JSON-RPC's form. */
export const proxyAnswer = z
  .object({
    jsonrpc: z.literal('2.0'),
    id: z.literal(1),
    result: z.unknown().optional(),
    error: z.object({ code: z.int(), message: z.string(), data: z.string().optional() }).optional(),
  })
  .meta({ id: 'ModuleProxyAnswer' });
/** An answer of the module proxy. */
export type ProxyAnswer = z.output<typeof proxyAnswer>;

const text = (description: string) => z.string().optional().meta({ description });

/** What clients of Etherscan ask by module and action. Other parameters are ignored, as they send many. */
export const callModule = defineEndpoint({
  id: 'callModule',
  service: 'modules',
  path: '',
  query: z.object({
    module: text('account, block, contract, logs, proxy, stats, token or transaction.'),
    action: text('See the description.'),
    chainid: text(
      'The chain ID, which must be that of the path. With it, the answer is in the form of Etherscan V2.',
    ),
    chain_id: text('The chain ID, which must be that of the path.'),
    address: text('An address; up to 20, comma-separated, for `balancemulti`.'),
    contractaddress: text('Address of a token contract.'),
    contractaddresses: text('Up to 10 contracts, comma-separated.'),
    guid: text('Of `checkverifystatus`: what `verifysourcecode` has answered.'),
    txhash: text('A transaction hash.'),
    tag: text('Of `balance` and the module proxy: a block number in hex, or `latest`.'),
    boolean: text('Of `eth_getBlockByNumber`: `true` for whole transactions.'),
    index: text('Of `eth_getTransactionByBlockNumberAndIndex`, hex.'),
    position: text('Of `eth_getStorageAt`: the slot, hex.'),
    from: text('Of a call of the module proxy.'),
    to: text('Of a call of the module proxy.'),
    data: text('Of a call of the module proxy.'),
    value: text('Of a call of the module proxy.'),
    gas: text('Of a call of the module proxy.'),
    gasPrice: text('Of a call of the module proxy.'),
    startblock: text('First block of a list of the module account.'),
    endblock: text('Last block of a list of the module account.'),
    fromBlock: text('First block of `getLogs`.'),
    toBlock: text('Last block of `getLogs`, or `latest`.'),
    topic0: text('First topic of a log.'),
    topic1: text('Second topic of a log.'),
    topic2: text('Third topic of a log.'),
    topic3: text('Fourth topic of a log.'),
    topic0_1_opr: text('`and` or `or`: how topic0 and topic1 are combined.'),
    topic0_2_opr: text('As topic0_1_opr.'),
    topic0_3_opr: text('As topic0_1_opr.'),
    topic1_2_opr: text('As topic0_1_opr.'),
    topic1_3_opr: text('As topic0_1_opr.'),
    topic2_3_opr: text('As topic0_1_opr.'),
    blockno: text('A future block, for `getblockcountdown`.'),
    timestamp: text('Unix seconds, for `getblocknobytime`.'),
    closest: text('`before` or `after`, for `getblocknobytime`.'),
    sort: text('`asc` or `desc` by block. Default: desc; with `chainid` asc.'),
    page: text('Page of a list, from 1.'),
    offset: text(
      `Rows per page. Default: ${MODULE_LIMITS.window}, the most that \`page\` times \`offset\` may be; ${MODULE_LIMITS.logs} for \`getLogs\`.`,
    ),
  }),
  response: z.union([moduleAnswer, proxyAnswer]),
  tag: 'module and action',
  summary: 'Module and action, as of Etherscan',
  description: [
    'For clients of Etherscan. Errors are 200 with `status` 0, `message` NOTOK and the reason in `result`.',
    'account: `balance`, `balancemulti`, `txlist`, `txlistinternal` (by address, txhash or blocks), `tokentx`, `tokennfttx`, `token1155tx`, `tokenbalance`, `tokenlist`.',
    'block: `getblocknobytime`, `getblockcountdown`. contract: `getabi`, `getsourcecode`, `getcontractcreation`, `checkverifystatus`, and `verifysourcecode` by POST. logs: `getLogs`. proxy: what reads of `eth_*`, answered as JSON-RPC. stats: `tokensupply`. token: `getToken`. transaction: `getstatus`, `gettxreceiptstatus`.',
    `Pages of a list reach ${MODULE_LIMITS.window} rows: continue from the block of the last one. Also at \`/v2/api?chainid=…\`.`,
  ].join('\n\n'),
  errors: [],
});
/** The query of a call by module and action. */
export type ModuleQuery = z.output<typeof callModule.query>;
