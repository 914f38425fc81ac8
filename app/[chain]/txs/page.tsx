import { ListToolbar } from '@/components/layout/list-toolbar';
import { TransactionsTable } from '@/components/transaction/transactions-table';
import { Choices } from '@/components/ui/choices';
import { EmptyState } from '@/components/ui/empty-state';
import { call, callExtra } from '@/lib/client/call';
import { getTransactionsStats } from '@/lib/endpoints/chain-stats';
import { getIndexingStatus } from '@/lib/endpoints/indexing-status';
import { type ListedTransaction, listTransactions } from '@/lib/endpoints/transaction';
import { withQuery } from '@/lib/format/link';
import { groupDigits } from '@/lib/format/number';
import { msg, t } from '@/lib/language/t';
import { ChainList } from '../chain-list';
import { describeChainPage, getChainPage } from '../chain-page';
import { jumpTo } from '../jump';
import { loadContents } from '../load-contents';
import { loadList, type SearchParams } from '../load-list';
import { positionOfTransaction } from '../position-of';

type Props = { params: Promise<{ chain: string }>; searchParams: Promise<SearchParams> };

export const generateMetadata = describeChainPage('txs', {
  title: msg('Transactions on {name}'),
  description: msg(
    'All transactions on {name}, newest first, with status, method, sender, recipient, value and fee.',
  ),
});

/** Confirmed transactions, or pending ones with `filter=pending`; newest first. */
export default async function TransactionsPage({ params, searchParams }: Props) {
  const page = await getChainPage(params, 'txs');
  const { chain, where, path } = page;
  const [list, status, stats, contents] = await Promise.all([
    loadList(listTransactions, page, {
      searchParams: jumpTo(chain.id, 'txs', searchParams),
      filters: ['filter', 'order', 'type', 'fhe_operations_count'],
      positionOf: positionOfTransaction,
    }),
    call(getIndexingStatus, where),
    callExtra(getTransactionsStats, where),
    loadContents(chain),
  ]);
  const isPending = list.params.filter === 'pending';
  const pendingCount = stats?.is_mempool_known ? stats.pending_transactions_count : null;
  return (
    <ChainList
      list={list}
      what={t('transactions')}
      end={isPending ? END_OF_PENDING : END_OF_ALL}
      about={
        isPending
          ? t('Not in a block yet')
          : describeList(list.items, list.isFiltered ? null : (status?.transactions_count ?? null))
      }
      tools={
        <ListToolbar
          list={list}
          chainId={chain.id}
          newest={isPending ? undefined : (status?.indexed_block ?? undefined)}
          hasOrder={!isPending}
        >
          <Choices
            label={t('Status')}
            choices={[
              { text: t('Confirmed'), href: path, isOn: !isPending },
              {
                text:
                  pendingCount === null
                    ? t('Pending')
                    : t('Pending {pendingCount}', { pendingCount: groupDigits(pendingCount) }),
                title: t('In the mempool of the node, not in a block yet'),
                href: `${path}?filter=pending`,
                isOn: isPending,
              },
            ]}
          />
          {contents?.has_fhe_operations && !isPending && <FheChoice params={list.params} path={path} />}
        </ListToolbar>
      }
      {...(list.params.fhe_operations_count !== undefined && {
        filtered: { title: t('No matching transactions'), link: t('Show all transactions.') },
      })}
      empty={isPending ? <NonePending isShown={pendingCount !== null} /> : <NoTransactions />}
    >
      <TransactionsTable
        caption={t(
          '{isPending, select, true {Pending transactions} other {Transactions}}, {order, select, asc {oldest} other {newest}} first',
          { isPending: String(isPending), order: list.params.order ?? 'desc' },
        )}
        transactions={list.items}
        symbol={chain.symbol}
        list={list}
      />
    </ChainList>
  );
}

const LEAST = [1, 10, 100];

/** How many FHE operations a transaction has at least. */
function FheChoice({ params, path }: { params: Readonly<Record<string, string>>; path: string }) {
  const { fhe_operations_count: least, ...others } = params;
  return (
    <Choices
      label={t('FHE operations')}
      choices={[
        { text: t('All'), href: withQuery(path, others), isOn: least === undefined },
        ...LEAST.map((count) => ({
          text: count === 1 ? t('With FHE') : t('FHE ≥ {count}', { count }),
          title: t('At least {count, plural, one {# FHE operation} other {# FHE operations}}', { count }),
          href: withQuery(path, { ...others, fhe_operations_count: String(count) }),
          isOn: least === String(count),
        })),
      ]}
    />
  );
}

const END_OF_ALL = { title: msg('No more transactions'), link: msg('Latest transactions') };
const END_OF_PENDING = {
  title: msg('No more pending transactions'),
  link: msg('Latest pending transactions'),
};

/** The blocks of the page, and how many transactions there are. */
function describeList(transactions: readonly ListedTransaction[], count: number | null): string {
  const [first, last] = [transactions[0]?.block_number, transactions.at(-1)?.block_number];
  const blocks =
    first == null || last == null
      ? []
      : [
          first === last
            ? t('From block #{first}', { first: groupDigits(first) })
            : t('From block #{first} to #{last}', { first: groupDigits(first), last: groupDigits(last) }),
        ];
  return [
    ...blocks,
    ...(count === null
      ? []
      : [t('{count, plural, one {# indexed transaction} other {# indexed transactions}}', { count })]),
  ].join('; ');
}

function NoTransactions() {
  return (
    <EmptyState icon="arrowRight" title={t('No transactions indexed yet')}>
      {t('They appear here with the first block that contains one.')}
    </EmptyState>
  );
}

function NonePending({ isShown }: { isShown: boolean }) {
  return isShown ? (
    <EmptyState icon="clock" title={t('No pending transactions')}>
      {t(
        'The mempool of the node is empty. New transactions appear here within seconds, until they are in a block.',
      )}
    </EmptyState>
  ) : (
    <EmptyState icon="clock" title={t('Pending transactions are not available from this node')}>
      {t(
        'The node does not expose its mempool, or has not been polled for a while: transactions appear once they are in a block. You can still look up a transaction by its hash.',
      )}
    </EmptyState>
  );
}
