import { RESOLUTIONS } from '@/lib/endpoints/chart';
import { type ChartDefinition, distinct, flow, growth } from './rule';

const recurring = (days: 60 | 90 | 120): ChartDefinition => ({
  id: `activeRecurringAccounts${days}Days`,
  title: `Returning accounts, ${days} days`,
  description: `Active accounts that had also sent a transaction in the ${days} days before the period`,
  units: null,
  rule: distinct('sender', `recurring_${days}`, RESOLUTIONS),
});

/** Charts of accounts. */
export const ACCOUNT_CHARTS: readonly ChartDefinition[] = [
  {
    id: 'accountsGrowth',
    title: 'Total accounts',
    description: 'Accounts that have ever sent a transaction',
    units: null,
    rule: growth('new_accounts'),
  },
  {
    id: 'activeAccounts',
    title: 'Active accounts',
    description: 'Distinct accounts that sent a transaction in the period',
    units: null,
    rule: distinct('sender', 'active', ['DAY', 'WEEK']),
  },
  {
    id: 'newAccounts',
    title: 'New accounts',
    description: 'Accounts that sent their first transaction in the period',
    units: null,
    rule: flow('new_accounts'),
  },
  {
    id: 'newBuilderAccounts',
    title: 'New contract deployers',
    description: 'Accounts that deployed their first contract in the period',
    units: null,
    rule: flow('new_builders'),
  },
  {
    id: 'builderAccountsGrowth',
    title: 'Total contract deployers',
    description: 'Accounts that have ever deployed a contract',
    units: null,
    rule: growth('new_builders'),
  },
  recurring(60),
  recurring(90),
  recurring(120),
];
