import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { findChart } from '@/lib/api/charts/catalog';
import { fillPoints } from '@/lib/api/charts/fill';
import { parseDay, toIsoDay } from '@/lib/api/charts/periods';
import { getChart, RESOLUTIONS } from '@/lib/endpoints/chart';
import { listCounters } from '@/lib/endpoints/counter';
import { createTestApi, type TestApi } from '../support/api-harness';
import { type PlainBlock, type PlainTransaction, writePlainBlocks } from '../support/plain-chain';

const VECTORS = new URL('../../../shared/reference/test-vectors.json', import.meta.url);

const NO_VERIFICATION = 'contracts are not verified here';
const OTHER_TIME = 'asked at another time than that of the newest block, which is ours';

/** Recorded series and counters that are skipped, and why. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  'stats/chart/newVerifiedContracts/': NO_VERIFICATION,
  'stats/chart/verifiedContractsGrowth/': NO_VERIFICATION,
  'stats/counter/lastNewVerifiedContracts/': NO_VERIFICATION,
  'stats/counter/totalVerifiedContracts/': NO_VERIFICATION,
  'stats/counter/completedTxns/':
    'it has a dropped transaction, which counts as successful for the recorded rate',
  'stats/counter/totalContracts/': 'two of its contracts have no creation: ours counts what was created',
  'stats/counter/totalTokens/': 'the fixture has no transfers, of which ours counts the tokens',
  'stats/counter/lastNewContracts/update_last_new_contracts_update_after_new': OTHER_TIME,
  'stats/counter/averageTxnFee24h/update_average_txns_fee_2': OTHER_TIME,
  'stats/counter/txnsFee24h/update_txns_fee_24h_2': OTHER_TIME,
  'stats/counter/txnsFee24h/update_txns_fee_24h_3': OTHER_TIME,
  'stats/counter/yesterdayTxns/update_yesterday_txns_2': OTHER_TIME,
  'stats/counter/opStackYesterdayOperationalTxns/': OTHER_TIME,
};
const isRun = (name: string) =>
  !Object.keys(LEFT_OUT).some((entry) => entry === name || (entry.endsWith('/') && name.startsWith(entry)));

const label = z.string().nullable();
const fixtureSchema = z.object({
  blocks: z.array(
    z.object({
      number: z.int(),
      timestamp: z.string(),
      consensus: z.boolean(),
      size: z.int(),
      gas_limit: z.int(),
      gas_used: z.int(),
    }),
  ),
  transactions: z.array(
    z.object({
      // null while pending
      block_number: z.int().nullable(),
      index: z.int().nullable(),
      from: z.string(),
      to: label,
      type: z.int().nullable(),
      gas_used: z.int().nullable(),
      gas_price: z.int(),
      input_empty: z.boolean(),
      error: label,
      created_contract: label,
    }),
  ),
  internal_creates: z.array(z.object({ block_number: z.int(), created_contract: z.string() })),
  signed_authorizations: z.array(z.object({ block_number: z.int(), tx_index: z.int() })),
  user_operations: z.array(
    z.object({ block_number: z.int(), sender: z.string(), bundler: z.string(), paymaster: label }),
  ),
});
type Fixture = z.output<typeof fixtureSchema>;
const series = z.array(z.tuple([z.string(), z.string()]));

describe.skipIf(!existsSync(VECTORS))('recorded series (../shared/reference/test-vectors.json)', () => {
  let api: TestApi;
  const vectors = existsSync(VECTORS)
    ? z
        .array(
          z.object({ name: z.string(), input: z.record(z.string(), z.unknown()), expected: z.unknown() }),
        )
        .parse(JSON.parse(readFileSync(VECTORS, 'utf8')))
    : [];
  const below = (prefix: string) => vectors.filter(({ name }) => name.startsWith(prefix) && isRun(name));

  beforeAll(async () => {
    api = await createTestApi();
    const input = vectors.find(({ name }) => name === 'stats/fixture')?.input;
    await writePlainBlocks(api.db, toPlainBlocks(fixtureSchema.parse(input)));
  });
  afterAll(() => api.stop());

  test('what is left out is there', () => {
    for (const entry of Object.keys(LEFT_OUT))
      expect(
        vectors.filter(({ name }) => name.startsWith(entry)),
        entry,
      ).not.toEqual([]);
    expect(below('stats/chart/').length).toBeGreaterThan(60);
  });

  test.each(below('stats/chart/'))('$name', async ({ input, expected }) => {
    expect(findChart(String(input.chart))?.id).toBe(input.chart);
    const answer = await api.get(`/stats-service/api/v1/lines/${input.chart}?resolution=${input.resolution}`);
    const points = getChart.response.parse(answer.body).chart;
    const byDate = new Map(points.map(({ date, value }) => [date, value]));
    const isGrowth = /Growth$/.test(String(input.chart));
    for (const [date, value] of series.parse(expected)) {
      const ours = byDate.get(date);
      // The recorded averages carry the error of adding doubles; ours are exact until printed.
      if (value.includes('.')) expect(Number(ours) / Number(value)).toBeCloseTo(1, 13);
      else expect([date, ours]).toEqual([date, value]);
      byDate.delete(date);
    }
    if (!isGrowth) expect([...byDate.values()].filter((value) => value !== '0')).toEqual([]);
  });

  test.each(below('stats/counter/'))('$name', async ({ input, expected }) => {
    const answer = await api.get('/stats-service/api/v1/counters');
    const { counters } = listCounters.response.parse(answer.body);
    const page = await api.get('/stats-service/api/v1/pages/main');
    const onPage = z.looseObject({ yesterday_transactions: z.object({ id: z.string(), value: z.string() }) });
    const { yesterday_transactions } = onPage.parse(page.body);
    const found = [...counters, yesterday_transactions].find(({ id }) => id === input.counter);
    expect(found?.value).toBe(expected);
  });

  test.each(below('stats/fill/'))('$name', ({ input, expected }) => {
    const given = z
      .object({
        data: series,
        from: z.string().nullable(),
        to: z.string().nullable(),
        resolution: z.enum(RESOLUTIONS),
        policy: z.enum(['FillZero', 'FillPrevious']),
      })
      .parse(input);
    const dayOf = (text: string | null) => parseDay(text ?? undefined);
    const points = given.data.map(([date, value]) => ({ start: dayOf(date) ?? Number.NaN, value }));
    const filled = fillPoints(
      points,
      { from: dayOf(given.from), to: dayOf(given.to) },
      { resolution: given.resolution, policy: given.policy === 'FillZero' ? 'zero' : 'previous' },
    );
    expect(filled?.map(({ start, value }) => [toIsoDay(start), value])).toEqual(expected);
  });
});

const SPECIAL: Readonly<Record<string, string>> = {
  attributes_depositor: 'deaddeaddeaddeaddeaddeaddeaddeaddead0001',
  l1_block_attributes: '4200000000000000000000000000000000000015',
};

/** The address of a label in the fixture. */
function addressOf(name: string): Buffer {
  const special = SPECIAL[name];
  return special ? Buffer.from(special, 'hex') : Buffer.from(name.padEnd(20, '_'), 'latin1').subarray(0, 20);
}

