import * as address from './address';
import * as addressActivity from './address-activity';
import * as advancedFilter from './advanced-filter';
import * as approval from './approval';
import * as backendVersion from './backend-version';
import * as blob from './blob';
import * as block from './block';
import * as callTree from './call-tree';
import * as chainContents from './chain-contents';
import * as chainStats from './chain-stats';
import * as chart from './chart';
import * as coinBalance from './coin-balance';
import * as contract from './contract';
import * as counter from './counter';
import * as csvExport from './csv-export';
import { type Endpoint, TAGS } from './endpoint';
import * as fheOperation from './fhe-operation';
import * as gas from './gas';
import * as gasProfile from './gas-profile';
import * as holding from './holding';
import * as indexingStatus from './indexing-status';
import * as internalTransaction from './internal-transaction';
import * as log from './log';
import * as mainPage from './main-page';
import * as moduleAction from './module';
import * as netChange from './net-change';
import * as proof from './proof';
import * as rawTrace from './raw-trace';
import * as search from './search';
import * as stateChange from './state-change';
import * as token from './token';
import * as tokenActivity from './token-activity';
import * as tokenInstance from './token-instance';
import * as tokenTransfer from './token-transfer';
import * as transaction from './transaction';
import * as transactionSummary from './transaction-summary';
import * as userOperation from './user-operation';
import * as withdrawal from './withdrawal';

const FILES = [
  address,
  addressActivity,
  advancedFilter,
  approval,
  backendVersion,
  blob,
  block,
  callTree,
  gasProfile,
  chainContents,
  chainStats,
  chart,
  coinBalance,
  contract,
  counter,
  csvExport,
  fheOperation,
  gas,
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

/** All endpoints, by group and path. */
export const ENDPOINTS: readonly Endpoint[] = FILES.flatMap((file): unknown[] => Object.values(file))
  .filter(isEndpoint)
  .sort((one, other) => TAGS.indexOf(one.tag) - TAGS.indexOf(other.tag) || (one.path < other.path ? -1 : 1));

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'credits' in value;
}
