import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createRpc } from '@/lib/rpc/client';
import { createTestApi, type TestApi } from '../support/api-harness';
import { walkPages } from '../support/api-walk';
import { indexAll } from '../support/indexer-harness';
import {
  type Frame,
  type RawLog,
  RECORDED,
  type RecordedTransaction,
  readRecordedBlock,
} from '../support/recorded-blocks';
import { HAS_RECORDINGS, type Replay, startReplay } from '../support/recordings';

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const SINGLE = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62';
const DEPOSIT = '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c';
const WITHDRAWAL = '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65';
const NULL = `0x${'0'.repeat(40)}`;

type Moved = { token: string; from: string; to: string; amount: string; isWrap: boolean };

/** The transfers that logs tell, one per log: the recording has no batch and no early NFT contract. */
function listTransfers(logs: readonly RawLog[]): Moved[] {
  const account = (topic = '') => `0x${topic.slice(26)}`;
  const all = logs.flatMap(({ address, topics: [topic, first, second, third], data }): Moved[] => {
    const move = (from: string, to: string, isWrap = false) => [
      { token: address.toLowerCase(), from, to, amount: data.slice(0, 66), isWrap },
    ];
    const count = [topic, first, second, third].filter((each) => each !== undefined).length;
    if (topic === TRANSFER && (count === 4 || (count === 3 && data.length >= 66)))
      return move(account(first), account(second));
    if (topic === SINGLE && count === 4) return move(account(second), account(third));
    if (topic === DEPOSIT && count === 2) return move(NULL, account(first), true);
    return topic === WITHDRAWAL && count === 2 ? move(account(first), NULL, true) : [];
  });
  // a deposit beside an equal mint of the same contract tells the same thing twice
  const keyOf = ({ token, from, to, amount }: Moved) => [token, from, to, amount].join();
  const plain = new Set(all.filter(({ isWrap }) => !isWrap).map(keyOf));
  return all.filter((moved) => !moved.isWrap || !plain.has(keyOf(moved)));
}

type Call = Frame & { isUndone: boolean };
function listCalls(frame: Frame, isInUndone = false): Call[] {
  const isUndone = isInUndone || frame.error !== undefined;
  return [{ ...frame, isUndone }, ...(frame.calls ?? []).flatMap((call) => listCalls(call, isUndone))];
}
const hasMoved = ({ type, value, isUndone }: Call) =>
  !isUndone && (/^CREATE/.test(type) || (['CALL', 'SELFDESTRUCT'].includes(type) && BigInt(value ?? 0) > 0n));

const sum = (all: readonly bigint[]) => all.reduce((one, other) => one + other, 0n);
const countBy = (keys: readonly string[]) => {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one);
};

const count = z.looseObject({ transactions_count: z.string(), token_transfers_count: z.string() });
const row = z.looseObject({ hash: z.string(), position: z.int(), fee: z.object({ value: z.string() }) });
const group = z.object({ calls: z.int(), own_gas: z.string() });
const profile = z.looseObject({
  ...{ intrinsic_gas: z.string(), refund: z.string().nullable(), calls_count: z.int() },
  ...{ contracts: z.array(group), methods: z.array(group) },
});

