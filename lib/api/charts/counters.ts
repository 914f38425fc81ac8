import type { BlockSums } from '@/lib/api/chain-stats/query';
import type { Counter } from '@/lib/endpoints/counter';
import { WEI_PER_COIN } from '@/lib/evm/coin';
import type { Totals } from './catalog';
import { divide, formatFraction, formatScaled } from './decimal';
import type { DailyFigure } from './query';

/**
 * Inputs of the counters. `today` is the day of the tip; `lastDay` covers the 24 hours before it. `pending` is undefined
 * where the mempool is not known.
 */
export type CounterInput = Readonly<{
  totals: Totals;
  state: Readonly<{ blocks_count: number; transactions_count: number; addresses_count: number }> | undefined;
  averageBlockTimeMs: number | undefined;
  today: Readonly<Partial<Record<DailyFigure, string>>>;
  yesterday: Readonly<Partial<Record<DailyFigure, string>>>;
  lastDay: BlockSums;
  pending: string | undefined;
}>;

type CounterDefinition = Readonly<{
  id: string;
  title: string;
  description: string;
  units?: string;
  /** Whether it is of the 24 hours before the tip. */
  isOfLastDay?: boolean;
  /** Only on single pages. */
  isHidden?: boolean;
  onlyWith?: DailyFigure;
  /** Undefined where there is nothing to measure: the counter is then left out. */
  value: (input: CounterInput) => string | undefined;
}>;

const COIN_DIGITS = 18;
const OP_STACK = 'op_stack_system_transactions';
const ARBITRUM = 'arbitrum_system_transactions';
const subtract = (all: string | undefined, some: string | undefined) =>
  String(BigInt(all ?? '0') - BigInt(some ?? '0'));

