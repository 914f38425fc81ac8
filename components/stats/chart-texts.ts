import type { ChartInfo } from '@/lib/endpoints/chart';
import { isEnglish } from '@/lib/language/current-language';
import { type Msg, msg, t } from '@/lib/language/t';
import type { ChartSection } from './search-charts';

type Entry = readonly [id: string, title: Msg, description: Msg];

/** What the API says about its charts, in English: `chartDescription` of each. A test compares both. */
export const CHART_TEXTS: readonly Entry[] = [
  [
    'activeRecurringAccounts60Days',
    msg('Returning accounts, 60 days'),
    msg('Active accounts of the period that had also sent a transaction in the 60 days before it began'),
  ],
  [
    'activeRecurringAccounts90Days',
    msg('Returning accounts, 90 days'),
    msg('Active accounts of the period that had also sent a transaction in the 90 days before it began'),
  ],
  [
    'activeRecurringAccounts120Days',
    msg('Returning accounts, 120 days'),
    msg('Active accounts of the period that had also sent a transaction in the 120 days before it began'),
  ],
  ['accountsGrowth', msg('Total accounts'), msg('Accounts that have sent at least one transaction so far')],
  ['activeAccounts', msg('Active accounts'), msg('Different accounts that sent a transaction in the period')],
  ['newAccounts', msg('New accounts'), msg('Accounts that sent their first transaction in the period')],
  [
    'newBuilderAccounts',
    msg('New contract deployers'),
    msg('Accounts whose transaction created a contract for the first time in the period'),
  ],
  [
    'builderAccountsGrowth',
    msg('Total contract deployers'),
    msg('Accounts whose transactions have created at least one contract so far'),
  ],
  [
    'averageTxnFee',
    msg('Average transaction fee'),
    msg('What a transaction paid for gas on average, in {symbol}'),
  ],
  ['newTxns', msg('Transactions'), msg('Transactions in the blocks of the period, failed ones included')],
  [
    'txnsFee',
    msg('Transaction fees'),
    msg('What all transactions of the period paid for gas together, in {symbol}'),
  ],
  ['txnsGrowth', msg('Total transactions'), msg('All transactions so far')],
  [
    'opStackNewOperationalTxns',
    msg('Operational transactions'),
    msg('Transactions of the period without those that only bring the attributes of L1 into a block'),
  ],
  [
    'opStackOperationalTxnsGrowth',
    msg('Total operational transactions'),
    msg('All transactions so far without those that only bring the attributes of L1 into a block'),
  ],
  [
    'newOperationalTxns',
    msg('Operational transactions'),
    msg('Transactions of the period without the one that begins each block'),
  ],
  [
    'operationalTxnsGrowth',
    msg('Total operational transactions'),
    msg('All transactions so far without the one that begins each block'),
  ],
  ['txnsSuccessRate', msg('Success rate'), msg('Share of the transactions that succeeded')],
  [
    'newEip7702Auths',
    msg('EIP-7702 authorizations'),
    msg('Authorizations in set-code transactions of the period'),
  ],
  [
    'eip7702AuthsGrowth',
    msg('Total EIP-7702 authorizations'),
    msg('All authorizations in set-code transactions so far'),
  ],
  ['averageBlockSize', msg('Average block size'), msg('How many bytes a block took on average')],
  ['newBlocks', msg('Blocks'), msg('Blocks of the period')],
  [
    'newNativeCoinTransfers',
    msg('{symbol} transfers'),
    msg('Transactions that only move {symbol} and call nothing'),
  ],
  ['averageGasLimit', msg('Average gas limit'), msg('How much gas a block could have used on average')],
  [
    'averageGasPrice',
    msg('Average gas price'),
    msg('What a transaction paid for a unit of gas on average, in Gwei'),
  ],
  ['gasUsedGrowth', msg('Total gas used'), msg('Gas that all blocks have used so far')],
  ['networkUtilization', msg('Network utilization'), msg('Share of the gas limit that blocks used')],
  ['averageGasUsed', msg('Average gas used'), msg('How much gas a block used on average')],
  ['contractsGrowth', msg('Total contracts'), msg('Contracts that were created so far')],
  ['newContracts', msg('New contracts'), msg('Contracts that were created in the period')],
  [
    'userOpsGrowth',
    msg('Total user operations'),
    msg('All user operations that EntryPoints have executed so far'),
  ],
  ['newUserOps', msg('User operations'), msg('User operations that EntryPoints executed in the period')],
  [
    'newAccountAbstractionWallets',
    msg('New smart wallets'),
    msg('Wallets whose first user operation was in the period'),
  ],
  [
    'accountAbstractionWalletsGrowth',
    msg('Total smart wallets'),
    msg('Wallets with at least one user operation so far'),
  ],
  [
    'activeAccountAbstractionWallets',
    msg('Active smart wallets'),
    msg('Different wallets with a user operation on the day'),
  ],
  [
    'activeBundlers',
    msg('Active bundlers'),
    msg('Different accounts that sent user operations to an EntryPoint on the day'),
  ],
  [
    'activePaymasters',
    msg('Active paymasters'),
    msg('Different contracts that paid for user operations on the day'),
  ],
  [
    'newFheOperations',
    msg('FHE operations'),
    msg('Operations on encrypted values that contracts asked for in the period'),
  ],
  ['fheOperationsGrowth', msg('Total FHE operations'), msg('All operations on encrypted values so far')],
  [
    'newFheTxns',
    msg('FHE transactions'),
    msg('Transactions of the period with at least one operation on encrypted values'),
  ],
  [
    'fheTxnsShare',
    msg('FHE share of transactions'),
    msg('Share of the transactions that work on encrypted values'),
  ],
  [
    'newHcu',
    msg('HCU used'),
    msg('Homomorphic complexity units that the operations of the period cost together'),
  ],
  [
    'hcuGrowth',
    msg('Total HCU used'),
    msg('Homomorphic complexity units that all operations have cost so far'),
  ],
  [
    'averageHcu',
    msg('Average HCU per operation'),
    msg('How many homomorphic complexity units an operation cost on average'),
  ],
  [
    'newConfidentialTransfers',
    msg('Confidential transfers'),
    msg('Transfers of ERC-7984 tokens in the period, whose amounts are encrypted'),
  ],
  [
    'confidentialTransfersGrowth',
    msg('Total confidential transfers'),
    msg('All transfers of ERC-7984 tokens so far'),
  ],
];

