import { Pill } from '@/components/ui/pill';
import { t } from '@/lib/language/t';

/** Warns of an address that the API reports as a scam. */
export function ScamPill({ address }: { address: Readonly<{ is_scam: boolean | null }> }) {
  return (
    address.is_scam && (
      <Pill tone="error" icon="alert">
        {t('reported as scam')}
      </Pill>
    )
  );
}
