import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { TransactionTraces } from '@/lib/api/nodes/transaction-traces';
import { bufferToAddress } from '@/lib/evm/hex';
import { decodeCalls } from '@/lib/evm/internal-calls';
import { readCallTrace } from '@/lib/evm/raw-trace';
import { summarizeTrace, walkCallFrames } from '@/lib/evm/traces';
import { decodeInternalRows } from '@/lib/indexer/sync/decode-internal-rows';
import { provideTestApi } from '../support/api-harness';
import { address, hash, hex, insert } from '../support/api-rows';

const api = await provideTestApi({
  traces: { calls: async () => calls, stateDiff: async () => REFUSED, storageWrites: async () => REFUSED },
  coinBalance: async () => 5n,
});
let calls: Awaited<ReturnType<TransactionTraces['calls']>>;

const [ALICE, ROUTER, VAULT, BOB] = [address(30), address(31), address(32), address(33)];
const [UNMADE, MADE, BOMB, MINER] = [address(34), address(35), address(36), address(37)];
const HASH = hex(hash(2_001_000));
const OF_TRANSACTION = `/transactions/${HASH}`;
const REFUSED = { kind: 'refused' } as const;
const PARENT = 'Reverted by parent';

const frame = (type: string, [from, to]: readonly [Buffer, Buffer], extra: object = {}) => ({
  ...{ type, from: hex(from), to: hex(to), value: '0x0', input: '0x', output: '0x' },
  ...{ gas: '0x4e20', gasUsed: '0x64' },
  ...extra,
});
/** The vault reverts: what it paid, created and destroyed before is undone, which the frames themselves do not say. */
const ROOT = frame('CALL', [ALICE, ROUTER], {
  ...{ value: '0x3e8', gas: '0x15f90', gasUsed: '0xea60' },
  calls: [
    frame('CALL', [ROUTER, VAULT], {
      ...{ value: '0x32', error: 'out of gas' },
      calls: [
        frame('CALL', [VAULT, BOB], { value: '0x1e' }),
        frame('CREATE', [VAULT, UNMADE], { value: '0x5' }),
        frame('CALL', [VAULT, BOMB], {
          calls: [frame('SELFDESTRUCT', [BOMB, BOB], { value: '0xf' })],
        }),
      ],
    }),
    frame('CALL', [ROUTER, BOB], { value: '0x7' }),
    frame('CREATE', [ROUTER, MADE], { value: '0x1' }),
  ],
});

beforeAll(async () => {
  const { db, sql } = api;
  const walked = walkCallFrames(ROOT);
  const decoded = decodeCalls(walked);
  expect(summarizeTrace(walked).createdContracts).toEqual([MADE]);
  await insert.block(db, 1, { miner: MINER, internal_transactions_count: decoded.callsCount });
  const sent = { from_address: ALICE, to_address: ROUTER, gas_limit: '90000', gas_used: '60000' };
  await insert.transaction(
    db,
    { block: 1, index: 0 },
    {
      ...sent,
      input: Buffer.from('12345678', 'hex'),
      internal_transactions_count: decoded.callsCount,
      has_error_in_internal_transactions: true,
    },
  );
  for (const { index, ...row } of decodeInternalRows(
    { block_number: 1, transaction_index: 0 },
    decoded.calls,
  )) {
    const quantities = { value: String(row.value), gas_limit: '20000', gas_used: '100' };
    await insert.internal(db, { block: 1, index: 0, call: index }, { ...row, ...quantities });
  }
  for (const contract of [ROUTER, VAULT, MADE])
    await insert.address(db, { address: contract, is_contract: true, code_size: 1 });
  await insert.address(db, { address: BOMB, is_contract: false, code_size: 0 });
  await sql`update ${db.schema}.indexer_state set has_traces = true`;
});

const get = async (path: string) => {
  const answer = await api.get(`/api/v2${path}`);
  expect([path, answer.status]).toEqual([path, 200]);
  return answer;
};
/** Contracts by name, so that a failure can be read. */
const NAMES = new Map(
  Object.entries({ ALICE, ROUTER, VAULT, BOB, UNMADE, MADE, BOMB, MINER }).map(([name, account]) => [
    hex(account),
    name,
  ]),
);
const nameOf = (account: string | null) => (account ? (NAMES.get(account.toLowerCase()) ?? account) : null);

