import type { Metadata } from 'next';
import { pageLinks, readListQuery, type SearchParams } from '@/app/[chain]/list-query';
import { LogList } from '@/components/log/log-list';
import { listLogAddresses } from '@/components/transaction/list-addresses';
import { LookAlikeNotice } from '@/components/transaction/look-alike-notice';
import { EmptyState } from '@/components/ui/empty-state';
import { ListEnd } from '@/components/ui/list-end';
import { Pager } from '@/components/ui/pager';
import { callExtra } from '@/lib/client/call';
import { listTransactionLogs } from '@/lib/endpoints/log';
import type { Transaction } from '@/lib/endpoints/transaction';
import { findLookAlikes } from '@/lib/format/look-alikes';
import { describePage } from '../describe-page';
import { getPageTransaction, type Params } from '../load';

type Props = { params: Params; searchParams: Promise<SearchParams> };

export const generateMetadata = ({ params }: Props): Promise<Metadata> =>
  describePage(params, { name: 'Logs', segment: 'logs' });

/** The logs of a transaction, a page at a time; the place stands in the URL. */
export default async function LogsPage({ params, searchParams }: Props) {
  const { chain, transaction } = await getPageTransaction(params);
  const asked = readListQuery(listTransactionLogs.query.shape, await searchParams);
  const page = await callExtra(listTransactionLogs, {
    chain: chain.id,
    params: { transaction_hash_param: transaction.hash },
    query: asked.query,
  });
  const path = `/${chain.id}/tx/${transaction.hash}/logs`;
  const logs = page?.items ?? [];
  const lookAlikes = findLookAlikes(listLogAddresses(transaction, logs));
  return (
    <section aria-label="Logs" className="flex flex-col gap-3">
      <LookAlikeNotice lookAlikes={lookAlikes} />
      <div className="overflow-hidden rounded-md border border-line bg-surface shadow-panel">
        {logs.length === 0 ? (
          <NoLogs
            transaction={transaction}
            isServed={page !== undefined}
            first={asked.isFirst ? undefined : path}
          />
        ) : (
          <LogList logs={logs} transaction={transaction} lookAlikes={lookAlikes} />
        )}
      </div>
      <Pager {...pageLinks(path, asked, page?.next_page_params)} />
    </section>
  );
}

function NoLogs(props: { transaction: Transaction; isServed: boolean; first: string | undefined }) {
  if (!props.isServed) {
    return (
      <EmptyState icon="none" title="This API does not list logs">
        This site shows data from another service, which has no list of logs. What it decoded from them, such
        as token transfers, is in the other tabs.
      </EmptyState>
    );
  }
  if (props.first !== undefined) {
    return <ListEnd href={props.first} />;
  }
  if (props.transaction.is_pending_update === true) {
    return (
      <EmptyState icon="clock" title="Logs are not available">
        The block of this transaction is not indexed.
      </EmptyState>
    );
  }
  if (props.transaction.block_number === null && props.transaction.status === null) {
    return (
      <EmptyState icon="clock" title="No logs yet">
        They are known once the transaction is in a block.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon="none" title="No logs">
      {props.transaction.status === 'error'
        ? 'A failed transaction has none: they are reverted with all other changes.'
        : 'No contract emitted a log in this transaction.'}
    </EmptyState>
  );
}
