import type { ReactNode } from 'react';
import { loadContents } from '@/app/[chain]/load-contents';
import { loadList, type SearchParams } from '@/app/[chain]/load-list';
import { LookAlikeNotice } from '@/components/chain/look-alike-notice';
import { ROWS_A_PAGE } from '@/components/fhe/operations-table';
import { ListPage } from '@/components/layout/list-page';
import { PageCall } from '@/components/layout/page-call';
import { logHref } from '@/components/log/log-href';
import { FollowLink } from '@/components/money-flow/follow-link';
import { NetChangesPanel } from '@/components/net-change/net-changes-panel';
import { StandardFilter } from '@/components/token/standard-filter';
import { TransfersFlow } from '@/components/token-transfer/transfers-flow';
import { TransfersTable } from '@/components/token-transfer/transfers-table';
import { listAddresses } from '@/components/transaction/list-addresses';
import { Choices } from '@/components/ui/choices';
import { EmptyState } from '@/components/ui/empty-state';
import { Notice } from '@/components/ui/notice';
import { rich } from '@/components/ui/rich';
import { callPath } from '@/lib/client/call';
import { listNetChanges } from '@/lib/endpoints/net-change';
import { listTransactionTokenTransfers } from '@/lib/endpoints/token-transfer';
import type { Transaction } from '@/lib/endpoints/transaction';
import { listTokenTypes } from '@/lib/evm/token-standards';
import { findLookAlikes } from '@/lib/format/look-alikes';
import { msg, t } from '@/lib/language/t';
import { describeTab } from '../describe-page';
import {
  findFheOperations,
  findNetChanges,
  getPageTransaction,
  type PageTransaction,
  type Params,
} from '../load';

type Props = { params: Params; searchParams: Promise<SearchParams> };

/** Accounts beyond these pages are counted, not listed. */
const MAX_ACCOUNT_PAGES = 4;

const VIEWS = [
  { value: 'list', text: msg('List'), title: msg('One by one, in execution order') },
  { value: 'net', text: msg('Net'), title: msg('Net change of each account') },
  { value: 'flow', text: msg('Flow'), title: msg('Who sent what to whom') },
] as const;

export const generateMetadata = describeTab('token-transfers', msg('Token transfers'));

/** Token transfers of a transaction as a list, net balance changes or a flow diagram (`view`). */
export default async function TokenTransfersPage({ params, searchParams }: Props) {
  const page = await getPageTransaction(params);
  const param = (await searchParams).view;
  const view = VIEWS.find(({ value }) => value === param)?.value ?? 'list';
  const path = `${page.path}/token-transfers`;
  const views = (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <Choices
        label={t('View')}
        choices={VIEWS.map(({ value, text, title }) => ({
          text: t(text),
          title: t(title),
          href: value === 'list' ? path : `${path}?view=${value}`,
          isOn: value === view,
        }))}
      />
      <FollowLink from={page.transaction.from.hash} transaction={page.transaction.hash} />
    </div>
  );
  if (view === 'list') return <List {...{ page, searchParams, views }} />;
  return (
    <section aria-label={t('Token transfers')} className="flex flex-col gap-3">
      {views}
      <Sum page={page} isDrawn={view === 'flow'} />
      <PageCall path={callPath(listNetChanges, page.where)} />
    </section>
  );
}

/** Net balance changes or the flow diagram, over all transfers. */
async function Sum({ page, isDrawn }: { page: PageTransaction; isDrawn: boolean }) {
  const { chain, transaction } = page;
  if (transaction.block_number === null || transaction.is_pending_update === true)
    return <NoTransfers transaction={transaction} />;
  const net = await findNetChanges(page, MAX_ACCOUNT_PAGES);
  if (net === undefined)
    return (
      <Notice icon="none" title={t('Too many transfers to sum up here')}>
        {t('See the list for all of them.')}
      </Notice>
    );
  if (net.items.length === 0) return <NoTransfers transaction={transaction} />;
  const lookAlikes = findLookAlikes([
    ...listAddresses(transaction, []),
    ...net.items.map(({ address }) => address.hash),
  ]);
  return (
    <>
      <LookAlikeNotice lookAlikes={lookAlikes} />
      {isDrawn ? (
        <TransfersFlow {...{ transaction, net, chain }} />
      ) : (
        <NetChangesPanel {...{ transaction, net, lookAlikes }} symbol={chain.symbol} />
      )}
    </>
  );
}

type ListProps = Pick<Props, 'searchParams'> & { page: PageTransaction; views: ReactNode };

async function List({ page, searchParams, views }: ListProps) {
  const { chain, transaction } = page;
  const [list, fhe, contents] = await Promise.all([
    loadList(listTransactionTokenTransfers, page, {
      tab: 'token-transfers',
      searchParams,
      filters: ['type'],
    }),
    findFheOperations(page),
    loadContents(chain),
  ]);
  const lookAlikes = findLookAlikes(listAddresses(transaction, list.items));
  const computedBy = new Map(
    fhe?.items.map(({ result, log_index }, index) => {
      const query = index < ROWS_A_PAGE ? '' : `?from=${index - (index % ROWS_A_PAGE)}`;
      return [result, `${page.path}/fhe${query}#op-${log_index}`];
    }),
  );
  return (
    <ListPage
      list={list}
      label={t('Token transfers')}
      what={t('the transfers of a transaction')}
      head={
        <>
          {views}
          <LookAlikeNotice lookAlikes={lookAlikes} />
          <StandardFilter list={list} types={contents?.token_types} />
        </>
      }
      filtered={{ title: t('No transfers of these standards'), link: t('Show all standards.') }}
      empty={<NoTransfers transaction={transaction} />}
    >
      <TransfersTable
        transfers={list.items}
        transaction={transaction}
        lookAlikes={lookAlikes}
        logHref={(index) => logHref(chain.id, transaction, index)}
        callHref={(index) => `${page.path}/internal?log=${index}`}
        operationHref={(handle) => computedBy.get(handle)}
      />
    </ListPage>
  );
}

function NoTransfers({ transaction }: { transaction: Transaction }) {
  if (transaction.block_number === null || transaction.is_pending_update === true) {
    return (
      <EmptyState icon="clock" title={t('Token transfers are not available')}>
        {t('This transaction is not in an indexed block.')}
      </EmptyState>
    );
  }
  return (
    <EmptyState icon="arrowRight" title={t('No token transfers')}>
      {rich('Its logs contain no {tokenTypes} transfers.', { tokenTypes: listTokenTypes('or') })}
    </EmptyState>
  );
}
