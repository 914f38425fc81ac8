import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { CHARTS, describeChart, findChart, missingPolicyOf } from '@/lib/api/charts/catalog';
import { listCharts } from '@/lib/endpoints/chart';
import { listCounters } from '@/lib/endpoints/counter';
import { createTestApi, type TestApi } from '../support/api-harness';
import { address } from '../support/api-rows';
import { writePlainBlocks } from '../support/plain-chain';

const CATALOG = new URL('../../../shared/reference/stats-catalog.json', import.meta.url);

const NOT_ON_THE_CHAIN = 'another chain or another database tells it';
const NO_BALANCES = 'the balances of all accounts on every day are not on the chain';
const NO_VERIFICATION = 'contracts are not verified here';
const NO_REWARDS = 'what a block was rewarded beside its fees is a rule of each chain';

/** Charts of other services that this one lacks, and why. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  newZetachainCrossChainTxns: NOT_ON_THE_CHAIN,
  zetachainCrossChainTxnsGrowth: NOT_ON_THE_CHAIN,
  filecoinNewChainFees: NOT_ON_THE_CHAIN,
  filecoinChainFeesGrowth: NOT_ON_THE_CHAIN,
  burnActorBalance: NOT_ON_THE_CHAIN,
  fevmFeeTips: NOT_ON_THE_CHAIN,
  averageBlockRewards: NO_REWARDS,
  newBlockRewards: NO_REWARDS,
  nativeCoinHoldersGrowth: NO_BALANCES,
  nativeCoinSupply: NO_BALANCES,
  newNativeCoinHolders: NO_BALANCES,
  newVerifiedContracts: NO_VERIFICATION,
  verifiedContractsGrowth: NO_VERIFICATION,
};
/** Counters of the list that this service lacks, and why. */
const COUNTERS_LEFT_OUT: Readonly<Record<string, string>> = {
  lastNewVerifiedContracts: NO_VERIFICATION,
  totalVerifiedContracts: NO_VERIFICATION,
  totalNativeCoinHolders: NO_BALANCES,
  newZetachainCrossChainTxns24h: NOT_ON_THE_CHAIN,
  pendingZetachainCrossChainTxns: NOT_ON_THE_CHAIN,
  totalZetachainCrossChainTxns: NOT_ON_THE_CHAIN,
};

const chart = z.object({
  id: z.string(),
  units: z.string().nullable(),
  resolutions: z.array(z.string()),
  missing_date_policy: z.enum(['FillZero', 'FillPrevious']),
  computable_from_blocks_txs_receipts_logs: z.boolean(),
});
const catalog = z.object({
  sections: z.array(z.object({ id: z.string(), charts: z.array(chart) })),
  lines_outside_layout: z.array(chart),
  counters: z.array(
    z.object({ id: z.string(), units: z.string().nullable(), in_counters_response: z.boolean() }),
  ),
});

describe.skipIf(!existsSync(CATALOG))('the catalog of ../shared/reference/stats-catalog.json', () => {
  let api: TestApi;
  const { sections, lines_outside_layout, counters } = existsSync(CATALOG)
    ? catalog.parse(JSON.parse(readFileSync(CATALOG, 'utf8')))
    : { sections: [], lines_outside_layout: [], counters: [] };
  const inLayout = sections.flatMap(({ charts }) => charts);

  beforeAll(async () => {
    api = await createTestApi();
    // A chain with every feature lists every chart; with blocks to time and a mempool it has all to measure.
    await writePlainBlocks(api.db, [
      {
        number: 0,
        timestamp: 1_700_000_000,
        transactions: [
          { from: address(1), type: 106, fheOperations: 1 },
          {
            from: Buffer.from('deaddeaddeaddeaddeaddeaddeaddeaddead0001', 'hex'),
            to: Buffer.from('4200000000000000000000000000000000000015', 'hex'),
          },
        ],
      },
      ...[1, 2, 3].map((number) => ({ number, timestamp: 1_700_000_000 + 12 * number, transactions: [] })),
    ]);
    await api.sql`
      insert into ${api.db.schema}.node_pool (source, looked_at) values ('content', ${Date.now()})`;
  });
  afterAll(() => api.stop());

  test('every chart is here as it is there, or left out for a reason', () => {
    const all = [...inLayout, ...lines_outside_layout];
    expect(all.length).toBeGreaterThan(50);
    for (const { id, units, resolutions, missing_date_policy, ...given } of all) {
      const ours = findChart(id);
      expect([id, ours === undefined]).toEqual([id, id in LEFT_OUT]);
      if (!ours) {
        expect([id, given.computable_from_blocks_txs_receipts_logs]).toEqual([id, false]);
        continue;
      }
      expect(describeChart(ours, 'ETH')).toMatchObject({ id, units, resolutions });
      expect([id, missingPolicyOf(ours)]).toEqual([
        id,
        missing_date_policy === 'FillZero' ? 'zero' : 'previous',
      ]);
    }
    const named = new Set(all.map(({ id }) => id));
    expect(Object.keys(LEFT_OUT).filter((id) => !named.has(id))).toEqual([]);
  });

  test('sections and charts stand in their order, ours after them', async () => {
    const answer = await api.get('/stats-service/api/v1/lines');
    const listed = listCharts.response.parse(answer.body).sections;
    const ids = listed.map(({ id, charts }) => ({ id, charts: charts.map((each) => each.id) }));
    const theirs = sections.map(({ id, charts }) => ({
      id,
      charts: charts.map((each) => each.id).filter((each) => !(each in LEFT_OUT)),
    }));
    expect(ids.slice(0, theirs.length)).toEqual(theirs);
    expect(ids.slice(theirs.length).map(({ id }) => id)).toEqual(['fhe']);
    expect(ids.flatMap(({ charts }) => charts)).toEqual(CHARTS.map(({ id }) => id));
  });

  test('counters stand in their order, ours after them', async () => {
    const answer = await api.get('/stats-service/api/v1/counters');
    const ours = listCounters.response.parse(answer.body).counters;
    const theirs = counters.filter(
      ({ id, in_counters_response }) => in_counters_response && !(id in COUNTERS_LEFT_OUT),
    );
    expect(ours.slice(0, theirs.length).map(({ id }) => id)).toEqual(theirs.map(({ id }) => id));
    expect(ours.slice(theirs.length).map(({ id }) => id)).toEqual(['totalFheOperations', 'totalHcu']);
    const units = (list: readonly { id: string; units: string | null }[]) =>
      list.slice(0, theirs.length).map((each) => [each.id, each.units]);
    expect(
      units(ours.map((each) => ({ ...each, units: each.units === 'TST' ? 'ETH' : each.units }))),
    ).toEqual(units(theirs));
  });
});
