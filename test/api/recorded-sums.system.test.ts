import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { TestApi } from '../support/api-harness';
import { walkPages } from '../support/api-walk';
import { startRecordedApi } from '../support/recorded-api';
import {
  type Frame,
  listTransfers,
  RECORDED,
  type RecordedTransaction,
  readRecordedBlock,
} from '../support/recorded-blocks';
import { HAS_RECORDINGS } from '../support/recordings';

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
    const { first, last } = RECORDED;
    for (let height = first; height <= last; height += 1) blocks.set(height, readRecordedBlock(height));
    api = await startRecordedApi();
  });
  afterAll(() => api?.stop());
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
