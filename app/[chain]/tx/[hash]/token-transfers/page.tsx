import type { Metadata } from 'next';
import { pageLinks, type SearchParams } from '@/app/[chain]/list-query';
import { ROWS_A_PAGE } from '@/components/fhe/operations-table';
import { listAddresses } from '@/components/transaction/list-addresses';
import { logHref } from '@/components/transaction/log-href';
import { LookAlikeNotice } from '@/components/transaction/look-alike-notice';
import { TransferFilter } from '@/components/transaction/transfer-filter';
import { TransfersTable } from '@/components/transaction/transfers-table';
import { EmptyState } from '@/components/ui/empty-state';
import { ListEnd } from '@/components/ui/list-end';
import { Pager } from '@/components/ui/pager';
import { call } from '@/lib/client/call';
import { findLookAlikes } from '@/lib/format/look-alikes';
import { listTransactionTokenTransfers } from '@/lib/spec/token-transfer';
import { describePage } from '../describe-page';
import { findFheOperations, getPageTransaction, type Params } from '../load';
import { readTransfersQuery } from './query';

type Props = { params: Params; searchParams: Promise<SearchParams> };

export const generateMetadata = ({ params }: Props): Promise<Metadata> =>
  describePage(params, { name: 'Token transfers', segment: 'token-transfers' });

/** The token transfers of a transaction, a page at a time; filter and place stand in the URL. */
export default async function TokenTransfersPage({ params, searchParams }: Props) {
  const { chain, transaction } = await getPageTransaction(params);
  const asked = readTransfersQuery(await searchParams);
  const { types } = asked;
  const [page, fhe] = await Promise.all([
    call(listTransactionTokenTransfers, {
      chain: chain.id,
      params: { transaction_hash_param: transaction.hash },
      query: asked.query,
    }),
    findFheOperations(chain, transaction),
  ]);
  const base = `/${chain.id}/tx/${transaction.hash}`;
  const path = `${base}/token-transfers`;
  const transfers = page?.items ?? [];
  const lookAlikes = findLookAlikes(listAddresses(transaction, transfers));
  const computedBy = new Map(
    fhe?.items.map(({ result, log_index }, index) => {
      const page = index < ROWS_A_PAGE ? '' : `?from=${index - (index % ROWS_A_PAGE)}`;
      return [result, `${base}/fhe${page}#op-${log_index}`];
    }),
  );
  return (
    <section aria-label="Token transfers" className="flex flex-col gap-3">
      <LookAlikeNotice lookAlikes={lookAlikes} />
      <TransferFilter href={path} chosen={types} />
      <div className="rounded-md border border-line bg-surface shadow-panel">
        {transfers.length === 0 ? (
          <NoTransfers isFiltered={types.length > 0} isFirst={asked.isFirst} href={path} />
        ) : (
          <TransfersTable
            transfers={transfers}
            transaction={transaction}
            lookAlikes={lookAlikes}
            logHref={(index) => logHref(chain.id, transaction, index)}
            operationHref={(handle) => computedBy.get(handle)}
          />
        )}
      </div>
      <Pager {...pageLinks(path, asked, page?.next_page_params)} />
    </section>
  );
}

function NoTransfers(props: { isFiltered: boolean; isFirst: boolean; href: string }) {
  if (!props.isFirst) {
    return <ListEnd href={props.href} />;
  }
  if (props.isFiltered) {
    return (
      <EmptyState icon="search" title="No transfers of these standards">
        <a href={props.href}>Show all standards.</a>
      </EmptyState>
    );
  }
  return (
    <EmptyState icon="arrowRight" title="No token moved in this transaction">
      Its logs hold no transfer of an ERC-20, ERC-721, ERC-1155, ERC-404 or ERC-7984 token.
    </EmptyState>
  );
}
