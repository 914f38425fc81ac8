import { t } from '@/lib/language/t';
import { Budget } from './budget';
import type { listUsage } from './list-usage';

/** Share of a deployment's limits per transaction used: total HCU and sequential depth. */
export function HcuBudget({ used }: { used: ReturnType<typeof listUsage>[number] }) {
  return (
    <>
      <Budget
        name={t('Total HCU')}
        note={t('sum over all operations')}
        used={used.total_hcu}
        limit={used.limits.per_transaction}
      />
      <Budget
        name={t('Sequential depth')}
        note={t('HCU along the critical path, which must run in sequence')}
        used={used.max_depth_hcu}
        limit={used.limits.depth_per_transaction}
      />
    </>
  );
}
