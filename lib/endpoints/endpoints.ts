import {
  getAddress,
  getAddressCounters,
  getAddressTabsCounters,
  listAddressLogs,
  listAddressTransactions,
} from './address';
import { getBackendVersion } from './backend-version';
import { listTransactionBlobs } from './blob';
import { getBlock, listAddressBlocks, listBlocks, listBlockTransactions } from './block';
import { getChainStats, getTransactionsStats, listTransactionsByDay } from './chain-stats';
import { getChart, listChartSeries, listCharts } from './chart';
import { listCoinBalances, listCoinBalancesByDay } from './coin-balance';
import { getContract } from './contract';
import { getBlockCountdown } from './countdown';
import {
  getContractsPageStats,
  getMainPageStats,
  getStatsHealth,
  getStatsUpdateStatus,
  getTransactionsPageStats,
  listCounters,
} from './counter';
import {
  exportAddressInternals,
  exportAddressLogs,
  exportAddressTransactions,
  exportAddressTransfers,
  exportTokenHolders,
  exportTokenTransfers,
  getCsvExportConfig,
} from './csv-export';
import type { Endpoint } from './endpoint';
import { listTransactionFheOperations } from './fhe-operation';
import {
  listAddressCollections,
  listAddressNfts,
  listAddressTokenBalances,
  listAddressTokens,
  listInstanceHolders,
  listTokenHolders,
} from './holding';
import { getIndexingStatus } from './indexing-status';
import {
  listAddressInternals,
  listBlockInternals,
  listInternalTransactions,
  listTransactionInternals,
} from './internal-transaction';
import { listTransactionLogs } from './log';
import { listMainPageBlocks, listMainPageTransactions } from './main-page';
import { getRawTrace } from './raw-trace';
import { checkSearchRedirect, search, searchQuickly } from './search';
import { listStateChanges } from './state-change';
import { getToken, getTokenCounters, getTokenInstanceTransfersCount, listTokens } from './token';
import { getTokenInstance, listTokenInstances } from './token-instance';
import {
  listTokenTransfers,
  listTransactionTokenTransfers,
  listTransfersOfAddress,
  listTransfersOfInstance,
  listTransfersOfToken,
} from './token-transfer';
import { getTransaction, listTransactions } from './transaction';
import {
  getWithdrawalsCounters,
  listAddressWithdrawals,
  listBlockWithdrawals,
  listWithdrawals,
} from './withdrawal';

/** Every operation of the API: routes, prices and the OpenAPI document come from this list. */
export const ENDPOINTS: readonly Endpoint[] = [
  listTransactions,
  getTransactionsStats,
  getTransaction,
  listTransactionTokenTransfers,
  listTransactionFheOperations,
  listTransactionLogs,
  listTransactionInternals,
  getRawTrace,
  listStateChanges,
  listTransactionBlobs,
  listTokens,
  getToken,
  getTokenCounters,
  listTokenInstances,
  getTokenInstance,
  getTokenInstanceTransfersCount,
  listTokenTransfers,
  listTransfersOfToken,
  listTransfersOfInstance,
  listTokenHolders,
  listInstanceHolders,
  getAddress,
  getAddressCounters,
  getAddressTabsCounters,
  listAddressTransactions,
  listTransfersOfAddress,
  listAddressLogs,
  getContract,
  listAddressInternals,
  listAddressWithdrawals,
  listCoinBalances,
  listCoinBalancesByDay,
  listAddressTokens,
  listAddressTokenBalances,
  listAddressNfts,
  listAddressCollections,
  listAddressBlocks,
  listBlocks,
  getBlock,
  listBlockTransactions,
  listBlockInternals,
  getBlockCountdown,
  listBlockWithdrawals,
  listWithdrawals,
  getWithdrawalsCounters,
  listInternalTransactions,
  getChainStats,
  listTransactionsByDay,
  listMainPageBlocks,
  listMainPageTransactions,
  getIndexingStatus,
  search,
  searchQuickly,
  checkSearchRedirect,
  listCharts,
  getChart,
  listChartSeries,
  listCounters,
  getMainPageStats,
  getTransactionsPageStats,
  getContractsPageStats,
  getStatsUpdateStatus,
  getStatsHealth,
  exportAddressTransactions,
  exportAddressTransfers,
  exportAddressInternals,
  exportAddressLogs,
  exportTokenTransfers,
  exportTokenHolders,
  getCsvExportConfig,
  getBackendVersion,
];
