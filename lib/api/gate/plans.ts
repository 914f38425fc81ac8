/** What a key may do: requests a second, and credits a period (UTC). */
export type Plan = Readonly<{
  requestsPerSecond: number;
  credits: number;
  period: 'day' | 'month' | 'unlimited';
}>;

/** The plans by the name that `gateway.api_keys` holds. An unlimited plan reports its credits and never loses any. */
export const PLANS = {
  free: { requestsPerSecond: 5, credits: 100_000, period: 'day' },
  builder: { requestsPerSecond: 15, credits: 100_000_000, period: 'month' },
  pro: { requestsPerSecond: 30, credits: 500_000_000, period: 'month' },
  business: { requestsPerSecond: 50, credits: 3_000_000_000, period: 'month' },
  internal: { requestsPerSecond: 1_000_000, credits: Number.MAX_SAFE_INTEGER, period: 'unlimited' },
} as const satisfies Record<string, Plan>;

/** The name of a plan. */
export type PlanName = keyof typeof PLANS;

/** What a caller without a key may do on the per-instance surface, by client address. */
export const OPEN_SURFACE = { requests: 600, seconds: 60 } as const;

/** What a call costs when its operation is not known. */
export const DEFAULT_CREDITS = 20;

/** True for the name of a plan. */
export function isPlanName(name: string): name is PlanName {
  return Object.hasOwn(PLANS, name);
}

/** The names of the plans, smallest first. */
export const PLAN_NAMES: readonly PlanName[] = Object.keys(PLANS).filter(isPlanName);
