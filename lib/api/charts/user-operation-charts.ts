import { type ChartDefinition, distinct, flow, growth } from './rule';

/** Charts of user operations (ERC-4337), from the events of known EntryPoints. */
export const USER_OPERATION_CHARTS: readonly ChartDefinition[] = [
  { id: 'userOpsGrowth', units: null, rule: growth('user_operations') },
  { id: 'newUserOps', units: null, rule: flow('user_operations') },
  { id: 'newAccountAbstractionWallets', units: null, rule: flow('new_wallets') },
  { id: 'accountAbstractionWalletsGrowth', units: null, rule: growth('new_wallets') },
  { id: 'activeAccountAbstractionWallets', units: null, rule: distinct('wallet', 'active', ['DAY']) },
  { id: 'activeBundlers', units: null, rule: distinct('bundler', 'active', ['DAY']) },
  { id: 'activePaymasters', units: null, rule: distinct('paymaster', 'active', ['DAY']) },
];
