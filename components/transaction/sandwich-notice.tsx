import { Fragment, type ReactNode } from 'react';
import { AddressLabel } from '@/components/chain/address';
import { TransactionLink } from '@/components/chain/transaction-link';
import { Notice } from '@/components/ui/notice';
import { rich } from '@/components/ui/rich';
import type { SandwichPart } from '@/lib/endpoints/transaction-overview';
import { formatPercent } from '@/lib/format/number';
import { t } from '@/lib/language/t';
import { AssetAmount } from '../token-transfer/asset-amount';

type Props = { sandwich: SandwichPart };

const MAX_VICTIMS = 3;

/** That two swaps lie around another in its block and pool, and what that cost or gained, as far as it can be computed exactly. */
export function SandwichNotice({ sandwich }: Props) {
  const { role, pool, account, gain } = sandwich;
  const values = {
    front: <TransactionLink hash={sandwich.front} />,
    back: <TransactionLink hash={sandwich.back} />,
    victims: <Victims sandwich={sandwich} />,
  };
  return (
    <section aria-label={t('Sandwich')}>
      <Notice tone={role === 'victim' ? 'pending' : 'neutral'} icon="alert" title={titleOf(role, values)}>
        <span className="block">
          {rich('All in the pool {pool}; {account} held in between what the first of them bought.', {
            pool: <AddressLabel address={pool} />,
            account: <AddressLabel address={account} />,
          })}
        </span>
        <Cost sandwich={sandwich} />
        {gain !== null && (
          <span className="block">
            {rich('After both, {account} had {amount} more, not counting gas and coin.', {
              account: <AddressLabel address={account} />,
              amount: <AssetAmount asset={{ ...gain, token_id: null }} symbol="" isExact />,
            })}
          </span>
        )}
      </Notice>
    </section>
  );
}

function titleOf(role: SandwichPart['role'], values: Record<'front' | 'back' | 'victims', ReactNode>) {
  if (role === 'victim')
    return rich('Sandwiched: {front} and {back} traded around this swap in the same pool', values);
  return role === 'front'
    ? rich('Front run: it bought before {victims} in the same pool, and {back} sold after', values)
    : rich('Back run: it sold after {victims} what {front} had bought before in the same pool', values);
}

function Victims({ sandwich: { victims, victims_count } }: Props) {
  const shown = victims.slice(0, MAX_VICTIMS);
  const more = victims_count - shown.length;
  return (
    <>
      {shown.map((hash, at) => (
        <Fragment key={hash}>
          {at > 0 && ', '}
          <TransactionLink hash={hash} />
        </Fragment>
      ))}
      {more > 0 && ` ${t('and {count} more', { count: more })}`}
    </>
  );
}

/** What the swap would have given, and how that is computed. */
function Cost({ sandwich: { role, cost, front } }: Props) {
  if (role !== 'victim') return null;
  if (cost === null)
    return <span className="block">{t('What that cost cannot be computed exactly from the logs.')}</span>;
  const { token, amount, expected } = cost;
  const missing = BigInt(expected) - BigInt(amount);
  const assetOf = (size: string) => (
    <AssetAmount asset={{ token, token_id: null, amount: size }} symbol="" isExact />
  );
  return (
    <>
      <span className="block font-medium text-ink">
        {rich('It got {got} instead of {expected}: {missing} less ({percent}).', {
          got: assetOf(amount),
          expected: assetOf(expected),
          missing: assetOf(String(missing)),
          percent: formatPercent(missing, BigInt(expected)) ?? '',
        })}
      </span>
      <span className="block">
        {rich(
          'Computed by the formula of the pool, for the same input, from its state before {front}. The same formula gives this swap as it was, to the last unit.',
          { front: <TransactionLink hash={front} /> },
        )}
      </span>
    </>
  );
}
