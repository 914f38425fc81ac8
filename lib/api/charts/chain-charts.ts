import { averageOver, type ChartDefinition, flow, growth, roundedByBlock, UTILIZATION } from './rule';

const GWEI = 10n ** 9n;

/** Charts of blocks. */
export const BLOCK_CHARTS: readonly ChartDefinition[] = [
  {
    id: 'averageBlockSize',
    title: 'Average block size',
    description: 'How many bytes a block took on average',
    units: 'Bytes',
    rule: roundedByBlock('block_size'),
  },
  {
    id: 'newBlocks',
    title: 'Blocks',
    description: 'Blocks of the period',
    units: null,
    rule: flow('blocks'),
  },
];

/** Charts of the native coin and of tokens. */
export const TOKEN_CHARTS: readonly ChartDefinition[] = [
  {
    id: 'newNativeCoinTransfers',
    title: '{symbol} transfers',
    description: 'Transactions that only move {symbol} and call nothing',
    units: null,
    rule: flow('native_coin_transfers'),
  },
];

/** Charts of gas. */
export const GAS_CHARTS: readonly ChartDefinition[] = [
  {
    id: 'averageGasLimit',
    title: 'Average gas limit',
    description: 'How much gas a block could have used on average',
    units: null,
    rule: roundedByBlock('gas_limit'),
  },
  {
    id: 'averageGasPrice',
    title: 'Average gas price',
    description: 'What a transaction paid for a unit of gas on average, in Gwei',
    units: 'Gwei',
    rule: averageOver('gas_price_sum', 'transactions', GWEI),
  },
  {
    id: 'gasUsedGrowth',
    title: 'Total gas used',
    description: 'Gas that all blocks have used so far',
    units: null,
    rule: growth('gas_used'),
  },
  {
    id: 'networkUtilization',
    title: 'Network utilization',
    description: 'Share of the gas limit that blocks used, from 0 to 1',
    units: null,
    rule: UTILIZATION,
  },
  {
    id: 'averageGasUsed',
    title: 'Average gas used',
    description: 'How much gas a block used on average',
    units: null,
    rule: averageOver('gas_used', 'blocks'),
  },
];

/** Charts of contracts. */
export const CONTRACT_CHARTS: readonly ChartDefinition[] = [
  {
    id: 'contractsGrowth',
    title: 'Total contracts',
    description: 'Contracts that were created so far',
    units: null,
    rule: growth('new_contracts'),
  },
  {
    id: 'newContracts',
    title: 'New contracts',
    description: 'Contracts that were created in the period',
    units: null,
    rule: flow('new_contracts'),
  },
];