/** Titles of the sections that the API knows, by their IDs. */
export const SECTION_TITLES: ReadonlyMap<string, Msg> = new Map([
  ['accounts', msg('Accounts')],
  ['transactions', msg('Transactions')],
  ['blocks', msg('Blocks')],
  ['tokens', msg('Tokens')],
  ['gas', msg('Gas')],
  ['contracts', msg('Contracts')],
  ['user_ops', msg('User operations')],
  ['fhe', msg('FHE')],
]);

const BY_ID = new Map(CHART_TEXTS.map(([id, title, description]) => [id, { title, description }]));

/**
 * A section of the catalogue in the language of the request; `symbol` is that of the coin. In English, and for a chart
 * that is not known here, it says what the API says.
 */
export function translateSection(section: ChartSection, symbol: string): ChartSection {
  if (isEnglish()) return section;
  const title = SECTION_TITLES.get(section.id);
  return {
    ...section,
    title: title === undefined ? section.title : t(title),
    charts: section.charts.map((chart) => translateChart(chart, symbol)),
  };
}

function translateChart(chart: ChartInfo, symbol: string): ChartInfo {
  const known = BY_ID.get(chart.id);
  if (known === undefined) return chart;
  return { ...chart, title: t(known.title, { symbol }), description: t(known.description, { symbol }) };
}
