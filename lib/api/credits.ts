import type { Plan } from './plans';

/** How many credits each key has left. `charge` returns what is left afterwards. */
export type CreditMeter = Readonly<{
  remaining(keyId: string, plan: Plan): Promise<number>;
  charge(keyId: string, plan: Plan, credits: number): Promise<number>;
}>;

/** A meter of this process alone: it starts full with the process, and again with every period of a plan. */
export function createCreditMeter(now: () => number = Date.now): CreditMeter {
  const used = new Map<string, { period: string; credits: number }>();
  const usedBy = (keyId: string, plan: Plan): number => {
    const entry = used.get(keyId);
    return entry?.period === periodOf(plan, now()) ? entry.credits : 0;
  };
  return {
    remaining: async (keyId, plan) => plan.credits - usedBy(keyId, plan),
    charge: async (keyId, plan, credits) => {
      if (plan.period === 'unlimited') return plan.credits;
      const total = usedBy(keyId, plan) + credits;
      used.set(keyId, { period: periodOf(plan, now()), credits: total });
      return plan.credits - total;
    },
  };
}

function periodOf(plan: Plan, milliseconds: number): string {
  const length = { day: 10, month: 7, unlimited: 0 } as const;
  return new Date(milliseconds).toISOString().slice(0, length[plan.period]);
}
