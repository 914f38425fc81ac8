import type { Metadata } from 'next';
import { pageLinks, type SearchParams } from '@/app/[chain]/list-query';
import { ROWS_A_PAGE } from '@/components/fhe/operations-table';
import { logHref } from '@/components/log/log-href';
import { Choices } from '@/components/stats/choices';
import { BalanceChanges } from '@/components/token-transfer/balance-changes';
import { TransferFilter } from '@/components/token-transfer/transfer-filter';
import { TransfersFlow } from '@/components/token-transfer/transfers-flow';
import { TransfersTable } from '@/components/token-transfer/transfers-table';
import { listAddresses } from '@/components/transaction/list-addresses';
import { LookAlikeNotice } from '@/components/transaction/look-alike-notice';
import { EmptyState } from '@/components/ui/empty-state';
import { ListEnd } from '@/components/ui/list-end';
import { Notice } from '@/components/ui/notice';
import { Pager } from '@/components/ui/pager';
import { call } from '@/lib/client/call';
import type { Chain } from '@/lib/client/chains';
import { listTransactionTokenTransfers } from '@/lib/endpoints/token-transfer';
import type { Transaction } from '@/lib/endpoints/transaction';
import { listTokenTypes } from '@/lib/evm/token-standards';
import { findLookAlikes } from '@/lib/format/look-alikes';
import { describePage } from '../describe-page';
import { findAllTransfers, findFheOperations, getPageTransaction, type Params } from '../load';
import { readTransfersQuery } from './query';

type Props = { params: Params; searchParams: Promise<SearchParams> };
type PageTransaction = { chain: Chain; transaction: Transaction };

const VIEWS = [
  { value: 'list', text: 'List', title: 'One by one, in execution order' },
  { value: 'net', text: 'Net', title: 'Net change of each account' },
  { value: 'flow', text: 'Flow', title: 'Who sent what to whom' },
] as const;

export const generateMetadata = ({ params }: Props): Promise<Metadata> =>
  describePage(params, { name: 'Token transfers', segment: 'token-transfers' });

/** The token transfers of a transaction: listed, added up or drawn, as the URL asks (`view`). */
export default async function TokenTransfersPage({ params, searchParams }: Props) {
  const query = await searchParams;
  const view = VIEWS.find(({ value }) => value === query.view)?.value ?? 'list';
  const { chain, transaction } = await getPageTransaction(params);
  const path = `/${chain.id}/tx/${transaction.hash}/token-transfers`;
  return (
    <section aria-label="Token transfers" className="flex flex-col gap-3">
      <div className="flex">
        <Choices
          label="View"
          choices={VIEWS.map(({ value, text, title }) => ({
            text,
            title,
            href: value === 'list' ? path : `${path}?view=${value}`,
            isOn: value === view,
          }))}
        />
      </div>
      {view === 'list' ? (
        <List chain={chain} transaction={transaction} query={query} />
      ) : (
        <Sum chain={chain} transaction={transaction} isDrawn={view === 'flow'} />
      )}
    </section>
  );
}

/** All transfers of the transaction at once: who has more and less in the end, or who gave what to whom. */
async function Sum(props: PageTransaction & { isDrawn: boolean }) {
  const { chain, transaction, isDrawn } = props;
  const transfers = await findAllTransfers(chain, transaction);
  if (transfers === undefined)
    return (
      <Notice icon="none" title="Too many transfers to sum up here">
        See the list for all of them.
      </Notice>
    );
  if (transfers.length === 0)
    return <NoTransfers transaction={transaction} isFiltered={false} isFirst href="" />;
  const lookAlikes = findLookAlikes(listAddresses(transaction, transfers));
  return (
    <>
      <LookAlikeNotice lookAlikes={lookAlikes} />
      {isDrawn ? (
        <TransfersFlow transaction={transaction} transfers={transfers} chain={chain} />
      ) : (
        <BalanceChanges {...{ transaction, transfers, lookAlikes }} symbol={chain.symbol} />
      )}
    </>
  );
}

/** The transfers a page at a time; filter and place stand in the URL. */
async function List({ chain, transaction, query }: PageTransaction & { query: SearchParams }) {
  const asked = readTransfersQuery(query);
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
    <>
      <LookAlikeNotice lookAlikes={lookAlikes} />
      <TransferFilter href={path} chosen={types} />
      <div className="rounded-md border border-line bg-surface shadow-panel">
        {transfers.length === 0 ? (
          <NoTransfers
            transaction={transaction}
            isFiltered={types.length > 0}
            isFirst={asked.isFirst}
            href={path}
          />
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
    </>
  );
}

function NoTransfers(props: {
  transaction: Transaction;
  isFiltered: boolean;
  isFirst: boolean;
  href: string;
}) {
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
  if (props.transaction.block_number === null || props.transaction.is_pending_update === true) {
    return (
      <EmptyState icon="clock" title="Token transfers are not available">
        This transaction is not in an indexed block.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon="arrowRight" title="No token transfers">
      Its logs have no {listTokenTypes('or')} transfer.
    </EmptyState>
  );
}
