import { averageOver, type ChartDefinition, flow, growth, roundedByBlock, UTILIZATION } from './rule';

const GWEI = 10n ** 9n;

/** Charts of blocks. */
export const BLOCK_CHARTS: readonly ChartDefinition[] = [
  { id: 'averageBlockSize', units: 'Bytes', rule: roundedByBlock('block_size') },
  { id: 'newBlocks', units: null, rule: flow('blocks') },
];

/** Charts of the native coin and of tokens. */
export const TOKEN_CHARTS: readonly ChartDefinition[] = [
  { id: 'newNativeCoinTransfers', units: null, rule: flow('native_coin_transfers') },
];

/** Charts of gas. */
export const GAS_CHARTS: readonly ChartDefinition[] = [
  { id: 'averageGasLimit', units: null, rule: roundedByBlock('gas_limit') },
  { id: 'averageGasPrice', units: 'Gwei', rule: averageOver('gas_price_sum', 'transactions', GWEI) },
  { id: 'gasUsedGrowth', units: null, rule: growth('gas_used') },
  { id: 'networkUtilization', units: null, rule: UTILIZATION },
  { id: 'averageGasUsed', units: null, rule: averageOver('gas_used', 'blocks') },
];

/** Charts of contracts. */
export const CONTRACT_CHARTS: readonly ChartDefinition[] = [
  { id: 'contractsGrowth', units: null, rule: growth('new_contracts') },
  { id: 'newContracts', units: null, rule: flow('new_contracts') },
];
