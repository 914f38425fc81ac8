import type { DailyFigure } from '@/lib/queries/stats';
import { type ChartInfo, RESOLUTIONS, type Resolution } from '@/lib/spec/stats';
import { divide, divideRounded, type Fraction } from './decimal';
import type { MissingPolicy } from './fill';

/** The figures of one day, as integers; money in wei. */
export type DayFigures = Readonly<Record<DailyFigure, bigint>>;

/** How a chart's figure is made from daily figures. */
export type ChartRule =
  /** Added up over a period; `decimals` digits of it stand behind the point. */
  | Readonly<{ kind: 'flow'; figure: DailyFigure; decimals: number }>
  /** Added up since the beginning. */
  | Readonly<{ kind: 'growth'; figure: DailyFigure }>
  /** A daily average, in longer periods weighted by day. Days that give nothing are left out. */
  | Readonly<{ kind: 'average'; of: (day: DayFigures) => Average | undefined }>
  /** Distinct senders: not additive, so weeks are counted apart and longer periods not at all. */
  | Readonly<{ kind: 'senders' }>;

/** The average of one day and what it weighs in a longer period. */
export type Average = Readonly<{ value: Fraction; weight: bigint }>;

/** A chart. `{symbol}` in its texts stands for the symbol of the chain's coin. */
export type ChartDefinition = Readonly<{
  id: string;
  section: SectionId;
  title: string;
  description: string;
  units: string | null;
  rule: ChartRule;
}>;

/** The sections, in their order; one without charts is listed all the same. */
export const SECTIONS = {
  accounts: 'Accounts',
  transactions: 'Transactions',
  blocks: 'Blocks',
  tokens: 'Tokens',
  gas: 'Gas',
  contracts: 'Contracts',
  user_ops: 'User operations',
} as const;
/** The id of a section. */
export type SectionId = keyof typeof SECTIONS;

const WEI_DIGITS = 18;
const GWEI = 10n ** 9n;
const COIN = 10n ** 18n;

const flow = (figure: DailyFigure, decimals = 0): ChartRule => ({ kind: 'flow', figure, decimals });
const growth = (figure: DailyFigure): ChartRule => ({ kind: 'growth', figure });
/** An average by block of an integer, rounded day by day. */
const rounded =
  (figure: DailyFigure) =>
  (day: DayFigures): Average => ({
    value: divide(divideRounded(day[figure], day.blocks), 1n),
    weight: day.blocks,
  });
/** An average by transaction, in units of `unit`; nothing on a day without transactions. */
const perTransaction =
  (figure: DailyFigure, unit: bigint) =>
  (day: DayFigures): Average | undefined =>
    day.transactions === 0n
      ? undefined
      : { value: divide(day[figure], day.transactions * unit), weight: day.transactions };

/** Gas used of the gas that there was: in longer periods all of one by all of the other. */
function utilization(day: DayFigures): Average | undefined {
  const available = day.blocks * divideRounded(day.gas_limit, day.blocks);
  return available === 0n ? undefined : { value: divide(day.gas_used, available), weight: available };
}

