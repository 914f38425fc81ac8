import { rich } from '@/components/ui/rich';
import type { Shortfall } from '@/lib/endpoints/transaction-overview';
import { parseInteger } from '@/lib/format/amount';
import { formatPercent } from '@/lib/format/number';
import { t } from '@/lib/language/t';
import { AssetAmount } from '../token-transfer/asset-amount';

type Props = { shortfall: Shortfall };

/** By how much the check failed, and what the sender can do about it. */
export function ShortfallLine({ shortfall }: Props) {
  return (
    <span className="block">
      <span className="font-medium text-ink">
        <Measure shortfall={shortfall} />
      </span>{' '}
      {adviceOn(shortfall.kind)}
    </span>
  );
}

function Measure({ shortfall: { kind, token, has, needs, seconds } }: Props) {
  if (seconds !== null)
    return t(
      'The deadline had passed {seconds, plural, one {# second} other {# seconds}} before the block.',
      { seconds },
    );
  const [had, needed] = [has, needs].map((amount) => (
    <AssetAmount key={amount} asset={{ token, token_id: null, amount }} symbol="" isExact />
  ));
  const percent = percentOf({ kind, has, needs });
  if (kind === 'output')
    return rich('{percent} below the minimum: {had} instead of {needed}.', { percent, had, needed });
  if (kind === 'input')
    return rich('{percent} above the maximum: {needed} instead of {had}.', { percent, had, needed });
  if (has === null) return rich('Needed: {needed}.', { needed });
  return kind === 'balance'
    ? rich('Balance {had}, needed {needed}.', { had, needed })
    : rich('Allowance {had}, needed {needed}.', { had, needed });
}

/** What is missing, as a share of the limit; empty where it is not known. */
function percentOf({ kind, has, needs }: Pick<Shortfall, 'kind' | 'has' | 'needs'>): string {
  const [had, needed] = [parseInteger(has), parseInteger(needs)];
  if (had === undefined || needed === undefined) return '';
  return formatPercent(needed - had, kind === 'input' ? had : needed) ?? '';
}

function adviceOn(kind: Shortfall['kind']): string {
  if (kind === 'deadline') return t('Sign it again with a later deadline, or offer a higher priority fee.');
  if (kind === 'balance') return t('Send less, or fund the account first.');
  if (kind === 'allowance') return t('Approve at least that amount first.');
  return t('Ask for a new quote, or accept more slippage.');
}
