import { Icon } from '@/components/ui/icon';
import { groupDigits } from '@/lib/format/number';
import { t } from '@/lib/language/t';

/** Number of FHE operations; renders nothing if 0. */
export function FheCount({ count }: { count: number }) {
  if (count === 0) return null;
  const text = t('{count, plural, one {# FHE operation} other {# FHE operations}}', { count });
  return (
    <span className="flex items-center gap-1 text-secret" title={text}>
      <Icon name="lock" className="size-3" />
      <span aria-hidden="true">{groupDigits(count)}</span>
      <span className="sr-only">{text}</span>
    </span>
  );
}
