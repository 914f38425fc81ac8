import type { Metadata } from 'next';
import type { ComponentProps } from 'react';
import { BlockList } from '@/components/block/block-list';
import { BlockStrip, STRIP_BLOCKS } from '@/components/block/block-strip';
import {
  type ChainStatus,
  DailyFact,
  GasPriceFact,
  HeadFact,
  IndexProgress,
} from '@/components/chain/chain-facts';
import { describeLateHead, usualBlockMs } from '@/components/chain/chain-health';
import { Facts } from '@/components/chain/facts';
import type { IndexProof } from '@/components/chain/proven-blocks';
import { FinalityFact, LastDayFact, RateFact, UtilizationFact } from '@/components/chain/pulse-facts';
import { FheActivityFacts } from '@/components/fhe/activity-facts';
import { ExplainedTransaction } from '@/components/fhe/explained-transaction';
import { pricePerGas } from '@/components/gas/price';
import { PageCall } from '@/components/layout/page-call';
import { PageHeader } from '@/components/layout/page-header';
import { LiveHead } from '@/components/live/live-head';
import { LastHourPanels } from '@/components/stats/last-hour';
import { TransactionList } from '@/components/transaction/transaction-list';
import { Notice } from '@/components/ui/notice';
import { call, callExtra, callPath } from '@/lib/client/call';
import type { Chain } from '@/lib/client/chains';
import { type Block, listBlocks } from '@/lib/endpoints/block';
import { getTransactionsStats } from '@/lib/endpoints/chain-stats';
import { type ChartPoint, listChartSeries } from '@/lib/endpoints/chart';
import { getFheActivity, listFheTransactions } from '@/lib/endpoints/fhe-activity';
import { getGasPrices } from '@/lib/endpoints/gas';
import { getIndexingStatus } from '@/lib/endpoints/indexing-status';
import { getLastHour } from '@/lib/endpoints/last-hour';
import { listTransactions } from '@/lib/endpoints/transaction';
import { AppError } from '@/lib/errors';
import { msg, t } from '@/lib/language/t';
import { readBrand } from '../read-brand';
import { SiteData } from '../site-data';
import { explainNewest } from './explain-newest';
import { getChain } from './get-chain';
import { loadContents } from './load-contents';

type Props = { params: Promise<{ chain: string }> };

const ROWS = 10;
const DAYS = 30;
/** FHE transactions of which the first successful one is explained. */
const EXPLAINABLE = '5';

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const chain = await getChain(params);
  return {
    title: { absolute: `${chain.name} · ${readBrand().name}` },
    description: t('The latest blocks and transactions on {name}.', { name: chain.name }),
    alternates: { canonical: `/${chain.id}` },
  };
}

/** Home page of a chain: latest blocks and transactions, recent days, index status. */
export default async function ChainHome({ params }: Props) {
  const chain = await getChain(params);
  const newestBlocks = { chain: chain.id, params: {}, query: { items_count: String(STRIP_BLOCKS) } };
  const [status, newest, transactions, days, gas, day, hour, confidential] = await Promise.all([
    callExtra(getIndexingStatus, { chain: chain.id, params: {} }),
    callExtra(listBlocks, newestBlocks),
    callExtra(listTransactions, { chain: chain.id, params: {}, query: { items_count: String(ROWS) } }),
    findDays(chain),
    callExtra(getGasPrices, { chain: chain.id, params: {} }),
    callExtra(getTransactionsStats, { chain: chain.id, params: {} }),
    callExtra(getLastHour, { chain: chain.id, params: {} }),
    findConfidential(chain),
  ]);
  // without any list, a failure must not pass for an API that has none
  if (newest === undefined && transactions === undefined) await call(listBlocks, newestBlocks);
  const blocks = newest?.items ?? [];
  const gasPrice = gas ? pricePerGas(gas, 'average') : null;
  return (
    <div className="flex flex-col gap-4">
      <SiteData chain={chain} />
      <PageCall path={callPath(listBlocks, newestBlocks)} />
      <PageHeader
        title={chain.name}
        aside={status && <Liveness chainId={chain.id} status={status} blocks={blocks} />}
        about={[
          t('Chain ID {id}', { id: chain.id }),
          ...(chain.isDemo ? [t('demo chain on this machine')] : []),
        ].join(' · ')}
      />
      {status && (
        <ChainDashboard
          status={status}
          blocks={blocks}
          days={days}
          day={day}
          gasPrice={gasPrice}
          symbol={chain.symbol}
        />
      )}
      {newest && <BlockStrip blocks={blocks} />}
      {newest === undefined && transactions === undefined && (
        <Notice icon="none" title={t('This API does not list blocks and transactions')}>
          {t(
            'This site shows data from another service. Use the search above to open a transaction by its hash.',
          )}
        </Notice>
      )}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        {newest && <BlockList blocks={blocks.slice(0, ROWS)} chain={chain} />}
        {transactions && <TransactionList transactions={transactions.items} chain={chain} />}
      </div>
      {confidential && <Confidential {...confidential} chain={chain} />}
      {hour && <LastHourPanels hour={hour} symbol={chain.symbol} />}
    </div>
  );
}

