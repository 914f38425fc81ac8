import { groupDigits } from '@/lib/format/number';
import { t } from '@/lib/language/t';

/** A count, which may be the least. */
export function orMore(count: number, isLeast: boolean): string {
  const shown = groupDigits(count);
  return isLeast ? t('at least {count}', { count: shown }) : shown;
}
