import { CoinAmount } from '@/components/chain/amount';
import { EmptyState } from '@/components/ui/empty-state';
import { rich } from '@/components/ui/rich';
import { WithdrawalsTable } from '@/components/withdrawal/withdrawals-table';
import { callExtra } from '@/lib/client/call';
import { getWithdrawalsCounters, listWithdrawals } from '@/lib/endpoints/withdrawal';
import { groupDigits } from '@/lib/format/number';
import { msg, t } from '@/lib/language/t';
import { ChainList } from '../chain-list';
import { describeChainPage, getChainPage } from '../chain-page';
import { loadContents } from '../load-contents';
import { loadList, type SearchParams } from '../load-list';

type Props = { params: Promise<{ chain: string }>; searchParams: Promise<SearchParams> };

export const generateMetadata = describeChainPage('withdrawals', {
  title: msg('Withdrawals on {name}'),
  description: msg('Validator withdrawals on {name}, newest first, with their recipients and amounts.'),
});

/** Withdrawals from the consensus layer, newest first. */
export default async function WithdrawalsPage({ params, searchParams }: Props) {
  const page = await getChainPage(params, 'withdrawals');
  const { chain, where } = page;
  const [list, counters, contents] = await Promise.all([
    loadList(listWithdrawals, page, { searchParams }),
    callExtra(getWithdrawalsCounters, where),
    loadContents(chain),
  ]);
  const since = contents?.withdrawals_since ?? null;
  const isCounted = counters !== undefined && counters.withdrawals_count !== '0';
  return (
    <ChainList
      list={list}
      what={t('withdrawals')}
      end={{ title: msg('No more withdrawals'), link: msg('Latest withdrawals') }}
      about={
        isCounted
          ? rich(
              '{count, plural, one {# indexed withdrawal} other {# indexed withdrawals}} from the consensus layer, {amount} in total',
              {
                count: BigInt(counters.withdrawals_count),
                amount: <CoinAmount wei={counters.withdrawals_sum} symbol={chain.symbol} />,
              },
            )
          : t('From the consensus layer (EIP-4895), newest first')
      }
      note={since !== null && <p className="text-sm text-faint">{sinceWhen(since)}</p>}
      empty={
        <EmptyState icon="none" title={t('No withdrawals')}>
          {since === null
            ? t(
                'No indexed block contains one: the chain may have no validator withdrawals, or its node omits them.',
              )
            : sinceWhen(since)}
        </EmptyState>
      }
    >
      <WithdrawalsTable
        caption={t('Withdrawals, newest first')}
        withdrawals={list.items}
        symbol={chain.symbol}
        list={list}
      />
    </ChainList>
  );
}

function sinceWhen(height: number): string {
  return t('Withdrawals are indexed from block #{height} on.', { height: groupDigits(height) });
}
