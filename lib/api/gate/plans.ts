/** Limits of a plan: requests per second, and credits per period (UTC). */
export type Plan = Readonly<{
  requestsPerSecond: number;
  credits: number;
  period: 'day' | 'month' | 'unlimited';
}>;

/** Plans by their name in `gateway.api_keys`. An unlimited plan's credits never decrease. */
export const PLANS = {
  free: { requestsPerSecond: 5, credits: 100_000, period: 'day' },
  builder: { requestsPerSecond: 15, credits: 100_000_000, period: 'month' },
  pro: { requestsPerSecond: 30, credits: 500_000_000, period: 'month' },
  business: { requestsPerSecond: 50, credits: 3_000_000_000, period: 'month' },
  internal: { requestsPerSecond: 1_000_000, credits: Number.MAX_SAFE_INTEGER, period: 'unlimited' },
} as const satisfies Record<string, Plan>;

/** A plan's name. */
export type PlanName = keyof typeof PLANS;

/** Rate limit per address of callers without a key on the per-instance surface. */
export const OPEN_SURFACE = { requests: 600, seconds: 60 } as const;

/** Price of a call to an unknown operation. */
export const DEFAULT_CREDITS = 20;

/** Whether a text names a plan. */
export function isPlanName(name: string): name is PlanName {
  return Object.hasOwn(PLANS, name);
}

/** All plan names, smallest first. */
export const PLAN_NAMES: readonly PlanName[] = Object.keys(PLANS).filter(isPlanName);
