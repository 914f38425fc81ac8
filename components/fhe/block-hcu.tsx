import { Icon } from '@/components/ui/icon';
import { Meter } from '@/components/ui/meter';
import { rich } from '@/components/ui/rich';
import type { Block } from '@/lib/endpoints/block';
import { HCU_LIMITS } from '@/lib/fhe/prices';
import { formatShare, groupDigits, perMille } from '@/lib/format/number';
import { t } from '@/lib/language/t';

/**
 * HCU of a block; renders nothing if 0. The bar is relative to the limit of one transaction, as the protocol's default
 * block limit is far above real usage.
 */
export function BlockHcu({ block }: { block: Block }) {
  if (block.fhe_operations_count === 0) return null;
  const used = BigInt(block.total_hcu);
  const limit = BigInt(HCU_LIMITS.perTransaction);
  const share = formatShare(used, limit);
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
      <div>
        <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm text-soft">
          <span>
            {rich('{hcu} HCU in total', {
              hcu: <span className="text-md font-medium text-ink">{groupDigits(used)}</span>,
            })}
          </span>
          <span>
            {rich('{share} of the limit per transaction ({limit})', { share, limit: groupDigits(limit) })}
          </span>
        </p>
        <Meter
          className="mt-1.5"
          label={t('{share} of the limit per transaction', { share })}
          stretches={[{ perMille: perMille(used, limit), className: 'fill-secret' }]}
        />
      </div>
    </section>
  );
}
