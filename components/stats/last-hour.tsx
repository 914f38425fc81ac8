import type { ReactNode } from 'react';
import { AddressLabel } from '@/components/chain/address';
import { CoinAmount } from '@/components/chain/amount';
import { TransactionLink } from '@/components/chain/transaction-link';
import { TokenLabel } from '@/components/token/token-label';
import { Markup } from '@/components/ui/markup';
import { Panel } from '@/components/ui/panel';
import type { LastHour } from '@/lib/endpoints/last-hour';
import { t } from '@/lib/language/t';

const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;

/** What stands out in the hour before the latest block; what nothing is known of is left out. */
export function LastHourPanels({ hour, symbol }: { hour: LastHour; symbol: string }) {
  const { contracts, tokens, transactions } = hour;
  const last = (minutes: number) =>
    t('last {minutes, plural, one {minute} other {# minutes}}', {
      minutes: Math.max(1, Math.round(minutes)),
    });
  const since = (time: string) => last((Date.parse(hour.until) - Date.parse(time)) / MINUTE_MS);
  return (
    <div className="grid items-start gap-4 lg:grid-cols-3">
      <Ranking id="used-contracts" title={t('Most used contracts')} period={last(HOUR_MINUTES)}>
        {contracts?.map(({ contract, transactions_count: count }) => (
          <Place key={contract.hash} what={<AddressLabel address={contract} />}>
            {t('{count, plural, one {# transaction} other {# transactions}}', { count })}
          </Place>
        ))}
      </Ranking>
      <Ranking id="moved-tokens" title={t('Most moved tokens')} period={since(hour.tokens_since)}>
        {tokens.map(({ token, transfers_count: count }) => (
          <Place key={token.address_hash} what={<TokenLabel token={token} />}>
            {t('{count, plural, one {# transfer} other {# transfers}}', { count })}
          </Place>
        ))}
      </Ranking>
      <Ranking
        id="largest-transfers"
        title={t('Largest transfers of {symbol}', { symbol })}
        period={since(hour.transactions_since)}
      >
        {transactions.map(({ hash, value, from }) => (
          <Place
            key={hash}
            what={
              <>
                <TransactionLink hash={hash} />
                <AddressLabel address={from} />
              </>
            }
          >
            <CoinAmount wei={value} symbol={symbol} isColumn />
          </Place>
        ))}
      </Ranking>
    </div>
  );
}

type RankingProps = { id: string; title: string; period: string; children: ReactNode[] | undefined };

function Ranking({ id, title, period, children = [] }: RankingProps) {
  if (children.length === 0) return null;
  return (
    <Panel id={id} title={title} aside={period}>
      <Markup tag="ol" attributes={{ className: 'divide-y divide-line' }}>
        {children}
      </Markup>
    </Panel>
  );
}

function Place({ what, children }: { what: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-center justify-between gap-x-4 px-4 py-2 text-sm">
      <span className="flex min-w-0 items-center gap-2">{what}</span>
      <span className="figure whitespace-nowrap text-soft">{children}</span>
    </li>
  );
}
