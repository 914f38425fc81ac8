import { Icon } from '@/components/ui/icon';
import { Notice } from '@/components/ui/notice';
import { rich } from '@/components/ui/rich';
import type { GraphOperation } from '@/lib/fhe/graph-operation';
import type { GraphTotals } from '@/lib/fhe/graph-totals';
import { formatShare, groupDigits } from '@/lib/format/number';
import { t } from '@/lib/language/t';

/** Cost of the operation with a plaintext operand, if one was encrypted only for it. */
export function WhatIf({ operation }: { operation: GraphOperation }) {
  const { alternative, cost } = operation;
  if (alternative === null || alternative.constant === null || alternative.cost >= cost) return null;
  return (
    <span className="mt-0.5 flex items-center gap-1 text-xs text-pending">
      <Icon name="arrowDown" className="size-3" />

      {rich('{cost} with {constant} as a plaintext operand', {
        cost: groupDigits(alternative.cost),
        constant: alternative.constant,
      })}
    </span>
  );
}

/** Total savings with plaintext operands; renders nothing if 0. */
export function Savings({ totals }: { totals: GraphTotals }) {
  const { avoidableHcu: saved, totalHcu: total } = totals;
  if (saved === 0) return null;
  return (
    <Notice
      tone="pending"
      icon="arrowDown"
      title={t('{saved} HCU could be saved, {share} of the total HCU', {
        saved: groupDigits(saved),
        share: formatShare(BigInt(saved), BigInt(total)),
      })}
    >
      {t(
        'Constants were encrypted and then used as operands. The same operations accept a plaintext operand at a lower cost, shown for each operation below.',
      )}
    </Notice>
  );
}
