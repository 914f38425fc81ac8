import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { siteUrl } from '@/app/site-url';
import { Breadcrumb, type Crumb } from '@/components/layout/breadcrumb';
import { listTabs, nameTabs } from '@/components/layout/page-tabs';
import { TabCrumb } from '@/components/layout/tab-crumb';
import { ViewAs } from '@/components/layout/view-as';
import { listAddresses } from '@/components/transaction/list-addresses';
import { SenderSteps } from '@/components/transaction/sender-steps';
import { TransactionHeader } from '@/components/transaction/transaction-header';
import { TabList } from '@/components/ui/tab-list';
import { shortenHash } from '@/lib/format/hash';
import { findLookAlikes } from '@/lib/format/look-alikes';
import { groupDigits } from '@/lib/format/number';
import { t } from '@/lib/language/t';
import { countTransfers } from '@/lib/sentence/count-transfers';
import { loadContents } from '../../load-contents';
import { describePage } from './describe-page';
import { countCoinTransfers, getPageTransaction, knownOf, type Params } from './load';

type Props = { children: ReactNode; params: Params };

export const generateMetadata = ({ params }: Props): Promise<Metadata> => describePage(params);

/** The block of a transaction, where it has one. */
function trailOf(chainId: string, height: number | null): Crumb[] {
  const block =
    height === null
      ? []
      : [
          {
            href: `/${chainId}/block/${height}`,
            text: t('Block #{height}', { height: groupDigits(height) }),
          },
        ];
  return [{ href: `/${chainId}/txs`, text: t('Transactions') }, ...block];
}

/** Header and tabs shared by all pages of a transaction. */
export default async function TransactionLayout({ children, params }: Props) {
  const page = await getPageTransaction(params);
  const { chain, transaction, overview, path } = page;
  const transfers = countTransfers(transaction);
  const { fhe, neighbors } = overview;
  const contents = await loadContents(chain);
  const fheCount = fhe?.operation_count ?? transaction.fhe_operations_count;
  const coins = countCoinTransfers(overview);
  const isPart = (overview.net_changes?.movements_count ?? 0) > (overview.net_changes?.movements.length ?? 0);
  const lookAlikes = findLookAlikes(listAddresses(transaction, transaction.token_transfers));
  return (
    <article className="flex flex-col gap-5">
      <Breadcrumb trail={trailOf(chain.id, transaction.block_number)}>
        <TabCrumb base={path} text={shortenHash(transaction.hash)} tabs={nameTabs('tx')} />
      </Breadcrumb>
      <TransactionHeader
        transaction={transaction}
        symbol={chain.symbol}
        known={knownOf(page)}
        lookAlikes={lookAlikes}
        ofSender={
          <SenderSteps
            chainId={chain.id}
            nonce={transaction.nonce}
            previous={neighbors?.previous_of_sender ?? undefined}
            next={neighbors?.next_of_sender ?? undefined}
          />
        }
        viewAs={
          <span className="flex items-center gap-3">
            {transaction.block_number !== null && (
              <a
                href={`/${chain.id}/simulate?tx=${transaction.hash}`}
                rel="nofollow"
                className="no-print text-sm"
              >
                {t('Run again')}
              </a>
            )}
            {transaction.block_number !== null && (
              <a href={`${path}/debug`} rel="nofollow" className="no-print text-sm">
                {t('Step through')}
              </a>
            )}
            <ViewAs base={path} site={siteUrl().origin} />
          </span>
        }
        isConfidential={fhe !== null || transaction.fhe_operations_count > 0}
      />
      <TabList
        base={path}
        label={t('Sections of this transaction')}
        tabs={listTabs('tx', {
          'token-transfers': { count: transfers.count, suffix: transfers.isMore ? '+' : '' },
          'coin-transfers': coins === 0 ? null : { count: coins, suffix: isPart ? '+' : '' },
          // A chain without any needs no tab for them.
          fhe: fheCount === 0 && contents?.has_fhe_operations === false ? null : { count: fheCount },
          logs: { count: transaction.logs_count ?? undefined },
          internal: { leadsTo: 'trace', count: transaction.internal_transactions_count ?? undefined },
          debug: null,
          trace: null,
        })}
      />
      {children}
    </article>
  );
}
