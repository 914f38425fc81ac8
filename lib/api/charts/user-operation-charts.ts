import { type ChartDefinition, distinct, flow, growth } from './rule';

/** Charts of user operations (ERC-4337), from the events of known EntryPoints. */
export const USER_OPERATION_CHARTS: readonly ChartDefinition[] = [
  {
    id: 'userOpsGrowth',
    title: 'Total user operations',
    description: 'All user operations executed by EntryPoints so far',
    units: null,
    rule: growth('user_operations'),
  },
  {
    id: 'newUserOps',
    title: 'User operations',
    description: 'User operations executed by EntryPoints in the period',
    units: null,
    rule: flow('user_operations'),
  },
  {
    id: 'newAccountAbstractionWallets',
    title: 'New smart wallets',
    description: 'Wallets whose first user operation was in the period',
    units: null,
    rule: flow('new_wallets'),
  },
  {
    id: 'accountAbstractionWalletsGrowth',
    title: 'Total smart wallets',
    description: 'Wallets with at least one user operation so far',
    units: null,
    rule: growth('new_wallets'),
  },
  {
    id: 'activeAccountAbstractionWallets',
    title: 'Active smart wallets',
    description: 'Distinct wallets with a user operation on the day',
    units: null,
    rule: distinct('wallet', 'active', ['DAY']),
  },
  {
    id: 'activeBundlers',
    title: 'Active bundlers',
    description: 'Distinct accounts that sent user operations to an EntryPoint on the day',
    units: null,
    rule: distinct('bundler', 'active', ['DAY']),
  },
  {
    id: 'activePaymasters',
    title: 'Active paymasters',
    description: 'Distinct contracts that paid for user operations on the day',
    units: null,
    rule: distinct('paymaster', 'active', ['DAY']),
  },
];
