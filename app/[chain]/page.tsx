import type { Metadata } from 'next';
import { BlockList } from '@/components/block/block-list';
import { ChainFacts } from '@/components/chain/chain-facts';
import { TransactionList } from '@/components/transaction/transaction-list';
import { call } from '@/lib/client/call';
import { listBlocks } from '@/lib/spec/block';
import { getIndexingStatus } from '@/lib/spec/indexing-status';
import { listTransactions } from '@/lib/spec/transaction';
import { getChain } from './get-chain';

type Props = { params: Promise<{ chain: string }> };

const ROWS = '12';

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const chain = await getChain(params);
  return {
    title: { absolute: `${chain.name} · Astrolabe` },
    description: `The latest blocks and transactions of ${chain.name}.`,
    alternates: { canonical: `/${chain.id}` },
  };
}

/** The home of a chain: its newest blocks and transactions, and how far the index is. */
export default async function ChainHome({ params }: Props) {
  const chain = await getChain(params);
  const query = { items_count: ROWS };
  const [status, blocks, transactions] = await Promise.all([
    call(getIndexingStatus, { chain: chain.id, params: {} }),
    call(listBlocks, { chain: chain.id, params: {}, query }),
    call(listTransactions, { chain: chain.id, params: {}, query }),
  ]);
  return (
    <div className="flex flex-col gap-6">
      <header className="flex flex-col gap-4">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <h1 className="text-2xl font-semibold tracking-tight">{chain.name}</h1>
          <p className="text-soft">
            chain {chain.id}
            {chain.isDemo && ' · a demonstration that runs on this machine'}
          </p>
        </div>
        {status && <ChainFacts status={status} />}
      </header>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <BlockList blocks={blocks?.items ?? []} symbol={chain.symbol} />
        <TransactionList transactions={transactions?.items ?? []} chain={chain} />
      </div>
    </div>
  );
}
