import { Pill } from '@/components/ui/pill';
import { t } from '@/lib/language/t';

type Props = Readonly<{ from: string; to: string | undefined; of: string }>;

/** In, out or self, seen from address `of`. Case-insensitive. */
export function Direction({ from, to, of }: Props) {
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