const mention = z.object({ hash: z.string() }).nullable();
const called = z.object({
  index: z.number(),
  success: z.boolean().optional(),
  error: z.string().nullable(),
  created_contract: mention,
});
const byIndex = (one: readonly unknown[], other: readonly unknown[]) => Number(one[0]) - Number(other[0]);
const listed = async (path: string) => {
  const { items } = z.object({ items: z.array(called) }).parse((await get(path)).body);
  return items
    .map((call) => [call.index, call.success, call.error, nameOf(call.created_contract?.hash ?? null)])
    .sort(byIndex);
};
const framed = async (trace: typeof calls, query = '') => {
  calls = trace;
  const { frames, matches_count } = z
    .object({ frames: z.array(called), matches_count: z.number() })
    .parse((await get(`${OF_TRANSACTION}/call-tree${query}`)).body);
  const shown = frames.map((call) => [call.index, call.error, nameOf(call.created_contract?.hash ?? null)]);
  return { shown: shown.sort(byIndex), matches_count };
};
const record = z.object({
  index: z.string(),
  isError: z.string(),
  errCode: z.string(),
  contractAddress: z.string(),
});
const module = async (query: string) => {
  const answer = await api.get(`/api?module=account&action=txlistinternal&${query}`);
  const { result } = z.object({ result: z.array(record) }).parse(answer.body);
  return result
    .map((call) => [Number(call.index), call.isError, call.errCode, nameOf(call.contractAddress)])
    .sort(byIndex);
};
const file = async (path: string, columns: readonly string[]) => {
  const [head = [], ...records] = (await get(path)).text
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));
  return records.map((cells) =>
    columns.map((name) => {
      const cell = cells[head.indexOf(name)] ?? '';
      return NAMES.get(cell.toLowerCase()) ?? cell;
    }),
  );
};
const change = z.object({ address: z.object({ hash: z.string() }) });
const coins = async () => {
  const item = change.extend({ changes: z.array(z.object({ amount: z.string() })) });
  const { items, movements } = z
    .object({
      items: z.array(item),
      movements: z.array(z.object({ to: mention, amount: z.string() })),
    })
    .parse((await get(`${OF_TRANSACTION}/net-changes`)).body);
  return {
    sums: items.map((of) => [nameOf(of.address.hash), ...of.changes.map(({ amount }) => amount)]),
    movements: movements.map(({ to, amount }) => [nameOf(to?.hash ?? null), amount]),
  };
};
const states = async () => {
  const item = change.extend({ change: z.string() });
  const { items } = z
    .object({ items: z.array(item) })
    .parse((await get(`${OF_TRANSACTION}/state-changes`)).body);
  return items.map((of) => [nameOf(of.address.hash), of.change]);
};
const entries = async (query: string) => {
  const item = z.object({ internal_transaction_index: z.number().nullable() });
  const { items } = z.object({ items: z.array(item) }).parse((await get(`/advanced-filters?${query}`)).body);
  return items.map((of) => of.internal_transaction_index);
};
const ofAddress = (account: Buffer, rest = '') => `/addresses/${hex(account)}${rest}`;
const field = async (path: string, name: string) =>
  z.record(z.string(), z.unknown()).parse((await get(path)).body)[name];

const ALL = [
  [1, false, 'out of gas', null],
  [2, false, PARENT, null],
  [3, false, PARENT, null],
  [4, false, PARENT, null],
  [5, false, PARENT, null],
  [6, true, null, null],
  [7, true, null, 'MADE'],
] as const;
const IN_MODULE = ALL.map(([index, success, error, made]) => [index, success ? '0' : '1', error ?? '', made]);
const IN_TREE = [[0, null, null], ...ALL.map(([index, , error, made]) => [index, error, made])];
const at = <T extends readonly unknown[]>(rows: readonly T[], ...indexes: number[]) =>
  rows.filter(([index]) => indexes.includes(Number(index)));
const NODE = { kind: 'answered', value: readCallTrace(ROOT) ?? [] } as const;

