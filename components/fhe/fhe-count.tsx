import { Icon } from '@/components/ui/icon';
import { groupDigits } from '@/lib/format/number';
import { t } from '@/lib/language/t';

/** Number of FHE operations; renders nothing if 0. */
export function FheCount({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className="flex items-center gap-1 text-secret" title={t('FHE operations')}>
      <Icon name="lock" className="size-3" />
      {groupDigits(count)}
      <span className="sr-only"> {t('FHE operations')}</span>
    </span>
  );
}
