import { ASSUMED_LIMITS, type FheUsage } from '@/lib/endpoints/fhe-deployment';

/** Sums over a transaction's operations, in HCU, and the same by deployment where the API tells. */
export type HcuTotals = Readonly<{
  operation_count: number;
  total_hcu: number;
  max_depth_hcu: number;
  deployments: readonly FheUsage[];
}>;

type Used = Pick<FheUsage, 'limits' | 'operation_count' | 'total_hcu' | 'max_depth_hcu'> &
  Readonly<{ name: string | null }>;

/** What was used of each deployment; of an API that tells none the totals, against the usual limits. */
export function listUsage({ deployments, ...totals }: HcuTotals): Used[] {
  if (deployments.length > 0)
    return deployments.map(({ deployment, ...used }) => ({ ...used, name: deployment.name }));
  return [{ ...totals, name: null, limits: ASSUMED_LIMITS }];
}
