import { averageOver, type ChartDefinition, flow, growth, roundedByBlock, UTILIZATION } from './rule';

const GWEI = 10n ** 9n;

/** Charts of blocks. */
export const BLOCK_CHARTS: readonly ChartDefinition[] = [
  {
    id: 'averageBlockSize',
    title: 'Average block size',
    description: 'Average size of a block in bytes',
    units: 'Bytes',
    rule: roundedByBlock('block_size'),
  },
  {
    id: 'newBlocks',
    title: 'Blocks',
    description: 'Blocks in the period',
    units: null,
    rule: flow('blocks'),
  },
];

/** Charts of the native coin and of tokens. */
export const TOKEN_CHARTS: readonly ChartDefinition[] = [
  {
    id: 'newNativeCoinTransfers',
    title: '{symbol} transfers',
    description: 'Transactions that only transfer {symbol}',
    units: null,
    rule: flow('native_coin_transfers'),
  },
];

/** Charts of gas. */
export const GAS_CHARTS: readonly ChartDefinition[] = [
  {
    id: 'averageGasLimit',
    title: 'Average gas limit',
    description: 'Average gas limit per block',
    units: null,
    rule: roundedByBlock('gas_limit'),
  },
  {
    id: 'averageGasPrice',
    title: 'Average gas price',
    description: 'Average price per unit of gas of a transaction, in Gwei',
    units: 'Gwei',
    rule: averageOver('gas_price_sum', 'transactions', GWEI),
  },
  {
    id: 'gasUsedGrowth',
    title: 'Total gas used',
    description: 'Gas used by all blocks so far',
    units: null,
    rule: growth('gas_used'),
  },
  {
    id: 'networkUtilization',
    title: 'Network utilization',
    description: 'Share of the gas limit used by blocks, from 0 to 1',
    units: null,
    rule: UTILIZATION,
  },
  {
    id: 'averageGasUsed',
    title: 'Average gas used',
    description: 'Average gas used per block',
    units: null,
    rule: averageOver('gas_used', 'blocks'),
  },
];

/** Charts of contracts. */
export const CONTRACT_CHARTS: readonly ChartDefinition[] = [
  {
    id: 'contractsGrowth',
    title: 'Total contracts',
    description: 'Contracts created so far',
    units: null,
    rule: growth('new_contracts'),
  },
  {
    id: 'newContracts',
    title: 'New contracts',
    description: 'Contracts created in the period',
    units: null,
    rule: flow('new_contracts'),
  },
];