const COUNTERS = [
  {
    id: 'averageBlockTime',
    title: 'Average block time',
    description: 'Mean time between recent blocks',
    units: 's',
    value: ({ averageBlockTimeMs: mean }) => (mean === undefined ? undefined : formatScaled(BigInt(mean), 3)),
  },
  {
    id: 'completedTxns',
    title: 'Successful transactions',
    description: 'Successful transactions',
    value: ({ totals }) => totals.successful_transactions,
  },
  {
    id: 'lastNewContracts',
    title: 'New contracts, today',
    description: 'Contracts created on the day of the latest block',
    value: ({ today }) => today.new_contracts ?? '0',
  },
  {
    id: 'totalAccounts',
    title: 'Accounts',
    description: 'Accounts that have sent a transaction',
    value: ({ totals }) => totals.new_accounts,
  },
  {
    id: 'totalBuilderAccounts',
    title: 'Contract deployers',
    description: 'Accounts that have deployed a contract',
    value: ({ totals }) => totals.new_builders,
  },
  {
    id: 'totalAddresses',
    title: 'Addresses',
    description: 'Addresses seen on the chain',
    value: ({ state }) => String(state?.addresses_count ?? 0),
  },
  {
    id: 'totalBlocks',
    title: 'Blocks',
    description: 'Indexed blocks',
    value: ({ state }) => String(state?.blocks_count ?? 0),
  },
  {
    id: 'totalContracts',
    title: 'Contracts',
    description: 'Contracts created in indexed blocks',
    value: ({ totals }) => totals.new_contracts,
  },
  {
    id: 'totalNativeCoinTransfers',
    title: 'Coin transfers',
    description: 'Transactions that only transfer the coin',
    value: ({ totals }) => totals.native_coin_transfers,
  },
  {
    id: 'totalTokens',
    title: 'Tokens',
    description: 'Tokens transferred at least once',
    value: ({ totals }) => totals.new_tokens,
  },
  {
    id: 'totalTxns',
    title: 'Transactions',
    description: 'Indexed transactions, including failed ones',
    value: ({ state }) => String(state?.transactions_count ?? 0),
  },
  {
    id: 'opStackTotalOperationalTxns',
    title: 'Operational transactions',
    description: 'All transactions, excluding L1 attributes deposits',
    onlyWith: OP_STACK,
    value: ({ totals }) => subtract(totals.transactions, totals[OP_STACK]),
  },
  {
    id: 'totalOperationalTxns',
    title: 'Operational transactions',
    description: 'All transactions, excluding the first of each block',
    onlyWith: ARBITRUM,
    value: ({ totals }) => subtract(totals.transactions, totals.blocks),
  },
  {
    id: 'totalUserOps',
    title: 'User operations',
    description: 'User operations executed by EntryPoints',
    value: ({ totals }) => totals.user_operations,
  },
  {
    id: 'totalAccountAbstractionWallets',
    title: 'Smart wallets',
    description: 'Wallets with at least one user operation',
    value: ({ totals }) => totals.new_wallets,
  },
  {
    id: 'newTxns24h',
    title: 'Transactions, 24 hours',
    isOfLastDay: true,
    description: 'Transactions in the 24 hours before the latest block',
    value: ({ lastDay }) => lastDay.transactions,
  },
  {
    id: 'opStackNewOperationalTxns24h',
    title: 'Operational transactions, 24 hours',
    isOfLastDay: true,
    description: 'Transactions in the 24 hours before the latest block, excluding L1 attributes deposits',
    onlyWith: OP_STACK,
    value: ({ lastDay }) => subtract(lastDay.transactions, lastDay[OP_STACK]),
  },
  {
    id: 'newOperationalTxns24h',
    title: 'Operational transactions, 24 hours',
    isOfLastDay: true,
    description: 'Transactions in the 24 hours before the latest block, excluding the first of each block',
    onlyWith: ARBITRUM,
    value: ({ lastDay }) => subtract(lastDay.transactions, lastDay.blocks),
  },
  {
    id: 'pendingTxns30m',
    title: 'Pending transactions',
    description:
      'Transactions that entered the mempool of the node in the last 30 minutes and are still pending',
    value: ({ pending }) => pending,
  },
  {
    id: 'txnsFee24h',
    title: 'Transaction fees, 24 hours',
    isOfLastDay: true,
    description: 'Total gas fees in the 24 hours before the latest block, in {symbol}',
    units: '{symbol}',
    value: ({ lastDay }) => formatScaled(BigInt(lastDay.fees), COIN_DIGITS),
  },
  {
    id: 'averageTxnFee24h',
    title: 'Average transaction fee, 24 hours',
    isOfLastDay: true,
    description: 'Average gas fee per transaction in the 24 hours before the latest block, in {symbol}',
    units: '{symbol}',
    value: ({ lastDay: { fees, transactions } }) =>
      transactions === '0'
        ? undefined
        : formatFraction(divide(BigInt(fees), BigInt(transactions) * WEI_PER_COIN)),
  },
  {
    id: 'totalFheOperations',
    title: 'FHE operations',
    description: 'Operations on encrypted values',
    onlyWith: 'fhe_operations',
    value: ({ totals }) => totals.fhe_operations,
  },
  {
    id: 'totalHcu',
    title: 'HCU used',
    description: 'Homomorphic complexity units of all operations on encrypted values',
    units: 'HCU',
    onlyWith: 'fhe_operations',
    value: ({ totals }) => totals.hcu,
  },
  {
    id: 'yesterdayTxns',
    title: 'Transactions, yesterday',
    description: 'Transactions on the day before the latest block',
    isHidden: true,
    value: ({ yesterday }) => yesterday.transactions ?? '0',
  },
  {
    id: 'opStackYesterdayOperationalTxns',
    title: 'Operational transactions, yesterday',
    description: 'Transactions on the day before the latest block, excluding L1 attributes deposits',
    isHidden: true,
    onlyWith: OP_STACK,
    value: ({ yesterday }) => subtract(yesterday.transactions, yesterday[OP_STACK]),
  },
  {
    id: 'yesterdayOperationalTxns',
    title: 'Operational transactions, yesterday',
    description: 'Transactions on the day before the latest block, excluding the first of each block',
    isHidden: true,
    onlyWith: ARBITRUM,
    value: ({ yesterday }) => subtract(yesterday.transactions, yesterday.blocks),
  },
  {
    id: 'newContracts24h',
    title: 'New contracts, 24 hours',
    isOfLastDay: true,
    description: 'Contracts created in the 24 hours before the latest block',
    isHidden: true,
    value: ({ lastDay }) => lastDay.new_contracts,
  },
] as const satisfies readonly CounterDefinition[];

/** A counter's ID. */
export type CounterId = (typeof COUNTERS)[number]['id'];

/** The listed counters that apply to this chain. */
export function presentCounters(input: CounterInput, symbol: string): Counter[] {
  return COUNTERS.flatMap((counter: CounterDefinition) =>
    counter.isHidden ? [] : (present(counter, input, symbol) ?? []),
  );
}

/** One counter; null when it does not apply to this chain. */
export function presentCounter(id: CounterId, input: CounterInput, symbol: string): Counter | null {
  const counter = COUNTERS.find((each) => each.id === id);
  return (counter && present(counter, input, symbol)) ?? null;
}

function present(counter: CounterDefinition, input: CounterInput, symbol: string): Counter | undefined {
  if (counter.onlyWith !== undefined && input.totals[counter.onlyWith] === '0') return undefined;
  const value = counter.value(input);
  if (value === undefined) return undefined;
  const isCut = counter.isOfLastDay === true && !input.lastDay.is_whole;
  const fill = (text: string) => text.replaceAll('{symbol}', symbol);
  return {
    id: counter.id,
    value,
    title: counter.title,
    units: counter.units === undefined ? null : fill(counter.units),
    description: fill(counter.description) + (isCut ? '; only of the indexed blocks, which begin later' : ''),
  };
}