/** The blocks of the chain, as the indexer would decode them. */
function toPlainBlocks(fixture: Fixture): PlainBlock[] {
  return fixture.blocks
    .filter(({ consensus }) => consensus)
    .map(({ number, timestamp, size, gas_limit, gas_used }) => ({
      number,
      timestamp: Date.parse(timestamp) / 1000,
      size: BigInt(size),
      gasLimit: BigInt(gas_limit),
      gasUsed: BigInt(gas_used),
      transactions: toPlainTransactions(fixture, number),
    }));
}

function toPlainTransactions(fixture: Fixture, number: number): PlainTransaction[] {
  const inBlock = fixture.transactions
    .filter(({ block_number }) => block_number === number)
    .sort((a, b) => (a.index ?? 0) - (b.index ?? 0));
  const transactions = inBlock.map((entry): PlainTransaction => {
    const created = entry.created_contract === null ? [] : [addressOf(entry.created_contract)];
    return {
      from: addressOf(entry.from),
      to: entry.to === null ? null : addressOf(entry.to),
      type: entry.type ?? 0,
      gasUsed: BigInt(entry.gas_used ?? 0),
      gasPrice: BigInt(entry.gas_price),
      isInputEmpty: entry.input_empty,
      // The recorded success rate excludes dropped transactions; an index of mined ones has none.
      hasFailed: entry.error !== null && entry.error !== 'dropped/replaced',
      creates: created,
      authorizations: fixture.signed_authorizations.filter(
        ({ block_number, tx_index }) => block_number === number && tx_index === entry.index,
      ).length,
    };
  });
  const creates = fixture.internal_creates.filter(({ block_number }) => block_number === number);
  const operations = fixture.user_operations.filter(({ block_number }) => block_number === number);
  return transactions.map((transaction, at) => ({
    ...transaction,
    creates: [
      ...(transaction.creates ?? []),
      ...(at === 0 ? creates.map(({ created_contract }) => addressOf(created_contract)) : []),
    ],
    userOperations: operations
      .filter((operation) => at === firstOf(inBlock, operation.bundler))
      .map(({ sender, paymaster }) => ({
        sender: addressOf(sender),
        paymaster: paymaster === null ? null : addressOf(paymaster),
      })),
  }));
}

/** The first transaction of a bundler in its block. */
function firstOf(transactions: readonly { from: string }[], bundler: string): number {
  return transactions.findIndex(({ from }) => from === bundler);
}
