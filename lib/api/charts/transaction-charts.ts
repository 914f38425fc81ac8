import { WEI_PER_COIN } from '@/lib/evm/coin';
import { averageOver, type ChartDefinition, flow, growth } from './rule';

const COIN_DIGITS = 18;
const WINDOW_DAYS = 30;

const SYSTEM = {
  opStack: 'op_stack_system_transactions',
  arbitrum: 'arbitrum_system_transactions',
} as const;

/** Charts of transactions. */
export const TRANSACTION_CHARTS: readonly ChartDefinition[] = [
  { id: 'averageTxnFee', units: '{symbol}', rule: averageOver('fee_sum', 'transactions', WEI_PER_COIN) },
  { id: 'newTxns', units: null, rule: flow('transactions') },
  { id: 'txnsFee', units: '{symbol}', rule: flow('fee_sum', { decimals: COIN_DIGITS }) },
  { id: 'txnsGrowth', units: null, rule: growth('transactions') },
  {
    id: 'opStackNewOperationalTxns',
    units: null,
    rule: flow('transactions', { minus: SYSTEM.opStack }),
    onlyWith: SYSTEM.opStack,
  },
  {
    id: 'opStackOperationalTxnsGrowth',
    units: null,
    rule: growth('transactions', SYSTEM.opStack),
    onlyWith: SYSTEM.opStack,
  },
  {
    id: 'newOperationalTxns',
    units: null,
    rule: flow('transactions', { minus: 'blocks' }),
    onlyWith: SYSTEM.arbitrum,
  },
  {
    id: 'operationalTxnsGrowth',
    units: null,
    rule: growth('transactions', 'blocks'),
    onlyWith: SYSTEM.arbitrum,
  },
  { id: 'txnsSuccessRate', units: null, rule: averageOver('successful_transactions', 'transactions') },
  { id: 'newEip7702Auths', units: null, rule: flow('authorizations') },
  { id: 'eip7702AuthsGrowth', units: null, rule: growth('authorizations') },
];

/** Charts of the last 30 days, for a chain's pages. */
export const WINDOW_CHARTS: readonly ChartDefinition[] = [
  {
    id: 'newTxnsWindow',
    texts: [`Transactions, last ${WINDOW_DAYS} days`, `Transactions on each of the last ${WINDOW_DAYS} days`],
    units: null,
    rule: flow('transactions'),
    newestDays: WINDOW_DAYS,
  },
  {
    id: 'opStackNewOperationalTxnsWindow',
    texts: [
      `Operational transactions, last ${WINDOW_DAYS} days`,
      `Transactions on each of the last ${WINDOW_DAYS} days, excluding L1 attributes deposits`,
    ],
    units: null,
    rule: flow('transactions', { minus: SYSTEM.opStack }),
    onlyWith: SYSTEM.opStack,
    newestDays: WINDOW_DAYS,
  },
  {
    id: 'newOperationalTxnsWindow',
    texts: [
      `Operational transactions, last ${WINDOW_DAYS} days`,
      `Transactions on each of the last ${WINDOW_DAYS} days, excluding the first of each block`,
    ],
    units: null,
    rule: flow('transactions', { minus: 'blocks' }),
    onlyWith: SYSTEM.arbitrum,
    newestDays: WINDOW_DAYS,
  },
];
