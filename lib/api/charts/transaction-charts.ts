import { averageOver, type ChartDefinition, flow, growth } from './rule';

const COIN = 10n ** 18n;
const COIN_DIGITS = 18;
const WINDOW_DAYS = 30;

const SYSTEM = {
  opStack: 'op_stack_system_transactions',
  arbitrum: 'arbitrum_system_transactions',
} as const;

/** Charts of transactions. */
export const TRANSACTION_CHARTS: readonly ChartDefinition[] = [
  {
    id: 'averageTxnFee',
    title: 'Average transaction fee',
    description: 'Average gas fee per transaction, in {symbol}',
    units: '{symbol}',
    rule: averageOver('fee_sum', 'transactions', COIN),
  },
  {
    id: 'newTxns',
    title: 'Transactions',
    description: 'Transactions in the period, including failed ones',
    units: null,
    rule: flow('transactions'),
  },
  {
    id: 'txnsFee',
    title: 'Transaction fees',
    description: 'Total gas fees of transactions in the period, in {symbol}',
    units: '{symbol}',
    rule: flow('fee_sum', { decimals: COIN_DIGITS }),
  },
  {
    id: 'txnsGrowth',
    title: 'Total transactions',
    description: 'All transactions so far',
    units: null,
    rule: growth('transactions'),
  },
  {
    id: 'opStackNewOperationalTxns',
    title: 'Operational transactions',
    description: 'Transactions in the period, excluding L1 attributes deposits',
    units: null,
    rule: flow('transactions', { minus: SYSTEM.opStack }),
    onlyWith: SYSTEM.opStack,
  },
  {
    id: 'opStackOperationalTxnsGrowth',
    title: 'Total operational transactions',
    description: 'All transactions so far, excluding L1 attributes deposits',
    units: null,
    rule: growth('transactions', SYSTEM.opStack),
    onlyWith: SYSTEM.opStack,
  },
  {
    id: 'newOperationalTxns',
    title: 'Operational transactions',
    description: 'Transactions in the period, excluding the first of each block',
    units: null,
    rule: flow('transactions', { minus: 'blocks' }),
    onlyWith: SYSTEM.arbitrum,
  },
  {
    id: 'operationalTxnsGrowth',
    title: 'Total operational transactions',
    description: 'All transactions so far, excluding the first of each block',
    units: null,
    rule: growth('transactions', 'blocks'),
    onlyWith: SYSTEM.arbitrum,
  },
  {
    id: 'txnsSuccessRate',
    title: 'Success rate',
    description: 'Share of successful transactions, from 0 to 1',
    units: null,
    rule: averageOver('successful_transactions', 'transactions'),
  },
  {
    id: 'newEip7702Auths',
    title: 'EIP-7702 authorizations',
    description: 'Authorizations in set-code transactions in the period',
    units: null,
    rule: flow('authorizations'),
  },
  {
    id: 'eip7702AuthsGrowth',
    title: 'Total EIP-7702 authorizations',
    description: 'All authorizations in set-code transactions so far',
    units: null,
    rule: growth('authorizations'),
  },
];

/** Charts of the last 30 days, for a chain's pages. */
export const WINDOW_CHARTS: readonly ChartDefinition[] = [
  {
    id: 'newTxnsWindow',
    title: `Transactions, last ${WINDOW_DAYS} days`,
    description: `Transactions on each of the last ${WINDOW_DAYS} days`,
    units: null,
    rule: flow('transactions'),
    newestDays: WINDOW_DAYS,
  },
  {
    id: 'opStackNewOperationalTxnsWindow',
    title: `Operational transactions, last ${WINDOW_DAYS} days`,
    description: `Transactions on each of the last ${WINDOW_DAYS} days, excluding L1 attributes deposits`,
    units: null,
    rule: flow('transactions', { minus: SYSTEM.opStack }),
    onlyWith: SYSTEM.opStack,
    newestDays: WINDOW_DAYS,
  },
  {
    id: 'newOperationalTxnsWindow',
    title: `Operational transactions, last ${WINDOW_DAYS} days`,
    description: `Transactions on each of the last ${WINDOW_DAYS} days, excluding the first of each block`,
    units: null,
    rule: flow('transactions', { minus: 'blocks' }),
    onlyWith: SYSTEM.arbitrum,
    newestDays: WINDOW_DAYS,
  },
];
