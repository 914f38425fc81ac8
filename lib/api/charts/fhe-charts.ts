import { RESOLUTIONS } from '@/lib/endpoints/chart';
import { averageOver, type ChartDefinition, distinct, flow, growth } from './rule';

const ABOUT = { units: null, onlyWith: 'fhe_operations' } as const;

/** Charts of confidential computing, only on chains with FHE operations. */
export const FHE_CHARTS: readonly ChartDefinition[] = [
  { ...ABOUT, id: 'newFheOperations', rule: flow('fhe_operations') },
  { ...ABOUT, id: 'fheOperationsGrowth', rule: growth('fhe_operations') },
  { ...ABOUT, id: 'newFheTxns', rule: flow('fhe_transactions') },
  { ...ABOUT, id: 'fheTxnsShare', rule: averageOver('fhe_transactions', 'transactions') },
  { ...ABOUT, id: 'activeFheCallers', rule: distinct('fhe_caller', 'active', RESOLUTIONS) },
  { ...ABOUT, id: 'newFheDecryptions', rule: distinct('fhe_opener', 'times', RESOLUTIONS) },
  { ...ABOUT, id: 'newHcu', units: 'HCU', rule: flow('hcu') },
  { ...ABOUT, id: 'hcuGrowth', units: 'HCU', rule: growth('hcu') },
  { ...ABOUT, id: 'averageHcu', units: 'HCU', rule: averageOver('hcu', 'fhe_operations') },
  { ...ABOUT, id: 'newConfidentialTransfers', rule: flow('confidential_transfers') },
  { ...ABOUT, id: 'confidentialTransfersGrowth', rule: growth('confidential_transfers') },
];
