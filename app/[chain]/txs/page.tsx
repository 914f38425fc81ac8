import type { Metadata } from 'next';
import { PageHeader } from '@/components/layout/page-header';
import { TransactionsTable } from '@/components/transaction/transactions-table';
import { EmptyState } from '@/components/ui/empty-state';
import { NotOffered } from '@/components/ui/not-offered';
import { Pager } from '@/components/ui/pager';
import { call } from '@/lib/client/call';
import { countOf } from '@/lib/format/number';
import { getIndexingStatus } from '@/lib/spec/indexing-status';
import { listTransactions } from '@/lib/spec/transaction';
import { getChain } from '../get-chain';
import { pageLinks, readListQuery, type SearchParams } from '../list-query';

type Props = { params: Promise<{ chain: string }>; searchParams: Promise<SearchParams> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const chain = await getChain(params);
  return {
    title: `Transactions of ${chain.name}`,
    description: `All transactions of ${chain.name}, newest first, with status, method, ends, value and fee.`,
    alternates: { canonical: `/${chain.id}/txs` },
  };
}

/** All transactions, newest first, a page at a time. */
export default async function TransactionsPage({ params, searchParams }: Props) {
  const chain = await getChain(params);
  const { filter: _, ...shape } = listTransactions.query.shape;
  const asked = readListQuery(shape, await searchParams);
  const [page, status] = await Promise.all([
    call(listTransactions, { chain: chain.id, params: {}, query: asked.query }),
    call(getIndexingStatus, { chain: chain.id, params: {} }),
  ]);
  const transactions = page?.items ?? [];
  const count = status?.transactions_count ?? null;
  const path = `/${chain.id}/txs`;
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title="Transactions"
        about={count === null ? 'newest first' : `${countOf(count, 'transaction')}, newest first`}
      />
      <div className="rounded-md border border-line bg-surface shadow-panel">
        {page === undefined ? (
          <NotOffered what="transactions" />
        ) : transactions.length === 0 ? (
          <NoTransactions isFirst={asked.isFirst} href={path} />
        ) : (
          <TransactionsTable
            caption="Transactions, newest first"
            transactions={transactions}
            symbol={chain.symbol}
          />
        )}
      </div>
      <Pager {...pageLinks(path, asked, page?.next_page_params)} />
    </div>
  );
}

function NoTransactions({ isFirst, href }: { isFirst: boolean; href: string }) {
  return isFirst ? (
    <EmptyState icon="arrowRight" title="No transaction is indexed yet">
      They appear here with the first block that holds one.
    </EmptyState>
  ) : (
    <EmptyState icon="arrowRight" title="No older transaction">
      The list ends before this page. <a href={href}>Go to the newest transactions.</a>
    </EmptyState>
  );
}
