import { Pill } from '@/components/ui/pill';
import { t } from '@/lib/language/t';

/** Marks a block or transaction with FHE operations. */
export function ConfidentialPill() {
  return (
    <Pill tone="secret" icon="lock" title={t('Contains FHE operations')}>
      {t('Confidential')}
    </Pill>
  );
}
