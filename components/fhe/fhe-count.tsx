import { Icon } from '@/components/ui/icon';
import { groupDigits } from '@/lib/format/number';

/** How many operations on encrypted values something holds; nothing when it holds none. */
export function FheCount({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className="flex items-center gap-1 text-secret" title="FHE operations">
      <Icon name="lock" className="size-3" />
      {groupDigits(count)}
      <span className="sr-only"> FHE operations</span>
    </span>
  );
}
