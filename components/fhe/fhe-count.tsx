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

/** Number of operations in a column of that name, with the word where rows are cards. */
export function OperationsCount({ count }: { count: number }) {
  return (
    <>
      <span className="max-md:hidden">{groupDigits(count)}</span>
      <span className="text-soft md:hidden">
        {t('{count, plural, one {# operation} other {# operations}}', { count })}
      </span>
    </>
  );
}
