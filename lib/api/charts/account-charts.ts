import { RESOLUTIONS } from '@/lib/endpoints/chart';
import { type ChartDefinition, distinct, flow, growth } from './rule';

const recurring = (days: 60 | 90 | 120): ChartDefinition => ({
  id: `activeRecurringAccounts${days}Days` as const,
  units: null,
  rule: distinct('sender', `recurring_${days}`, RESOLUTIONS),
});

/** Charts of accounts. */
export const ACCOUNT_CHARTS: readonly ChartDefinition[] = [
  { id: 'accountsGrowth', units: null, rule: growth('new_accounts') },
  { id: 'activeAccounts', units: null, rule: distinct('sender', 'active', ['DAY', 'WEEK']) },
  { id: 'newAccounts', units: null, rule: flow('new_accounts') },
  { id: 'newBuilderAccounts', units: null, rule: flow('new_builders') },
  { id: 'builderAccountsGrowth', units: null, rule: growth('new_builders') },
  recurring(60),
  recurring(90),
  recurring(120),
];
