import type { Metadata } from 'next';
import { pageLinks, readListQuery, type SearchParams } from '@/app/[chain]/list-query';
import { CallTree } from '@/components/internal-transaction/call-tree';
import { EmptyState } from '@/components/ui/empty-state';
import { ListEnd } from '@/components/ui/list-end';
import { Pager } from '@/components/ui/pager';
import { callExtra } from '@/lib/client/call';
import {
  type InternalTransactionsMeta,
  listTransactionInternals,
} from '@/lib/endpoints/internal-transaction';
import type { Transaction } from '@/lib/endpoints/transaction';
import { describePage } from '../describe-page';
import { getPageTransaction, type Params } from '../load';

type Props = { params: Params; searchParams: Promise<SearchParams> };

export const generateMetadata = ({ params }: Props): Promise<Metadata> =>
  describePage(params, { name: 'Internal transactions', segment: 'internal' });

/** The calls inside a transaction as a tree, a page at a time; the place stands in the URL. */
export default async function InternalPage({ params, searchParams }: Props) {
  const { chain, transaction } = await getPageTransaction(params);
  const asked = readListQuery(listTransactionInternals.query.shape, await searchParams);
  const page = await callExtra(listTransactionInternals, {
    chain: chain.id,
    params: { transaction_hash_param: transaction.hash },
    query: asked.query,
  });
  const path = `/${chain.id}/tx/${transaction.hash}/internal`;
  const calls = page?.items ?? [];
  return (
    <section aria-label="Internal transactions" className="flex flex-col gap-3">
      <div className="overflow-hidden rounded-md border border-line bg-surface shadow-panel">
        {calls.length > 0 ? (
          <CallTree calls={calls} transaction={transaction} symbol={chain.symbol} />
        ) : asked.isFirst ? (
          <NoCalls transaction={transaction} meta={page?.meta} />
        ) : (
          <ListEnd href={path} />
        )}
      </div>
      <p className="flex flex-wrap justify-between gap-x-6 gap-y-1 text-sm text-soft">
        {page?.meta?.status === 'partial' && <span>{page.meta.message}</span>}
        {transaction.block_number !== null && (
          <a href={`/${chain.id}/tx/${transaction.hash}/trace`} className="ml-auto">
            Raw trace
          </a>
        )}
      </p>
      <Pager {...pageLinks(path, asked, page?.next_page_params)} />
    </section>
  );
}

function NoCalls(props: { transaction: Transaction; meta: InternalTransactionsMeta | undefined }) {
  if (props.transaction.block_number === null) {
    return (
      <EmptyState icon="clock" title="No internal transactions yet">
        They are known once the transaction is in a block.
      </EmptyState>
    );
  }
  if (props.meta === undefined || props.meta?.status === 'unavailable') {
    return (
      <EmptyState icon="none" title="Internal transactions are not available">
        They come from traces, and the node returned none for this transaction when its block was indexed.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon="none" title="No internal transactions">
      What this transaction called made no further calls.
    </EmptyState>
  );
}