test.each<[string, () => Promise<unknown>, unknown]>([
  ['list of the transaction', () => listed(`${OF_TRANSACTION}/internal-transactions`), ALL],
  ['list of the block', () => listed('/blocks/1/internal-transactions'), ALL],
  ['list of creations', () => listed('/blocks/1/internal-transactions?internal_type=create'), at(ALL, 3, 7)],
  ['list of the chain', () => listed('/internal-transactions'), ALL],
  ['list of an address', () => listed(ofAddress(BOB, '/internal-transactions')), at(ALL, 2, 5, 6)],
  ['list of value', () => listed(ofAddress(BOB, '/internal-transactions?min_value=1')), at(ALL, 6)],
  ['list of what was not created', () => listed(ofAddress(UNMADE, '/internal-transactions')), []],
  ['list of what was created', () => listed(ofAddress(MADE, '/internal-transactions')), at(ALL, 7)],
  ['count of a transaction', () => field(OF_TRANSACTION, 'internal_transactions_count'), ALL.length],
  [
    'count of those that failed',
    () => field(`${OF_TRANSACTION}/overview`, 'failed_internal_transactions_count'),
    ALL.filter(([, success]) => !success).length,
  ],
  ['count of a block', () => field('/blocks/1', 'internal_transactions_count'), ALL.length],
  ['count of an address', () => field(ofAddress(BOB, '/tabs-counters'), 'internal_transactions_count'), 3],
  ['count without', () => field(ofAddress(UNMADE, '/tabs-counters'), 'internal_transactions_count'), 0],
  ['module by transaction', () => module(`txhash=${HASH}`), IN_MODULE],
  ['module by blocks', () => module('startblock=1'), IN_MODULE],
  ['module by address', () => module(`address=${hex(BOB)}`), at(IN_MODULE, 2, 5, 6)],
  ['module without', () => module(`address=${hex(UNMADE)}`), []],
  [
    'file of an address',
    () =>
      file(ofAddress(VAULT, '/internal-transactions/csv'), ['Index', 'ContractAddress', 'ErrCode', 'Undone']),
    [
      ['4', '', PARENT, 'yes'],
      ['3', '', PARENT, 'yes'],
      ['2', '', PARENT, 'yes'],
      ['1', '', 'out of gas', 'yes'],
    ],
  ],
  [
    'file of value',
    () => file(ofAddress(BOB, '/internal-transactions/csv?min_value=1'), ['Index', 'Value', 'Undone']),
    [['6', '7', 'no']],
  ],
  ['tree of the node', () => framed(NODE), { shown: IN_TREE, matches_count: 8 }],
  ['tree of the index', () => framed(REFUSED), { shown: IN_TREE, matches_count: 8 }],
  ['tree of value', () => framed(NODE, '?only=value'), { shown: at(IN_TREE, 0, 6, 7), matches_count: 3 }],
  [
    'net changes',
    coins,
    {
      sums: [
        ['ALICE', '-601000'],
        ['ROUTER', '992'],
        ['BOB', '7'],
        ['MADE', '1'],
        ['MINER', '180000'],
      ],
      movements: [
        ['ROUTER', '1000'],
        ['BOB', '7'],
        ['MADE', '1'],
      ],
    },
  ],
  [
    'state changes',
    states,
    [
      ['ALICE', '-601000'],
      ['ROUTER', '992'],
      ['BOB', '7'],
      ['MADE', '1'],
      ['MINER', '180000'],
    ],
  ],
  ['filter of coin', () => entries('transaction_types=COIN_TRANSFER'), [null, 7, 6]],
  ['filter of creations', () => entries('transaction_types=CONTRACT_CREATION'), [7]],
  [
    'file of the filter',
    () => file('/advanced-filters/csv?transaction_types=COIN_TRANSFER', ['CreatedContractAddress', 'Value']),
    [
      ['', '1000'],
      ['MADE', '1'],
      ['', '7'],
    ],
  ],
  [
    'contracts that the transaction created',
    () => field(OF_TRANSACTION, 'created_contracts'),
    [expect.objectContaining({ hash: bufferToAddress(MADE) })],
  ],
  [
    'creator of what was created',
    () => field(ofAddress(MADE), 'creator_address_hash'),
    bufferToAddress(ROUTER),
  ],
  ['creator of what was not', () => field(ofAddress(UNMADE), 'creation_transaction_hash'), null],
  ['state of what was not destroyed', () => field(ofAddress(BOMB), 'creation_status'), null],
  ['balances of what was not created', () => field(ofAddress(UNMADE, '/coin-balance-history'), 'items'), []],
  ['last seen', () => field(ofAddress(UNMADE, '/activity'), 'last_seen'), null],
])('a call below a reverted one is not successful: %s', async (_, read, expected) => {
  expect(await read()).toEqual(expected);
});
