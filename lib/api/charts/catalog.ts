import { type ChartInfo, type ChartSection, RESOLUTIONS, type Resolution } from '@/lib/endpoints/chart';
import { WEI_PER_COIN } from '@/lib/evm/coin';
import { englishOf } from '@/lib/language/t';
import { CHART_TEXTS, SECTION_TITLES } from '@/lib/messages/chart-texts';
import type { MissingPolicy } from './fill';
import type { DailyFigure } from './query';
import {
  averageOver,
  type ChartDefinition,
  distinct,
  flow,
  growth,
  roundedByBlock,
  UTILIZATION,
} from './rule';

const COIN_DIGITS = 18;
const WINDOW_DAYS = 30;

const SYSTEM = {
  opStack: 'op_stack_system_transactions',
  arbitrum: 'arbitrum_system_transactions',
} as const;

const TRANSACTION_CHARTS: readonly ChartDefinition[] = [
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
const WINDOW_CHARTS: readonly ChartDefinition[] = [
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

/** Charts of user operations (ERC-4337), from the events of known EntryPoints. */
const USER_OPERATION_CHARTS: readonly ChartDefinition[] = [
  { id: 'userOpsGrowth', units: null, rule: growth('user_operations') },
  { id: 'newUserOps', units: null, rule: flow('user_operations') },
  { id: 'newAccountAbstractionWallets', units: null, rule: flow('new_wallets') },
  { id: 'accountAbstractionWalletsGrowth', units: null, rule: growth('new_wallets') },
  { id: 'activeAccountAbstractionWallets', units: null, rule: distinct('wallet', 'active', ['DAY']) },
  { id: 'activeBundlers', units: null, rule: distinct('bundler', 'active', ['DAY']) },
  { id: 'activePaymasters', units: null, rule: distinct('paymaster', 'active', ['DAY']) },
];

const ABOUT = { units: null, onlyWith: 'fhe_operations' } as const;

/** Charts of confidential computing, only on chains with FHE operations. */
const FHE_CHARTS: readonly ChartDefinition[] = [
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

const GWEI = 10n ** 9n;

const BLOCK_CHARTS: readonly ChartDefinition[] = [
  { id: 'averageBlockSize', units: 'Bytes', rule: roundedByBlock('block_size') },
  { id: 'newBlocks', units: null, rule: flow('blocks') },
];

const TOKEN_CHARTS: readonly ChartDefinition[] = [
  { id: 'newNativeCoinTransfers', units: null, rule: flow('native_coin_transfers') },
];

const GAS_CHARTS: readonly ChartDefinition[] = [
  { id: 'averageGasLimit', units: null, rule: roundedByBlock('gas_limit') },
  { id: 'averageGasPrice', units: 'Gwei', rule: averageOver('gas_price_sum', 'transactions', GWEI) },
  { id: 'gasUsedGrowth', units: null, rule: growth('gas_used') },
  { id: 'networkUtilization', units: null, rule: UTILIZATION },
  { id: 'averageGasUsed', units: null, rule: averageOver('gas_used', 'blocks') },
];

const CONTRACT_CHARTS: readonly ChartDefinition[] = [
  { id: 'contractsGrowth', units: null, rule: growth('new_contracts') },
  { id: 'newContracts', units: null, rule: flow('new_contracts') },
];

const recurring = (days: 60 | 90 | 120): ChartDefinition => ({
  id: `activeRecurringAccounts${days}Days` as const,
  units: null,
  rule: distinct('sender', `recurring_${days}`, RESOLUTIONS),
});

const ACCOUNT_CHARTS: readonly ChartDefinition[] = [
  { id: 'accountsGrowth', units: null, rule: growth('new_accounts') },
  { id: 'activeAccounts', units: null, rule: distinct('sender', 'active', ['DAY', 'WEEK']) },
  { id: 'newAccounts', units: null, rule: flow('new_accounts') },
  { id: 'newBuilderAccounts', units: null, rule: flow('new_builders') },
  { id: 'builderAccountsGrowth', units: null, rule: growth('new_builders') },
  recurring(60),
  recurring(90),
  recurring(120),
];

/** In display order. The first seven are Blockscout's, listed even when empty; ours only with charts. */
const SECTIONS = [
  { id: 'accounts', isOurs: false, charts: ACCOUNT_CHARTS },
  { id: 'transactions', isOurs: false, charts: TRANSACTION_CHARTS },
  { id: 'blocks', isOurs: false, charts: BLOCK_CHARTS },
  { id: 'tokens', isOurs: false, charts: TOKEN_CHARTS },
  { id: 'gas', isOurs: false, charts: GAS_CHARTS },
  { id: 'contracts', isOurs: false, charts: CONTRACT_CHARTS },
  { id: 'user_ops', isOurs: false, charts: USER_OPERATION_CHARTS },
  { id: 'fhe', isOurs: true, charts: FHE_CHARTS },
] as const;

/** All listed charts, by section. */
export const CHARTS: readonly ChartDefinition[] = SECTIONS.flatMap(({ charts }) => charts);

const BY_ID = new Map([...CHARTS, ...WINDOW_CHARTS].map((chart) => [chart.id, chart]));

/** Finds a chart by ID, unlisted ones included; undefined when there is none. */
export function findChart(id: string): ChartDefinition | undefined {
  return BY_ID.get(id);
}

/** Sums of the daily figures over the whole chain, as decimal integers. */
export type Totals = Readonly<Record<DailyFigure, string>>;

/** Whether a chart applies to a chain with these totals. */
export function appliesTo({ onlyWith }: ChartDefinition, totals: Totals): boolean {
  return onlyWith === undefined || totals[onlyWith] !== '0';
}

/** The chart sections of a chain with these totals. */
export function listSections(totals: Totals, symbol: string): ChartSection[] {
  const sections = SECTIONS.map(({ id, isOurs, charts }) => ({
    isOurs,
    section: {
      id,
      title: SECTION_TITLES[id].english,
      charts: charts
        .filter((chart: ChartDefinition) => appliesTo(chart, totals))
        .map((chart) => describeChart(chart, symbol)),
    },
  }));
  return sections
    .filter(({ isOurs, section }) => !isOurs || section.charts.length > 0)
    .map(({ section }) => section);
}

/** The resolutions a chart supports. */
export function resolutionsOf({ rule, newestDays }: ChartDefinition): readonly Resolution[] {
  if (newestDays !== undefined) return ['DAY'];
  return rule.kind === 'distinct' ? rule.resolutions : RESOLUTIONS;
}

/** How a chart fills periods without a figure. */
export function missingPolicyOf({ rule }: ChartDefinition): MissingPolicy {
  return rule.kind === 'growth' ? 'previous' : 'zero';
}

/** Chart info as the API presents it; `symbol` is that of the native coin. */
export function describeChart(chart: ChartDefinition, symbol: string): ChartInfo {
  const fill = (text: string) => text.replaceAll('{symbol}', symbol);
  const [title, description] = chart.texts ?? CHART_TEXTS[chart.id];
  return {
    id: chart.id,
    title: fill(englishOf(title)),
    description: fill(englishOf(description)),
    units: chart.units === null ? null : fill(chart.units),
    resolutions: [...resolutionsOf(chart)],
  };
}
