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

/** Share of the total HCU, in percent, from which selections are worth a remark. */
const MANY_SELECTIONS = 25;

/** What would make the operations cheaper: plaintext operands, fewer selections; renders nothing without either. */
export function Savings({ totals }: { totals: GraphTotals }) {
  return (
    <>
      <PlainOperands totals={totals} />
      <Selections totals={totals} />
    </>
  );
}

function Selections({ totals: { byOperation, totalHcu: total } }: { totals: GraphTotals }) {
  const selections = byOperation.filter(({ operation }) => operation === 'FheIfThenElse');
  const count = selections.reduce((sum, { operationCount }) => sum + operationCount, 0);
  const hcu = selections.reduce((sum, one) => sum + one.hcu, 0);
  if (count < 2 || hcu * 100 < total * MANY_SELECTIONS) return null;
  return (
    <Notice
      tone="pending"
      icon="arrowDown"
      title={t('{count} selections cost {hcu} HCU, {share} of the total HCU', {
        count: groupDigits(count),
        hcu: groupDigits(hcu),
        share: formatShare(BigInt(hcu), BigInt(total)),
      })}
    >
      {t(
        'A selection has both of its values computed. Fewer are needed where conditions are combined first, or where min, max or a plaintext factor says the same.',
      )}
    </Notice>
  );
}

function PlainOperands({ totals }: { totals: GraphTotals }) {
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
