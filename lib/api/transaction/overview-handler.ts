import { loadDecodedNames } from '@/lib/api/address/decoded-name-loader';
import { loadAddresses, loadIndexerState, loadTokens } from '@/lib/api/address/mention-loader';
import { presentAddress } from '@/lib/api/address/present';
import { presentBlocks } from '@/lib/api/block/loader';
import { findBlock } from '@/lib/api/block/query';
import { loadTrace } from '@/lib/api/call-tree/loader';
import { loadTransactionUsage } from '@/lib/api/fhe-deployment/loader';
import { type CallContext, implement } from '@/lib/api/implement';
import { PAGE_SIZE } from '@/lib/api/lists/implement-list';
import { presentLogs, readTransactionLogs } from '@/lib/api/log/loader';
import { loadNetChanges } from '@/lib/api/net-change/loader';
import { presentToken } from '@/lib/api/token/present';
import { findDevelopment } from '@/lib/db/development';
import type { Database } from '@/lib/db/open-database';
import type { Transaction } from '@/lib/endpoints/transaction';
import {
  getTransactionOverview,
  getTransactionStatus,
  type Shortfall,
  type TransactionOverview,
} from '@/lib/endpoints/transaction-overview';
import { undoAll } from '@/lib/evm/check-trace';
import { CONSOLE } from '@/lib/evm/console-lines';
import { hexToBuffer } from '@/lib/evm/hex';
import { decodeWholeCalls } from '@/lib/evm/internal-calls';
import { APPROVAL_LOG_TOPICS, readApprovals } from '@/lib/evm/read-approvals';
import { findShortfall } from '@/lib/evm/shortfall';
import { walkParityTraces } from '@/lib/evm/traces';
import { listAmountTokens } from '@/lib/format/list-amount-tokens';
import { readSendCall } from '@/lib/sentence/describe-send';
import { readApprovalCall } from '@/lib/sentence/read-approval-call';
import { presentConsoleLine } from './console-present';
import { type ConsoleCallRow, listConsoleCalls } from './console-query';
import { countFailedCalls } from './failing-call-query';
import { loadTransactionInfo } from './info-loader';
import { presentNeighbors } from './neighbors-present';
import { toRow } from './node-present';
import { findUnindexed } from './pending-loader';
import { findNeighbors, findTransaction, type TransactionRow } from './query';
import { loadSandwich } from './sandwich-loader';
import { presentStatus } from './status-present';

/** Tokens of amounts: a call may name any number. */
const MAX_TOKENS = 50;
/** Authorizations whose accounts are named. */
const MAX_AUTHORIZATIONS = 50;
const TOPICS = APPROVAL_LOG_TOPICS.map(hexToBuffer);
const NOT_INDEXED = {
  ...{ neighbors: null, block: null, net_changes: null, fhe: null },
  failed_internal_transactions_count: null,
  ...{ shortfall: null, sandwich: null },
  ...{ console_lines: [], console_lines_overflow: false },
};
const NO_APPROVALS = { approvals: [], approvals_overflow: false };

/** GET /transactions/{hash}/overview. */
export const transactionOverviewOperation = implement(
  getTransactionOverview,
  async ({ params, ...context }) => {
    const hash = hexToBuffer(params.transaction_hash_param);
    const [transaction, row] = await Promise.all([
      loadTransactionInfo({ ...context, types: 'blockscout' }, hash),
      findTransaction(context.db, hash),
    ]);
    if (transaction === undefined) return undefined;
    const [indexed, approved] = await Promise.all([
      row ? readIndexed(context, row, transaction.failure) : NOT_INDEXED,
      transaction.logs_count === 0 || transaction.block_number === null
        ? NO_APPROVALS
        : findApprovals(context, hash),
    ]);
    return {
      transaction,
      ...indexed,
      ...approved,
      ...(await findMentioned(context, transaction, { ...approved, ...indexed })),
    };
  },
);

/** The parts of a transaction that only the index has. */
async function readIndexed(context: CallContext, row: TransactionRow, failure: Transaction['failure']) {
  const { db } = context;
  const [neighbors, block, net_changes, failed, fhe, shortfall, sandwich, said] = await Promise.all([
    findNeighbors(db, row.hash),
    findBlock(db, { number: row.block_number }),
    loadNetChanges({ ...context, query: {} }, row),
    row.has_error_in_internal_transactions === null ? null : countFailedCalls(db, row),
    row.fhe_operations_count === 0 ? null : loadFhe(db, row),
    loadShortfall(context, row, failure),
    loadSandwich(context, row),
    loadConsoleLines(context, row),
  ]);
  const [presented] = await presentBlocks({ db }, block ? [block] : []);
  return {
    neighbors: neighbors ? presentNeighbors(neighbors) : null,
    block: presented ? { transactions_count: presented.transactions_count, proof: presented.proof } : null,
    net_changes,
    failed_internal_transactions_count: failed,
    fhe,
    shortfall,
    sandwich,
    ...said,
  };
}

async function loadFhe(db: Database, row: TransactionRow) {
  const { block_number, index: transaction_index } = row;
  const deployments = await loadTransactionUsage(db, { block_number, transaction_index });
  return {
    operation_count: deployments.reduce((sum, { operation_count }) => sum + operation_count, 0),
    total_hcu: deployments.reduce((sum, { total_hcu }) => sum + total_hcu, 0),
    max_depth_hcu: Math.max(0, ...deployments.map(({ max_depth_hcu }) => max_depth_hcu)),
    deployments,
  };
}

