import type { ComponentProps, ReactNode } from 'react';
import { AddressLabel } from '@/components/chain/address';
import { Pill } from '@/components/ui/pill';
import { t } from '@/lib/language/t';

type Props = Readonly<{ from: string; to: string | undefined; of: string }>;

/** In, out or self, seen from address `of`. Case-insensitive. */
function Direction({ from, to, of }: Props) {
  const self = of.toLowerCase();
  const isOut = from.toLowerCase() === self;
  const isIn = to?.toLowerCase() === self;
  if (isOut && isIn) return <Pill title={t('Sent to itself')}>{t('self')}</Pill>;
  return isOut ? (
    <Pill tone="pending" title={t('Sent from this address')}>
      {t('out')}
    </Pill>
  ) : (
    <Pill tone="ok" title={t('Received by this address')}>
      {t('in')}
    </Pill>
  );
}

type Label = ComponentProps<typeof AddressLabel>;
type CounterpartyProps = Pick<Label, 'lookAlikes' | 'isLinked'> & {
  from: Label['address'];
  /** Null if there is none, which `nobody` then says. */
  to: Label['address'] | null;
  of: string;
  nobody?: ReactNode;
};

/** Direction and other end of a transfer or call, seen from address `of`. */
export function Counterparty({ from, to, of, nobody, ...label }: CounterpartyProps) {
  const other = from.hash.toLowerCase() === of.toLowerCase() ? to : from;
  return (
    <span className="flex min-w-0 items-center gap-2">
      <span className="w-10 shrink-0">
        <Direction from={from.hash} to={to?.hash} of={of} />
      </span>
      {other === null ? (
        <span className="text-faint">{nobody}</span>
      ) : (
        <AddressLabel address={other} {...label} />
      )}
    </span>
  );
}
