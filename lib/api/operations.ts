import * as address from './handlers/address';
import * as addressActivity from './handlers/address-activity';
import * as advancedFilter from './handlers/advanced-filter';
import * as approval from './handlers/approval';
import * as backendVersion from './handlers/backend-version';
import * as blob from './handlers/blob';
import * as block from './handlers/block';
import * as callTree from './handlers/call-tree';
import * as chainContents from './handlers/chain-contents';
import * as chainStats from './handlers/chain-stats';
import * as chart from './handlers/chart';
import * as coinBalance from './handlers/coin-balance';
import * as contract from './handlers/contract';
import * as counter from './handlers/counter';
import * as csvExport from './handlers/csv-export';
import * as fheOperation from './handlers/fhe-operation';
import * as gas from './handlers/gas';
import * as gasProfile from './handlers/gas-profile';
import * as holding from './handlers/holding';
import * as indexingStatus from './handlers/indexing-status';
import * as internalTransaction from './handlers/internal-transaction';
import * as log from './handlers/log';
import * as mainPage from './handlers/main-page';
import * as moduleAction from './handlers/module';
import * as netChange from './handlers/net-change';
import * as proof from './handlers/proof';
import * as rawTrace from './handlers/raw-trace';
import * as search from './handlers/search';
import * as stateChange from './handlers/state-change';
import * as token from './handlers/token';
import * as tokenActivity from './handlers/token-activity';
import * as tokenInstance from './handlers/token-instance';
import * as tokenTransfer from './handlers/token-transfer';
import * as transaction from './handlers/transaction';
import * as transactionSummary from './handlers/transaction-summary';
import * as userOperation from './handlers/user-operation';
import * as withdrawal from './handlers/withdrawal';
import type { Operation } from './implement';

const FILES = [
  address,
  addressActivity,
  advancedFilter,
  approval,
  backendVersion,
  blob,
  block,
  callTree,
  chainContents,
  chainStats,
  chart,
  coinBalance,
  contract,
  counter,
  csvExport,
  fheOperation,
  gas,
  gasProfile,
  holding,
  indexingStatus,
  internalTransaction,
  log,
  mainPage,
  moduleAction,
  netChange,
  proof,
  rawTrace,
  search,
  stateChange,
  tokenActivity,
  tokenInstance,
  tokenTransfer,
  token,
  transaction,
  transactionSummary,
  userOperation,
  withdrawal,
];

/** All operations that have a handler. */
export const OPERATIONS: readonly Operation[] = FILES.flatMap((file): Operation[] => Object.values(file));