async function findApprovals(context: CallContext, hash: Buffer) {
  const filter = { hash, address: undefined, topics: TOPICS };
  const found = await readTransactionLogs(context, filter, { cursor: {}, limit: PAGE_SIZE + 1 });
  if (found === undefined) return NO_APPROVALS;
  const { rows, isFull } = 'rows' in found ? found : { rows: found, isFull: false };
  const logs = await presentLogs(context, rows.slice(0, PAGE_SIZE));
  return { approvals: readApprovals(logs), approvals_overflow: isFull || rows.length > PAGE_SIZE };
}

async function findMentioned(
  { db }: CallContext,
  transaction: Transaction,
  { approvals, console_lines }: Pick<TransactionOverview, 'approvals' | 'console_lines'>,
): Promise<Pick<TransactionOverview, 'addresses' | 'tokens'>> {
  const call = readApprovalCall(transaction);
  const send = readSendCall(transaction);
  const accounts = approvals.flatMap(({ owner, spender, contract }) => [owner, spender, contract]);
  const amounts = listAmountTokens(transaction, approvals).slice(0, MAX_TOKENS);
  const delegations = transaction.authorization_list
    .slice(0, MAX_AUTHORIZATIONS)
    .flatMap(({ authority, address_hash }) =>
      authority === null ? [address_hash] : [authority, address_hash],
    );
  const said = console_lines.map(({ contract }) => contract);
  const mentioned = distinct([
    ...accounts,
    ...said,
    ...delegations,
    ...(call ? [call.spender] : []),
    ...(send ? [send.receiver] : []),
  ]);
  const calls = [
    transaction.decoded_input,
    transaction.decoded_revert_reason,
    ...transaction.nested_calls.map((nested) => nested.call),
  ];
  const [addresses, named, tokens] = await Promise.all([
    loadAddresses(db, mentioned),
    loadDecodedNames(
      db,
      calls,
      transaction.nested_calls.flatMap(({ to }) => to ?? []),
    ),
    loadTokens(db, distinct([...amounts, ...(call ? [call.token] : [])])),
  ]);
  const known = mentioned.map((address) => presentAddress(address, addresses));
  return {
    addresses: [...known, ...named.filter(({ hash }) => known.every((one) => one.hash !== hash))],
    tokens: [...tokens.values()].map(presentToken),
  };
}

function distinct(addresses: readonly string[]): Buffer[] {
  return [...new Set(addresses.map((address) => address.toLowerCase()))].map(hexToBuffer);
}

/** GET /transactions/{hash}/status. */
export const transactionStatusOperation = implement(getTransactionStatus, async ({ params, ...context }) => {
  const { db } = context;
  const hash = hexToBuffer(params.transaction_hash_param);
  const [row, state] = await Promise.all([findTransaction(db, hash), loadIndexerState(db)]);
  const tip = state?.tip_number ?? 0;
  if (row) return presentStatus(row, { tip, isIndexed: true });
  const found = await findUnindexed(context, hash);
  return (
    found &&
    presentStatus(found.source === 'node' ? toRow(found.known) : found.row, { tip, isIndexed: false })
  );
});

const MAX_LINES = 100;

/**
 * What the contracts of a transaction said by `console.log`: by the index, or where it has no calls, as of Hardhat's node,
 * which traces no blocks, by that development node's trace.
 */
async function loadConsoleLines(
  context: CallContext,
  row: TransactionRow,
): Promise<Pick<TransactionOverview, 'console_lines' | 'console_lines_overflow'>> {
  const calls =
    row.internal_transactions_count === null
      ? await listTracedCalls(context, row)
      : await listConsoleCalls(context.db, row, MAX_LINES + 1);
  return {
    console_lines: calls.slice(0, MAX_LINES).map(presentConsoleLine),
    console_lines_overflow: calls.length > MAX_LINES,
  };
}

async function listTracedCalls(context: CallContext, row: TransactionRow): Promise<ConsoleCallRow[]> {
  if (!(await findDevelopment(context.db))) return [];
  const traced = await loadTrace(context, row);
  if (traced.kind !== 'answered' || traced.invalid !== undefined) return [];
  return decodeWholeCalls(walkParityTraces(traced.value))
    .calls.filter(({ to }) => to?.equals(CONSOLE))
    .map(({ index, from: from_address, input, inputSize: input_size }) => ({
      ...{ index, from_address, input, input_size },
    }));
}

/** Explanations of checks that compare two amounts, or two times. */
const MEASURED = new Set([
  'swap_output_too_low',
  'swap_input_too_high',
  'balance_too_low',
  'allowance_too_low',
  'deadline_passed',
]);

/** By how much a check failed, from the node's trace of a failed transaction; null for other failures, or without a trace. */
async function loadShortfall(
  context: CallContext,
  row: TransactionRow,
  failure: Transaction['failure'],
): Promise<Shortfall | null> {
  if (!MEASURED.has(failure?.code ?? '')) return null;
  const { db } = context;
  const traced = await loadTrace(context, row);
  if (traced.kind !== 'answered' || traced.invalid !== undefined) return null;
  const { calls } = decodeWholeCalls(undoAll(walkParityTraces(traced.value)));
  const found = findShortfall({ chainId: db.chainId, calls, timestamp: row.timestamp });
  if (found === undefined) return null;
  const { kind, call } = found;
  if (found.kind === 'deadline')
    return { kind, call, token: null, has: null, needs: null, seconds: found.seconds };
  const [token] = (await loadTokens(db, [found.token])).values();
  if (token === undefined) return null;
  const has = found.has === null ? null : String(found.has);
  return { kind, call, token: presentToken(token), has, needs: String(found.needs), seconds: null };
}
