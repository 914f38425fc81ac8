import { Icon } from '@/components/ui/icon';
import { rich } from '@/components/ui/rich';
import type { Block } from '@/lib/endpoints/block';
import { groupDigits } from '@/lib/format/number';
import { t } from '@/lib/language/t';

/** HCU of a block; renders nothing if 0. Without a bar: the cap of a block is the chain's own, and far above most. */
export function BlockHcu({ block }: { block: Block }) {
  if (block.fhe_operations_count === 0) return null;
  const used = BigInt(block.total_hcu);
  return (
    <section
      aria-label={t('FHE operations')}
      className="grid gap-x-6 gap-y-2 rounded-md border border-line bg-surface px-4 py-3 shadow-panel md:grid-cols-[auto_minmax(0,1fr)] md:items-center"
    >
      <p className="flex items-center gap-2 font-medium">
        <Icon name="lock" className="size-4 text-secret" />
        {t('{count, plural, one {# FHE operation} other {# FHE operations}}', {
          count: block.fhe_operations_count,
        })}
      </p>
      <p className="text-sm text-soft md:text-end">
        {rich('{hcu} HCU in total', {
          hcu: <span className="text-md font-medium text-ink">{groupDigits(used)}</span>,
        })}
      </p>
    </section>
  );
}
