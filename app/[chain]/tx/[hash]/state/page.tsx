import type { Metadata } from 'next';
import { pageLinks, readListQuery, type SearchParams } from '@/app/[chain]/list-query';
import { StateChangesTable } from '@/components/state-change/state-changes-table';
import { EmptyState } from '@/components/ui/empty-state';
import { ListEnd } from '@/components/ui/list-end';
import { Pager } from '@/components/ui/pager';
import { callExtra } from '@/lib/client/call';
import { listStateChanges } from '@/lib/endpoints/state-change';
import { describePage } from '../describe-page';
import { getPageTransaction, type Params } from '../load';

type Props = { params: Params; searchParams: Promise<SearchParams> };

export const generateMetadata = ({ params }: Props): Promise<Metadata> =>
  describePage(params, { name: 'State changes', segment: 'state' });

/** What a transaction did to balances, a page at a time. */
export default async function StatePage({ params, searchParams }: Props) {
  const { chain, transaction } = await getPageTransaction(params);
  const asked = readListQuery(listStateChanges.query.shape, await searchParams);
  const page = await callExtra(listStateChanges, {
    chain: chain.id,
    params: { transaction_hash_param: transaction.hash },
    query: asked.query,
  });
  const path = `/${chain.id}/tx/${transaction.hash}/state`;
  const changes = page?.items ?? [];
  return (
    <section aria-label="State changes" className="flex flex-col gap-3">
      <div className="rounded-md border border-line bg-surface shadow-panel">
        {changes.length > 0 ? (
          <StateChangesTable changes={changes} symbol={chain.symbol} />
        ) : transaction.block_number === null || transaction.is_pending_update === true ? (
          <EmptyState icon="clock" title="State changes are not available">
            This transaction is not in an indexed block.
          </EmptyState>
        ) : asked.isFirst ? (
          <EmptyState
            icon="none"
            title={page === undefined ? 'State changes are not available' : 'No balance changes'}
          >
            {page === undefined
              ? 'The API does not provide the balance changes of this transaction.'
              : 'Changes to contract storage are not listed.'}
          </EmptyState>
        ) : (
          <ListEnd href={path} />
        )}
      </div>
      {changes.length > 0 && (
        <p className="text-sm text-faint">
          {page?.meta?.message} Token changes are sums of transfers; confidential amounts are not listed.
        </p>
      )}
      <Pager {...pageLinks(path, asked, page?.next_page_params)} />
    </section>
  );
}
