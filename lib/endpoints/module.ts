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
      description: '`OK`, `NOTOK` on an error, which `result` describes, or that nothing was found.',
      example: 'OK',
    }),
    result: value.meta({ description: 'A string, object or array of objects; numbers are strings.' }),
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

/** Parameters of Etherscan's modules and actions. Others are ignored, as clients send many. */
export const callModule = defineEndpoint({
  id: 'callModule',
  service: 'modules',
  path: '',
  query: z.object({
    module: text('account, block, contract, logs, proxy, stats, token or transaction.'),
    action: text('See the description.'),
    chainid: text(
      'The chain ID, which must match the path. With it, the response is in Etherscan V2 format.',
    ),
    chain_id: text('The chain ID, which must match the path.'),
    address: text('An address; up to 20, comma-separated, for `balancemulti`.'),
    contractaddress: text('Address of a token contract.'),
    contractaddresses: text('Up to 10 contracts, comma-separated.'),
    guid: text('For `checkverifystatus`: GUID from `verifysourcecode`.'),
    txhash: text('A transaction hash.'),
    tag: text('For `balance` and the proxy module: block number in hex, or `latest`.'),
    boolean: text('For `eth_getBlockByNumber`: `true` for full transactions.'),
    index: text('For `eth_getTransactionByBlockNumberAndIndex`, hex.'),
    position: text('For `eth_getStorageAt`: the slot, hex.'),
    from: text('For calls of the proxy module.'),
    to: text('For calls of the proxy module.'),
    data: text('For calls of the proxy module.'),
    value: text('For calls of the proxy module.'),
    gas: text('For calls of the proxy module.'),
    gasPrice: text('For calls of the proxy module.'),
    startblock: text('First block of an account module list.'),
    endblock: text('Last block of an account module list.'),
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
      `Rows per page. Default: ${MODULE_LIMITS.window}, the maximum of \`page\` × \`offset\`; ${MODULE_LIMITS.logs} for \`getLogs\`.`,
    ),
  }),
  response: z.union([moduleAnswer, proxyAnswer]),
  tag: 'module and action',
  summary: 'Etherscan-compatible API',
  description: [
    'For Etherscan clients. Errors are 200 with `status` 0, `message` NOTOK and the reason in `result`.',
    'account: `balance`, `balancemulti`, `txlist`, `txlistinternal` (by address, txhash or blocks), `tokentx`, `tokennfttx`, `token1155tx`, `tokenbalance` (of a token whose balances are by ID the number of IDs held), `tokenlist` (one entry for each such `id`).',
    'block: `getblocknobytime`, `getblockcountdown`. contract: `getabi`, `getsourcecode`, `getcontractcreation`, `checkverifystatus`, and `verifysourcecode` by POST. logs: `getLogs`. proxy: read methods of `eth_*`, in JSON-RPC form. stats: `tokensupply`. token: `getToken`. transaction: `getstatus`, `gettxreceiptstatus`.',
    `Paging reaches ${MODULE_LIMITS.window} rows: continue from the block of the last one. Also at \`/v2/api?chainid=…\`.`,
  ].join('\n\n'),
  errors: [],
});
/** The query of a call by module and action. */
export type ModuleQuery = z.output<typeof callModule.query>;
