import { z } from 'zod';
import { defineEndpoint } from './endpoint';
import { noParams } from './params';

/** What a list gives at most at once, and how far its pages reach. */
export const MODULE_LIST = { records: 1_000, window: 10_000 } as const;

type Value = string | null | readonly Value[] | Readonly<{ [name: string]: Value }>;
const value: z.ZodType<Value, Value> = z
  .lazy(() => z.union([z.string(), z.null(), z.array(value), z.record(z.string(), value)]))
  .meta({ id: 'ModuleValue' });

/** An answer in the envelope that clients of Etherscan read. */
export const moduleAnswer = z
  .object({
    status: z.enum(['0', '1']).meta({ description: '1 when there is a result, 0 for none or an error.' }),
    message: z.string().meta({ example: 'OK' }),
    result: value.meta({ description: 'Text, a record, or a list of records; every value is text.' }),
  })
  .meta({ id: 'ModuleAnswer' });
/** An answer in the envelope that clients of Etherscan read. */
export type ModuleAnswer = z.output<typeof moduleAnswer>;

const text = (description: string) => z.string().optional().meta({ description });

/** What is read by module and action, as clients of Etherscan ask. Other parameters are passed over. */
export const callModule = defineEndpoint({
  id: 'callModule',
  service: 'modules',
  path: '',
  params: noParams,
  query: z.object({
    module: text('account, block, contract, logs, stats, token or transaction.'),
    action: text('What to do: see the description.'),
    chainid: text('The chain of the path, when it is sent at all: another one is refused.'),
    address: text('An address; balancemulti takes 20 of them, comma-separated.'),
    contractaddress: text('The contract of a token.'),
    contractaddresses: text('Contracts, comma-separated, at most 10.'),
    txhash: text('A transaction.'),
    startblock: text('The first block of a list of account.'),
    endblock: text('The last block of a list of account.'),
    fromBlock: text('The first block of getLogs.'),
    toBlock: text('The last block of getLogs, or latest.'),
    topic0: text('A topic that logs begin with.'),
    topic1: text('As topic0, the second.'),
    topic2: text('As topic0, the third.'),
    topic3: text('As topic0, the fourth.'),
    topic0_1_opr: text('and, or: how topic0 and topic1 are joined. There is one for each pair.'),
    topic0_2_opr: text('As topic0_1_opr.'),
    topic0_3_opr: text('As topic0_1_opr.'),
    topic1_2_opr: text('As topic0_1_opr.'),
    topic1_3_opr: text('As topic0_1_opr.'),
    topic2_3_opr: text('As topic0_1_opr.'),
    blockno: text('A block to come, for getblockcountdown.'),
    timestamp: text('Unix seconds, for getblocknobytime.'),
    closest: text('before or after, for getblocknobytime.'),
    sort: text('asc or desc by block, desc when not given.'),
    page: text('The page of a list, from 1.'),
    offset: text(`Records a page, at most ${MODULE_LIST.records}, which it is when not given.`),
  }),
  response: moduleAnswer,
  credits: 20,
  tag: 'modules',
  summary: 'Module and action, as Etherscan has them',
  description: [
    'What clients of Etherscan ask for by `module` and `action`; what is wrong with a request stands in `message`, under a 200.',
    'account: `balance`, `balancemulti`, `txlist`, `txlistinternal` (by address or txhash), `tokentx`, `tokennfttx`, `tokenbalance`, `tokenlist`.',
    'block: `getblocknobytime`, `getblockcountdown`. contract: `getabi`, `getsourcecode`, `getcontractcreation`. logs: `getLogs`. stats: `tokensupply`. token: `getToken`. transaction: `getstatus`, `gettxreceiptstatus`.',
    `A list gives at most ${MODULE_LIST.records} records at once, and its pages reach ${MODULE_LIST.window} records: go on from the block of the last one.`,
  ].join('\n\n'),
  errors: [],
});
/** The query of a call of a module. */
export type ModuleQuery = z.output<typeof callModule.query>;
