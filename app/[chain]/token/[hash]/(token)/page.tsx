import { pageLinks, readListQuery, type SearchParams } from '@/app/[chain]/list-query';
import { ListTransfersTable } from '@/components/token-transfer/list-transfers-table';
import { CsvLink } from '@/components/ui/csv-link';
import { EmptyState } from '@/components/ui/empty-state';
import { Pager } from '@/components/ui/pager';
import { callExtra } from '@/lib/client/call';
import { listTransfersOfToken } from '@/lib/endpoints/token-transfer';
import { getPageToken, type Params } from '../load';

type Props = { params: Params; searchParams: Promise<SearchParams> };

/** The transfers of a token, newest first, a page at a time. */
export default async function TokenPage({ params, searchParams }: Props) {
  const { chain, token } = await getPageToken(params);
  const asked = readListQuery(listTransfersOfToken.query.shape, await searchParams);
  const page = await callExtra(listTransfersOfToken, {
    chain: chain.id,
    params: { address_hash_param: token.address_hash },
    query: asked.query,
  });
  const path = `/${chain.id}/token/${token.address_hash}`;
  const transfers = page?.items ?? [];
  return (
    <section aria-label="Transfers" className="flex flex-col gap-3">
      <div className="rounded-md border border-line bg-surface shadow-panel">
        {transfers.length > 0 && (
          <ListTransfersTable caption="Transfers of this token, newest first" transfers={transfers} />
        )}
        {transfers.length === 0 && page !== undefined && (
          <EmptyState icon="arrowRight" title={asked.isFirst ? 'No transfers indexed' : 'No more results'}>
            {asked.isFirst ? 'The index has no transfer event of this token.' : <a href={path}>First page</a>}
          </EmptyState>
        )}
        {page === undefined && (
          <EmptyState icon="arrowRight" title="Not available from this API">
            The API behind this site does not list the transfers of a token.
          </EmptyState>
        )}
      </div>
      {transfers.length > 0 && <CsvLink href={`${path}/csv/transfers`} />}
      <Pager {...pageLinks(path, asked, page?.next_page_params)} />
    </section>
  );
}
