import type { Metadata } from 'next';
import { PageHeader } from '@/components/layout/page-header';
import { Choices } from '@/components/stats/choices';
import { TransactionsTable } from '@/components/transaction/transactions-table';
import { EmptyState } from '@/components/ui/empty-state';
import { NotOffered } from '@/components/ui/not-offered';
import { Pager } from '@/components/ui/pager';
import { call, callExtra } from '@/lib/client/call';
import { getTransactionsStats } from '@/lib/endpoints/chain-stats';
import { getIndexingStatus } from '@/lib/endpoints/indexing-status';
import { listTransactions } from '@/lib/endpoints/transaction';
import { countOf, groupDigits } from '@/lib/format/number';
import { getChain } from '../get-chain';
import { pageLinks, readListQuery, type SearchParams } from '../list-query';

type Props = { params: Promise<{ chain: string }>; searchParams: Promise<SearchParams> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const chain = await getChain(params);
  return {
    title: `Transactions on ${chain.name}`,
    description: `All transactions on ${chain.name}, newest first, with status, method, sender, recipient, value and fee.`,
    alternates: { canonical: `/${chain.id}/txs` },
  };
}

/** All mined transactions, or with `filter=pending` those that wait; newest first, a page at a time. */
export default async function TransactionsPage({ params, searchParams }: Props) {
  const chain = await getChain(params);
  const asked = readListQuery(listTransactions.query.shape, await searchParams, ['filter']);
  const isPending = asked.query.filter === 'pending';
  const [page, status, stats] = await Promise.all([
    call(listTransactions, { chain: chain.id, params: {}, query: asked.query }),
    call(getIndexingStatus, { chain: chain.id, params: {} }),
    callExtra(getTransactionsStats, { chain: chain.id, params: {} }),
  ]);
  const transactions = page?.items ?? [];
  const waiting = stats?.pending_transactions_count ?? null;
  const path = `/${chain.id}/txs`;
  const caption = isPending ? 'Pending transactions, newest first' : 'Transactions, newest first';
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title="Transactions"
        about={isPending ? 'not in a block yet' : describeCount(status?.transactions_count ?? null)}
      />
      <div className="flex">
        <Choices
          label="Status"
          choices={[
            { text: 'Confirmed', href: path, isOn: !isPending },
            {
              text: waiting === null ? 'Pending' : `Pending ${groupDigits(waiting)}`,
              title: 'In the mempool of the node, not in a block yet',
              href: `${path}?filter=pending`,
              isOn: isPending,
            },
          ]}
        />
      </div>
      <div className="rounded-md border border-line bg-surface shadow-panel">
        {page === undefined ? (
          <NotOffered what="transactions" />
        ) : transactions.length > 0 ? (
          <TransactionsTable caption={caption} transactions={transactions} symbol={chain.symbol} />
        ) : isPending ? (
          <NonePending isFirst={asked.isFirst} isShown={waiting !== null} href={`${path}?filter=pending`} />
        ) : (
          <NoTransactions isFirst={asked.isFirst} href={path} />
        )}
      </div>
      <Pager {...pageLinks(path, asked, page?.next_page_params)} />
    </div>
  );
}

function describeCount(count: number | null): string {
  return count === null ? 'newest first' : `${countOf(count, 'transaction')}, newest first`;
}

function NoTransactions({ isFirst, href }: { isFirst: boolean; href: string }) {
  return isFirst ? (
    <EmptyState icon="arrowRight" title="No transactions indexed yet">
      They appear here with the first block that contains one.
    </EmptyState>
  ) : (
    <EmptyState icon="arrowRight" title="No more transactions">
      The list ends before this page. <a href={href}>Latest transactions</a>
    </EmptyState>
  );
}

function NonePending({ isFirst, isShown, href }: { isFirst: boolean; isShown: boolean; href: string }) {
  if (!isFirst) {
    return (
      <EmptyState icon="clock" title="No more pending transactions">
        Those listed here may have been confirmed. <a href={href}>Latest pending transactions</a>
      </EmptyState>
    );
  }
  return isShown ? (
    <EmptyState icon="clock" title="No pending transactions">
      The mempool of the node is empty. New transactions appear here within seconds, until they are in a
      block.
    </EmptyState>
  ) : (
    <EmptyState icon="clock" title="Pending transactions are not available from this node">
      The node does not expose its mempool, or has not been polled for a while: transactions appear once they
      are in a block. You can still look up a transaction by its hash.
    </EmptyState>
  );
}
