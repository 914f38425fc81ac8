import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { siteUrl } from '@/app/site-url';
import { ViewAs } from '@/components/layout/view-as';
import { listAddresses } from '@/components/transaction/list-addresses';
import { SenderSteps } from '@/components/transaction/sender-steps';
import { TransactionHeader } from '@/components/transaction/transaction-header';
import { TabList } from '@/components/ui/tab-list';
import { findLookAlikes } from '@/lib/format/look-alikes';
import { describePage } from './describe-page';
import { findAdjacent, findFheOperations, findNetChanges, getPageTransaction, type Params } from './load';

type Props = { children: ReactNode; params: Params };

export const generateMetadata = ({ params }: Props): Promise<Metadata> => describePage(params);

/** Header and tabs shared by all pages of a transaction. */
export default async function TransactionLayout({ children, params }: Props) {
  const page = await getPageTransaction(params);
  const { chain, transaction, path } = page;
  const transfers = transaction.token_transfers_count ?? transaction.token_transfers.length;
  const [fhe, net, adjacent] = await Promise.all([
    findFheOperations(page),
    findNetChanges(page),
    findAdjacent(page),
  ]);
  const lookAlikes = findLookAlikes(listAddresses(transaction, transaction.token_transfers));
  return (
    <article className="flex flex-col gap-5">
      <TransactionHeader
        transaction={transaction}
        symbol={chain.symbol}
        known={{ net, chainId: chain.id }}
        lookAlikes={lookAlikes}
        ofSender={
          <SenderSteps
            chainId={chain.id}
            nonce={transaction.nonce}
            previous={adjacent?.previous_of_sender ?? undefined}
            next={adjacent?.next_of_sender ?? undefined}
          />
        }
        viewAs={<ViewAs base={path} site={siteUrl().origin} />}
        isConfidential={fhe !== undefined || transaction.fhe_operations_count > 0}
      />
      <TabList
        base={path}
        label="Sections of this transaction"
        tabs={[
          { segment: null, name: 'Overview' },
          {
            segment: 'token-transfers',
            name: 'Token transfers',
            count: transfers,
            suffix:
              transaction.token_transfers_count === null && transaction.token_transfers_overflow ? '+' : '',
          },
          {
            segment: 'fhe',
            name: 'FHE operations',
            count: fhe?.operation_count ?? transaction.fhe_operations_count,
          },
          { segment: 'logs', name: 'Logs', count: transaction.logs_count ?? undefined },
          {
            segment: 'internal',
            leadsTo: 'trace',
            name: 'Internal transactions',
            count: transaction.internal_transactions_count ?? undefined,
          },
          { segment: 'gas', name: 'Gas profile' },
          { segment: 'state', name: 'State' },
          { segment: 'raw', name: 'Raw' },
        ]}
      />
      {children}
    </article>
  );
}