/** Every chart that the index answers. */
export const CHARTS: readonly ChartDefinition[] = [
  {
    id: 'accountsGrowth',
    section: 'accounts',
    title: 'Accounts in total',
    description: 'Accounts that have sent at least one transaction so far',
    units: null,
    rule: growth('new_accounts'),
  },
  {
    id: 'activeAccounts',
    section: 'accounts',
    title: 'Active accounts',
    description: 'Different accounts that sent a transaction in the period',
    units: null,
    rule: { kind: 'senders' },
  },
  {
    id: 'newAccounts',
    section: 'accounts',
    title: 'New accounts',
    description: 'Accounts that sent their first transaction in the period',
    units: null,
    rule: flow('new_accounts'),
  },
  {
    id: 'averageTxnFee',
    section: 'transactions',
    title: 'Average fee',
    description: 'What a transaction paid on average, in {symbol}',
    units: '{symbol}',
    rule: { kind: 'average', of: perTransaction('fee_sum', COIN) },
  },
  {
    id: 'newTxns',
    section: 'transactions',
    title: 'Transactions',
    description: 'Transactions in the blocks of the period, failed ones included',
    units: null,
    rule: flow('transactions'),
  },
  {
    id: 'txnsFee',
    section: 'transactions',
    title: 'Fees',
    description: 'What all transactions of the period paid together, in {symbol}',
    units: '{symbol}',
    rule: flow('fee_sum', WEI_DIGITS),
  },
  {
    id: 'txnsGrowth',
    section: 'transactions',
    title: 'Transactions in total',
    description: 'All transactions so far',
    units: null,
    rule: growth('transactions'),
  },
  {
    id: 'txnsSuccessRate',
    section: 'transactions',
    title: 'Success rate',
    description: 'Share of the transactions that succeeded, from 0 to 1',
    units: null,
    rule: { kind: 'average', of: perTransaction('successful_transactions', 1n) },
  },
  {
    id: 'newEip7702Auths',
    section: 'transactions',
    title: 'EIP-7702 authorizations',
    description: 'Authorizations in set-code transactions of the period',
    units: null,
    rule: flow('authorizations'),
  },
  {
    id: 'eip7702AuthsGrowth',
    section: 'transactions',
    title: 'EIP-7702 authorizations in total',
    description: 'All authorizations in set-code transactions so far',
    units: null,
    rule: growth('authorizations'),
  },
  {
    id: 'averageBlockSize',
    section: 'blocks',
    title: 'Average block size',
    description: 'How many bytes a block took on average',
    units: 'Bytes',
    rule: { kind: 'average', of: rounded('block_size') },
  },
  {
    id: 'newBlocks',
    section: 'blocks',
    title: 'Blocks',
    description: 'Blocks of the period',
    units: null,
    rule: flow('blocks'),
  },
  {
    id: 'newNativeCoinTransfers',
    section: 'tokens',
    title: '{symbol} transfers',
    description: 'Transactions that only move {symbol} and call nothing',
    units: null,
    rule: flow('native_coin_transfers'),
  },
  {
    id: 'averageGasLimit',
    section: 'gas',
    title: 'Average gas limit',
    description: 'How much gas a block could have used on average',
    units: null,
    rule: { kind: 'average', of: rounded('gas_limit') },
  },
  {
    id: 'averageGasPrice',
    section: 'gas',
    title: 'Average gas price',
    description: 'What a transaction paid for a unit of gas on average, in Gwei',
    units: 'Gwei',
    rule: { kind: 'average', of: perTransaction('gas_price_sum', GWEI) },
  },
  {
    id: 'gasUsedGrowth',
    section: 'gas',
    title: 'Gas used in total',
    description: 'Gas that all blocks have used so far',
    units: null,
    rule: growth('gas_used'),
  },
  {
    id: 'networkUtilization',
    section: 'gas',
    title: 'Network utilization',
    description: 'Share of the gas limit that blocks used, from 0 to 1',
    units: null,
    rule: { kind: 'average', of: utilization },
  },
  {
    id: 'averageGasUsed',
    section: 'gas',
    title: 'Average gas used',
    description: 'How much gas a block used on average',
    units: null,
    rule: { kind: 'average', of: (day) => ({ value: divide(day.gas_used, day.blocks), weight: day.blocks }) },
  },
  {
    id: 'contractsGrowth',
    section: 'contracts',
    title: 'Contracts in total',
    description: 'Contracts that were created so far',
    units: null,
    rule: growth('new_contracts'),
  },
  {
    id: 'newContracts',
    section: 'contracts',
    title: 'New contracts',
    description: 'Contracts that were created in the period',
    units: null,
    rule: flow('new_contracts'),
  },
];

/** The periods that a chart may be drawn in. */
export function resolutionsOf({ rule }: ChartDefinition): readonly Resolution[] {
  return rule.kind === 'senders' ? ['DAY', 'WEEK'] : RESOLUTIONS;
}

/** What stands for a period without a figure. */
export function missingPolicyOf({ rule }: ChartDefinition): MissingPolicy {
  return rule.kind === 'growth' ? 'previous' : 'zero';
}

/** A chart as the API describes it on a chain with this coin. */
export function describeChart(chart: ChartDefinition, symbol: string): ChartInfo {
  const fill = (text: string) => text.replaceAll('{symbol}', symbol);
  return {
    id: chart.id,
    title: fill(chart.title),
    description: fill(chart.description),
    units: chart.units === null ? null : fill(chart.units),
    resolutions: [...resolutionsOf(chart)],
  };
}
