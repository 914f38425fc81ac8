import { pageLinks, readListQuery, type SearchParams } from '@/app/[chain]/list-query';
import { HoldersTable } from '@/components/holding/holders-table';
import { CsvLink } from '@/components/ui/csv-link';
import { EmptyState } from '@/components/ui/empty-state';
import { ListEnd } from '@/components/ui/list-end';
import { NotOffered } from '@/components/ui/not-offered';
import { Pager } from '@/components/ui/pager';
import { callExtra } from '@/lib/client/call';
import { listTokenHolders } from '@/lib/endpoints/holding';
import { hasTrait } from '@/lib/evm/token-standards';
import { getPageToken, type Params } from '../../load';

type Props = { params: Params; searchParams: Promise<SearchParams> };

/** The holders of a token, those with the most first, a page at a time. */
export default async function HoldersPage({ params, searchParams }: Props) {
  const { chain, token } = await getPageToken(params);
  const asked = readListQuery(listTokenHolders.query.shape, await searchParams);
  const page = await callExtra(listTokenHolders, {
    chain: chain.id,
    params: { address_hash_param: token.address_hash },
    query: asked.query,
  });
  const path = `/${chain.id}/token/${token.address_hash}/holders`;
  const holders = page?.items ?? [];
  return (
    <section aria-label="Holders" className="flex flex-col gap-3">
      <div className="rounded-md border border-line bg-surface shadow-panel">
        {holders.length > 0 ? (
          <HoldersTable token={token} holders={holders} />
        ) : hasTrait(token.type, 'encrypted') ? (
          <EmptyState icon="lock" title="Confidential">
            Balances of a confidential token are encrypted: only authorized accounts can decrypt them.
          </EmptyState>
        ) : page === undefined ? (
          <NotOffered what="the holders of a token" />
        ) : asked.isFirst ? (
          <EmptyState icon="cube" title="No holders">
            No account holds this token according to the indexed transfers.
          </EmptyState>
        ) : (
          <ListEnd href={path} />
        )}
      </div>
      {holders.length > 0 && <CsvLink href={`/${chain.id}/token/${token.address_hash}/csv/holders`} />}
      <Pager {...pageLinks(path, asked, page?.next_page_params)} />
    </section>
  );
}