type Status = ChainStatus & Readonly<{ finalized_block: number | null; proof: IndexProof | null }>;

function Liveness({
  chainId,
  status,
  blocks,
}: {
  chainId: string;
  status: Status;
  blocks: readonly Block[];
}) {
  const shown = {
    indexed: status.indexed_block,
    head: status.head_block,
    timestamp: blocks[0]?.timestamp,
    usualMs: usualBlockMs(blocks),
  };
  return <LiveHead chainId={chainId} shown={shown} late={describeLateHead(shown, Date.now())} />;
}

type DashboardProps = {
  status: Status;
  /** The latest, newest first. */
  blocks: readonly Block[];
  days: Awaited<ReturnType<typeof findDays>>;
  day: ComponentProps<typeof LastDayFact>['day'];
  gasPrice: string | null;
  symbol: string;
};

/** The health of the chain: head, load, prices and totals, each where known. */
function ChainDashboard({ status, blocks, days, day, gasPrice, symbol }: DashboardProps) {
  return (
    <>
      {!(status.is_following ?? status.finished_indexing_blocks) && <IndexProgress status={status} />}
      <Facts className="grid-cols-2 lg:grid-cols-4">
        <HeadFact status={status} timestamp={blocks[0]?.timestamp} usualMs={usualBlockMs(blocks)} />
        <RateFact blocks={blocks} day={day} />
        <GasPriceFact now={gasPrice} days={days.gasPriceGwei} />
        <UtilizationFact blocks={blocks} />
        <DailyFact
          chart="newTxns"
          label={t('Transactions')}
          total={status.transactions_count}
          days={days.transactions}
        />
        <DailyFact
          chart="activeAccounts"
          label={t('Addresses')}
          total={status.addresses_count}
          days={days.activeAccounts}
          noun={msg('{count, plural, one {# active account} other {# active accounts}}')}
        />
        <LastDayFact day={day} symbol={symbol} />
        <FinalityFact
          indexed={status.indexed_block}
          finalized={status.finalized_block}
          proof={status.proof}
        />
      </Facts>
    </>
  );
}

/** What is computed on encrypted values, with the latest transaction that did; undefined where nothing is. */
async function findConfidential(chain: Chain) {
  const contents = await loadContents(chain);
  if (!contents?.has_fhe_operations) return undefined;
  const at = { chain: chain.id, params: {} };
  const [activity, latest] = await Promise.all([
    callExtra(getFheActivity, at),
    callExtra(listFheTransactions, { ...at, query: { items_count: EXPLAINABLE } }),
  ]);
  if (activity === undefined || latest === undefined || latest.items.length === 0) return undefined;
  return { activity, overview: await explainNewest(chain.id, latest.items) };
}

type ConfidentialProps = NonNullable<Awaited<ReturnType<typeof findConfidential>>> & { chain: Chain };

function Confidential({ activity, overview, chain }: ConfidentialProps) {
  return (
    <section aria-labelledby="confidential" className="flex flex-col gap-4">
      <h2 id="confidential" className="text-md font-semibold">
        <a href={`/${chain.id}/fhe`}>{t('Confidential activity')}</a>
      </h2>
      <FheActivityFacts activity={activity} />
      {overview && <ExplainedTransaction overview={overview} chain={chain} />}
    </section>
  );
}

/** Recent daily statistics; empty if the API has none, so that the page still renders. */
async function findDays(chain: Chain) {
  const of = async (): Promise<ReadonlyMap<string, readonly ChartPoint[]>> => {
    try {
      const query = { ids: 'newTxns,activeAccounts,averageGasPrice' };
      const found = await call(listChartSeries, { chain: chain.id, params: {}, query });
      return new Map(found?.series.map(({ id, points }) => [id, points.slice(-DAYS)]));
    } catch (error) {
      if (error instanceof AppError) return new Map();
      throw error;
    }
  };
  const series = await of();
  return {
    transactions: series.get('newTxns') ?? [],
    activeAccounts: series.get('activeAccounts') ?? [],
    gasPriceGwei: series.get('averageGasPrice') ?? [],
  };
}
