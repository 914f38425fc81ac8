import { averageOver, type ChartDefinition, flow, growth } from './rule';

const ABOUT = { units: null, onlyWith: 'fhe_operations' } as const;

/** Charts of confidential computing, only on chains with FHE operations. */
export const FHE_CHARTS: readonly ChartDefinition[] = [
  {
    ...ABOUT,
    id: 'newFheOperations',
    title: 'FHE operations',
    description: 'Operations on encrypted values requested by contracts in the period',
    rule: flow('fhe_operations'),
  },
  {
    ...ABOUT,
    id: 'fheOperationsGrowth',
    title: 'Total FHE operations',
    description: 'All operations on encrypted values so far',
    rule: growth('fhe_operations'),
  },
  {
    ...ABOUT,
    id: 'newFheTxns',
    title: 'FHE transactions',
    description: 'Transactions in the period with at least one operation on encrypted values',
    rule: flow('fhe_transactions'),
  },
  {
    ...ABOUT,
    id: 'fheTxnsShare',
    title: 'FHE share of transactions',
    description: 'Share of transactions that use encrypted values, from 0 to 1',
    rule: averageOver('fhe_transactions', 'transactions'),
  },
  {
    ...ABOUT,
    id: 'newHcu',
    title: 'HCU used',
    description: 'Total homomorphic complexity units of operations in the period',
    units: 'HCU',
    rule: flow('hcu'),
  },
  {
    ...ABOUT,
    id: 'hcuGrowth',
    title: 'Total HCU used',
    description: 'Homomorphic complexity units of all operations so far',
    units: 'HCU',
    rule: growth('hcu'),
  },
  {
    ...ABOUT,
    id: 'averageHcu',
    title: 'Average HCU per operation',
    description: 'Average homomorphic complexity units per operation',
    units: 'HCU',
    rule: averageOver('hcu', 'fhe_operations'),
  },
  {
    ...ABOUT,
    id: 'newConfidentialTransfers',
    title: 'Confidential transfers',
    description: 'Transfers of ERC-7984 tokens, with encrypted amounts, in the period',
    rule: flow('confidential_transfers'),
  },
  {
    ...ABOUT,
    id: 'confidentialTransfersGrowth',
    title: 'Total confidential transfers',
    description: 'All transfers of ERC-7984 tokens so far',
    rule: growth('confidential_transfers'),
  },
];
