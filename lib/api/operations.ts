import {
  addressCountersOperation,
  addressOperation,
  addressTabsCountersOperation,
  addressTransactionsOperation,
} from './handlers/address';
import { backendVersionOperation } from './handlers/backend-version';
import { transactionBlobsOperation } from './handlers/blob';
import {
  addressBlocksOperation,
  blockOperation,
  blocksOperation,
  blockTransactionsOperation,
} from './handlers/block';
import {
  chainStatsOperation,
  transactionsByDayOperation,
  transactionsStatsOperation,
} from './handlers/chain-stats';
import { chartOperation, chartSeriesOperation, chartsOperation } from './handlers/chart';
import { coinBalancesByDayOperation, coinBalancesOperation } from './handlers/coin-balance';
import { contractOperation } from './handlers/contract';
import { blockCountdownOperation } from './handlers/countdown';
import {
  contractsPageStatsOperation,
  countersOperation,
  mainPageStatsOperation,
  statsHealthOperation,
  statsUpdateStatusOperation,
  transactionsPageStatsOperation,
} from './handlers/counter';
import {
  addressInternalsCsvOperation,
  addressLogsCsvOperation,
  addressTransactionsCsvOperation,
  addressTransfersCsvOperation,
  csvExportConfigOperation,
  tokenHoldersCsvOperation,
  tokenTransfersCsvOperation,
} from './handlers/csv-export';
import { fheOperationsOperation } from './handlers/fhe-operation';
import {
  addressCollectionsOperation,
  addressNftsOperation,
  addressTokenBalancesOperation,
  addressTokensOperation,
  instanceHoldersOperation,
  tokenHoldersOperation,
} from './handlers/holding';
import { indexingStatusOperation } from './handlers/indexing-status';
import {
  addressInternalsOperation,
  blockInternalsOperation,
  internalTransactionsOperation,
  transactionInternalsOperation,
} from './handlers/internal-transaction';
import { addressLogsOperation, transactionLogsOperation } from './handlers/log';
import { mainPageBlocksOperation, mainPageTransactionsOperation } from './handlers/main-page';
import { rawTraceOperation } from './handlers/raw-trace';
import { checkRedirectOperation, quickSearchOperation, searchOperation } from './handlers/search';
import { stateChangesOperation } from './handlers/state-change';
import {
  tokenCountersOperation,
  tokenOperation,
  tokensOperation,
  transfersCountOperation,
} from './handlers/token';
import { tokenInstanceOperation, tokenInstancesOperation } from './handlers/token-instance';
import { tokenTransfersOperation } from './handlers/token-transfer';
import { transactionOperation, transactionsOperation } from './handlers/transaction';
import {
  addressTransferListOperation,
  instanceTransferListOperation,
  tokenTransferListOperation,
  transferListOperation,
} from './handlers/transfer-list';
import {
  addressWithdrawalsOperation,
  blockWithdrawalsOperation,
  withdrawalsCountersOperation,
  withdrawalsOperation,
} from './handlers/withdrawal';
import type { Operation } from './implement';

/** Every operation that is answered. */
export const OPERATIONS: readonly Operation[] = [
  transactionsOperation,
  transactionsStatsOperation,
  transactionOperation,
  tokenTransfersOperation,
  fheOperationsOperation,
  transactionLogsOperation,
  transactionInternalsOperation,
  rawTraceOperation,
  stateChangesOperation,
  transactionBlobsOperation,
  tokensOperation,
  tokenOperation,
  tokenCountersOperation,
  tokenInstancesOperation,
  tokenInstanceOperation,
  transfersCountOperation,
  transferListOperation,
  tokenTransferListOperation,
  instanceTransferListOperation,
  tokenHoldersOperation,
  instanceHoldersOperation,
  addressOperation,
  addressCountersOperation,
  addressTabsCountersOperation,
  addressTransactionsOperation,
  addressTransferListOperation,
  addressLogsOperation,
  contractOperation,
  addressInternalsOperation,
  addressWithdrawalsOperation,
  coinBalancesOperation,
  coinBalancesByDayOperation,
  addressTokensOperation,
  addressTokenBalancesOperation,
  addressNftsOperation,
  addressCollectionsOperation,
  addressBlocksOperation,
  blocksOperation,
  blockOperation,
  blockTransactionsOperation,
  blockInternalsOperation,
  blockCountdownOperation,
  blockWithdrawalsOperation,
  withdrawalsOperation,
  withdrawalsCountersOperation,
  internalTransactionsOperation,
  chainStatsOperation,
  transactionsByDayOperation,
  mainPageBlocksOperation,
  mainPageTransactionsOperation,
  indexingStatusOperation,
  searchOperation,
  quickSearchOperation,
  checkRedirectOperation,
  chartsOperation,
  chartOperation,
  chartSeriesOperation,
  countersOperation,
  mainPageStatsOperation,
  transactionsPageStatsOperation,
  contractsPageStatsOperation,
  statsUpdateStatusOperation,
  statsHealthOperation,
  addressTransactionsCsvOperation,
  addressTransfersCsvOperation,
  addressInternalsCsvOperation,
  addressLogsCsvOperation,
  tokenTransfersCsvOperation,
  tokenHoldersCsvOperation,
  csvExportConfigOperation,
  backendVersionOperation,
];
