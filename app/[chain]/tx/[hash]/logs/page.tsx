import { loadList, type SearchParams } from '@/app/[chain]/load-list';
import { toNames, toUnits } from '@/components/chain/amount-value';
import { readCoin } from '@/components/chain/coin-unit';
import { LookAlikeNotice } from '@/components/chain/look-alike-notice';
import { ListPage } from '@/components/layout/list-page';
import { listLogTokens } from '@/components/log/list-log-tokens';
import { LogFilter } from '@/components/log/log-filter';
import { LogList } from '@/components/log/log-list';
import { listLogAddresses } from '@/components/transaction/list-addresses';
import { EmptyState } from '@/components/ui/empty-state';
import { callExtra } from '@/lib/client/call';
import { listTransactionLogs } from '@/lib/endpoints/log';
import type { Transaction } from '@/lib/endpoints/transaction';
import { findLookAlikes } from '@/lib/format/look-alikes';
import { msg, t } from '@/lib/language/t';
import { describeTab } from '../describe-page';
import { findTokens, getPageTransaction, type Params } from '../load';

type Props = { params: Params; searchParams: Promise<SearchParams> };

/** Fewer logs need no filter. */
const MIN_FILTERED = 3;

export const generateMetadata = describeTab('logs', msg('Logs'));

export default async function LogsPage({ params, searchParams }: Props) {
  const page = await getPageTransaction(params);
  const list = await loadList(listTransactionLogs, page, {
    tab: 'logs',
    searchParams,
    filters: ['address', 'topic'],
  });
  const { transaction, where } = page;
  const isNarrowed = list.isFiltered || !list.isFirst;
  const [choices, tokens, coin] = await Promise.all([
    isNarrowed ? callExtra(listTransactionLogs, where) : undefined,
    findTokens(page, listLogTokens(list.items)),
    readCoin(page.chain.symbol),
  ]);
  const lookAlikes = findLookAlikes(listLogAddresses(transaction, list.items));
  return (
    <ListPage
      list={list}
      label={t('Logs')}
      what={t('logs')}
      head={
        <>
          <LookAlikeNotice lookAlikes={lookAlikes} />
          {(transaction.logs_count ?? MIN_FILTERED) >= MIN_FILTERED && (
            <LogFilter list={list} logs={choices?.items ?? list.items} />
          )}
        </>
      }
      filtered={{ title: t('No matching logs'), link: t('Show all logs.') }}
      missing={
        <EmptyState icon="none" title={t('This API does not list logs')}>
          {t(
            'This site shows data from another service, which does not list logs. Data decoded from them, such as token transfers, is in the other tabs.',
          )}
        </EmptyState>
      }
      empty={<NoLogs transaction={transaction} />}
    >
      <LogList
        logs={list.items}
        units={toUnits(tokens, coin)}
        names={toNames(list.page?.addresses)}
        callHref={(index) => `${page.path}/internal?log=${index}`}
        {...{ transaction, lookAlikes }}
      />
    </ListPage>
  );
}

function NoLogs({ transaction }: { transaction: Transaction }) {
  if (transaction.is_pending_update === true) {
    return (
      <EmptyState icon="clock" title={t('Logs are not available')}>
        {t('The block of this transaction is not indexed.')}
      </EmptyState>
    );
  }
  if (transaction.block_number === null && transaction.status === null) {
    return (
      <EmptyState icon="clock" title={t('No logs yet')}>
        {t('They are known once the transaction is in a block.')}
      </EmptyState>
    );
  }
  return (
    <EmptyState icon="none" title={t('No logs')}>
      {transaction.status === 'error'
        ? t('A failed transaction has no logs: they are reverted with all other changes.')
        : t('No contract emitted a log in this transaction.')}
    </EmptyState>
  );
}