describe.skipIf(!HAS_RECORDINGS)('counts and sums of recorded mainnet blocks (../shared/realdata)', () => {
  let replay: Replay;
  let api: TestApi;
  const blocks = new Map<number, RecordedTransaction[]>();
  let compared = 0;
  const get = async (path: string) => (await api.get(`/api/v2${path}`)).body;
  const lengthOf = async (path: string) =>
    (await walkPages(api, `/api/v2${path}`, { item: z.looseObject({}) })).flat().length;
  const same = (ours: Record<string, unknown>, expected: Record<string, unknown>, where: string) => {
    compared += Object.keys(expected).length;
    expect({ where, ...ours }).toMatchObject({ where, ...expected });
  };

  beforeAll(async () => {
    const { data, first, last } = RECORDED;
    for (let height = first; height <= last; height += 1) blocks.set(height, readRecordedBlock(height));
    replay = await startReplay(data, ['--from', String(first), '--to', String(last)]);
    api = await createTestApi({ chainId: 1 });
    await indexAll({ rpc: createRpc({ urls: [replay.url] }), db: api.db, firstBlock: first });
  });
  afterAll(async () => {
    await api?.stop();
    await replay?.stop();
  });
  const all = () => [...blocks.values()].flat();

  test('blocks and their transactions', async () => {
    for (const [height, recorded] of blocks) {
      const [{ baseFeePerGas: base = 0n } = {}] = recorded;
      const gas = sum(recorded.map(({ receipt }) => receipt.gasUsed));
      const fees = sum(recorded.map(({ receipt }) => receipt.gasUsed * receipt.effectiveGasPrice));
      const block = z.record(z.string(), z.unknown()).parse(await get(`/blocks/${height}`));
      same(
        { ...block, share: Number(block.burnt_fees_percentage).toFixed(6) },
        {
          ...{ gas_used: String(gas), transaction_fees: String(fees), burnt_fees: String(gas * base) },
          ...{ priority_fee: String(fees - gas * base), transactions_count: recorded.length },
          token_transfers_count: recorded.flatMap(({ receipt }) => listTransfers(receipt.logs)).length,
          share: ((Number(gas * base) / Number(fees)) * 100).toFixed(6),
        },
        `block ${height}`,
      );
      const rows = (await walkPages(api, `/api/v2/blocks/${height}/transactions`, { item: row })).flat();
      expect(rows).toHaveLength(recorded.length);
      for (const told of rows) {
        const { hash, receipt, value } = recorded[told.position] ?? {};
        same(
          { ...told, fee: told.fee.value },
          {
            ...{ hash, status: receipt?.status === 1n ? 'ok' : 'error', value: String(value) },
            fee: String((receipt?.gasUsed ?? 0n) * (receipt?.effectiveGasPrice ?? 0n)),
            ...{ gas_used: String(receipt?.gasUsed), logs_count: receipt?.logs.length },
            token_transfers_count: listTransfers(receipt?.logs ?? []).length,
          },
          told.hash,
        );
      }
    }
  });

  test('the addresses and tokens with the most transactions and transfers', async () => {
    const transfers = all().flatMap(({ receipt }) => listTransfers(receipt.logs));
    const endsOf = ({ from, to }: { from: string; to: string | null }) =>
      new Set([from.toLowerCase(), ...(to === null ? [] : [to.toLowerCase()])]);
    const busiest = countBy(all().flatMap((each) => [...endsOf(each)])).slice(0, 20);
    for (const [address, transactions] of busiest) {
      const moved = transfers.filter((each) => endsOf(each).has(address)).length;
      const path = `/addresses/${address}`;
      same(
        {
          ...count.parse(await get(`${path}/counters`)),
          listed: await lengthOf(`${path}/transactions`),
          moved: await lengthOf(`${path}/token-transfers`),
        },
        {
          ...{ transactions_count: String(transactions), token_transfers_count: String(moved) },
          ...{ listed: transactions, moved },
        },
        address,
      );
    }
    for (const [token, moved] of countBy(transfers.map(({ token: one }) => one)).slice(0, 10)) {
      const { transfers_count } = z
        .looseObject({ transfers_count: z.string() })
        .parse(await get(`/tokens/${token}/counters`));
      const listed = await lengthOf(`/tokens/${token}/transfers`);
      same({ transfers_count, listed }, { transfers_count: String(moved), listed: moved }, token);
    }
  });

  test('the filtered list has every transaction, movement and transfer once', async () => {
    const inner = all().flatMap(({ trace }) => (trace === null ? [] : listCalls(trace).slice(1)));
    const moved = inner.filter(hasMoved).length;
    const transfers = all().flatMap(({ receipt }) => listTransfers(receipt.logs)).length;
    const listed = await lengthOf('/advanced-filters');
    same({ listed }, { listed: all().length + moved + transfers }, 'advanced filter');
  });

  test('gas by contract and method is all gas, where the refund is known, and never less', async () => {
    for (const { hash, receipt, trace } of all().filter((_, at) => at % 70 === 0)) {
      const told = profile.parse(await get(`/transactions/${hash}/gas-profile`));
      const own = sum(told.contracts.map((each) => BigInt(each.own_gas)));
      const unpaid = own + BigInt(told.intrinsic_gas) - BigInt(told.refund ?? 0) - receipt.gasUsed;
      const calls = trace === null ? 0 : listCalls(trace).length;
      same(
        {
          ...{
            own,
            calls: told.contracts.reduce((total, each) => total + each.calls, 0),
            all: told.calls_count,
          },
          isWhole: told.refund === null ? unpaid >= 0n : unpaid === 0n,
        },
        { own: sum(told.methods.map((each) => BigInt(each.own_gas))), calls, all: calls, isWhole: true },
        hash,
      );
    }
    console.log(`${compared} counts and sums of the recording compared: 0 differences`);
  });
});

if (!HAS_RECORDINGS) test.skip('counts and sums: ../shared/realdata is not here', () => {});
