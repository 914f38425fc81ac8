import type { TokenHolder } from '@/lib/endpoints/holding';
import type { Token } from '@/lib/endpoints/token';
import { formatHundredths } from '@/lib/format/number';
import { t } from '@/lib/language/t';
import { shareOfLargest } from './concentration';

type Props = {
  holders: readonly TokenHolder[];
  token: Pick<Token, 'total_supply'>;
  /** Not all holders are known: there may be larger ones. */
  isPartial: boolean;
};

const RANKS = [1, 10, 50];

/** Shares of the largest holders in the supply; nothing where a balance is not known. */
export function Concentration({ holders, token, isPartial }: Props) {
  const shares = RANKS.flatMap((rank) => {
    const share = holders.length < rank ? undefined : shareOfLargest(holders, token.total_supply, rank);
    return share === undefined ? [] : [{ rank, share }];
  });
  if (shares.length === 0) return null;
  return (
    <p className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-soft">
      <span>
        {isPartial
          ? t('Share of the total supply, among the holders known here')
          : t('Share of the total supply')}
      </span>
      {shares.map(({ rank, share }) => (
        <span key={rank}>
          {rank === 1 ? t('Largest holder') : t('Top {rank}', { rank })}
          {': '}
          <span className="font-medium text-ink">{formatHundredths(share, true)}</span>
        </span>
      ))}
    </p>
  );
}
