import type { Metadata } from 'next';
import { BlockList } from '@/components/block/block-list';
import { BlockStrip } from '@/components/block/block-strip';
import { ChainFacts } from '@/components/chain/chain-facts';
import { pricePerGas } from '@/components/gas/price';
import { PageCall } from '@/components/layout/page-call';
import { PageHeader } from '@/components/layout/page-header';
import { LiveHead } from '@/components/live/live-head';
import { TransactionList } from '@/components/transaction/transaction-list';
import { Notice } from '@/components/ui/notice';
import { call, callExtra, callPath } from '@/lib/client/call';
import type { Chain } from '@/lib/client/chains';
import { listBlocks } from '@/lib/endpoints/block';
import { type ChartPoint, listChartSeries } from '@/lib/endpoints/chart';
import { getGasPrices } from '@/lib/endpoints/gas';
import { getIndexingStatus } from '@/lib/endpoints/indexing-status';
import { listTransactions } from '@/lib/endpoints/transaction';
import { AppError } from '@/lib/errors';
import { describeOldHead } from '@/lib/format/time';
import { readBrand } from '../read-brand';
import { getChain } from './get-chain';

type Props = { params: Promise<{ chain: string }> };

const ROWS = 12;
const STRIP = 24;
const DAYS = 30;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const chain = await getChain(params);
  return {
    title: { absolute: `${chain.name} · ${readBrand().name}` },
    description: `The latest blocks and transactions on ${chain.name}.`,
    alternates: { canonical: `/${chain.id}` },
  };
}

/** Home page of a chain: latest blocks and transactions, recent days, index status. */
export default async function ChainHome({ params }: Props) {
  const chain = await getChain(params);
  const newestBlocks = { chain: chain.id, params: {}, query: { items_count: String(STRIP) } };
  const [status, newest, transactions, days, gas] = await Promise.all([
    callExtra(getIndexingStatus, { chain: chain.id, params: {} }),
    callExtra(listBlocks, newestBlocks),
    callExtra(listTransactions, { chain: chain.id, params: {}, query: { items_count: String(ROWS) } }),
    findDays(chain),
    callExtra(getGasPrices, { chain: chain.id, params: {} }),
  ]);
  // without any list, a failure must not pass for an API that has none
  if (newest === undefined && transactions === undefined) await call(listBlocks, newestBlocks);
  const blocks = newest?.items ?? [];
  return (
    <div className="flex flex-col gap-4">
      <PageCall path={callPath(listBlocks, newestBlocks)} />
      <PageHeader
        title={chain.name}
        aside={
          status && (
            <LiveHead
              chainId={chain.id}
              shown={status.indexed_block}
              since={describeOldHead(blocks[0]?.timestamp, Date.now())}
            />
          )
        }
        about={`chain ${chain.id}${chain.isDemo ? ' · demo chain on this machine' : ''}`}
      />
      {status && (
        <ChainFacts
          status={status}
          timestamp={blocks[0]?.timestamp}
          days={days}
          gasPrice={gas ? pricePerGas(gas, 'average') : null}
        />
      )}
      {newest && <BlockStrip blocks={blocks} />}
      {newest === undefined && transactions === undefined && (
        <Notice icon="none" title="This API does not list blocks and transactions">
          This site shows data from another service. Use the search above to open a transaction by its hash.
        </Notice>
      )}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        {newest && <BlockList blocks={blocks.slice(0, ROWS)} chain={chain} />}
        {transactions && <TransactionList transactions={transactions.items} chain={chain} />}
      </div>
    </div>
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
