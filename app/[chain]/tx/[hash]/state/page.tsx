import { loadList, type SearchParams } from '@/app/[chain]/load-list';
import { toUnits } from '@/components/chain/amount-value';
import { readCoin } from '@/components/chain/coin-unit';
import { ListPage } from '@/components/layout/list-page';
import { AccountChangesPanel } from '@/components/state-change/account-changes';
import { StateChangesTable } from '@/components/state-change/state-changes-table';
import { StorageChangesPanel } from '@/components/state-change/storage-changes';
import { ApiMessage } from '@/components/ui/api-message';
import { EmptyState } from '@/components/ui/empty-state';
import { callExtra } from '@/lib/client/call';
import { getStorageChanges } from '@/lib/endpoints/call-tree';
import { listStateChanges, type StateChangesPage } from '@/lib/endpoints/state-change';
import { listFungible } from '@/lib/format/list-fungible';
import { msg, t } from '@/lib/language/t';
import { describeTab } from '../describe-page';
import { getPageTransaction, type Params } from '../load';

type Props = { params: Params; searchParams: Promise<SearchParams> };

export const generateMetadata = describeTab('state', msg('State changes'));

/** State changes of a transaction. */
export default async function StatePage({ params, searchParams }: Props) {
  const page = await getPageTransaction(params);
  const [list, storage] = await Promise.all([
    loadList(listStateChanges, page, { tab: 'state', searchParams }),
    page.transaction.block_number === null ? undefined : callExtra(getStorageChanges, page.where),
  ]);
  const { chain, transaction, overview } = page;
  const moved = list.items.flatMap(({ token }) => token ?? []);
  const tokens = listFungible(transaction, overview.net_changes, [...overview.tokens, ...moved]);
  const units = toUnits(tokens, await readCoin(chain.symbol));
  const isIndexed = transaction.block_number !== null && transaction.is_pending_update !== true;
  return (
    <ListPage
      list={list}
      label={t('State changes')}
      what={t('the state changes of a transaction')}
      note={
        <p className="text-sm text-faint">
          <Source page={list.page} /> <ApiMessage of={list.page?.meta} />{' '}
          {t('Token changes are sums of transfers; confidential amounts are not listed.')}
        </p>
      }
      foot={
        list.isFirst && isIndexed ? (
          <>
            <AccountChangesPanel changes={storage} />
            <StorageChangesPanel changes={storage} units={units} />
          </>
        ) : undefined
      }
      missing={isIndexed ? <UnknownChanges /> : <NotIndexed />}
      empty={
        isIndexed ? (
          <EmptyState icon="none" title={t('No balance changes')}>
            {t('This transaction transferred no coin or tokens.')}
          </EmptyState>
        ) : (
          <NotIndexed />
        )
      }
    >
      <StateChangesTable
        changes={list.items}
        symbol={chain.symbol}
        isProven={list.page?.is_proven ?? false}
      />
    </ListPage>
  );
}

function Source({ page }: { page: StateChangesPage | undefined }) {
  if (page?.source !== 'access_list') return null;
  return page.is_proven
    ? t('From the access list of the block, without a trace: what was after is proven by the block hash.')
    : t('From the access list of the block, without a trace; the block is not proven.');
}

function NotIndexed() {
  return (
    <EmptyState icon="clock" title={t('State changes are not available')}>
      {t('This transaction is not in an indexed block.')}
    </EmptyState>
  );
}

function UnknownChanges() {
  return (
    <EmptyState icon="none" title={t('State changes are not available')}>
      {t('The API does not provide the balance changes of this transaction.')}
    </EmptyState>
  );
}
