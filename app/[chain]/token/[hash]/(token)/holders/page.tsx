import { pageLinks, readListQuery, type SearchParams } from '@/app/[chain]/list-query';
import { HoldersTable } from '@/components/token/holders-table';
import { CsvLink } from '@/components/ui/csv-link';
import { EmptyState } from '@/components/ui/empty-state';
import { Pager } from '@/components/ui/pager';
import { callExtra } from '@/lib/client/call';
import { listTokenHolders } from '@/lib/spec/holding';
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
  const holders = page?.items ?? [];
  return (
    <section aria-label="Holders" className="flex flex-col gap-3">
      <div className="rounded-md border border-line bg-surface shadow-panel">
        {holders.length > 0 ? (
          <HoldersTable token={token} holders={holders} />
        ) : (
          <EmptyState icon={token.type === 'ERC-7984' ? 'lock' : 'cube'} title={titleOf(token.type)}>
            {token.type === 'ERC-7984'
              ? 'Balances of a confidential token are encrypted: only permitted accounts can decrypt them.'
              : 'Nobody has any of it, by the transfers that were indexed.'}
          </EmptyState>
        )}
      </div>
      {holders.length > 0 && <CsvLink href={`/${chain.id}/token/${token.address_hash}/csv/holders`} />}
      <Pager
        {...pageLinks(`/${chain.id}/token/${token.address_hash}/holders`, asked, page?.next_page_params)}
      />
    </section>
  );
}

function titleOf(type: string | null): string {
  return type === 'ERC-7984' ? 'Holders cannot be told' : 'No holders';
}
