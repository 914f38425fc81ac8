import { afterAll, beforeAll, expect, test } from 'vitest';
import { findNamed } from '@/lib/api/address/ens-name-query';
import { countAddressEntries, findAddresses, getAddressInfo } from '@/lib/api/address/query';
import { listRecentAccounts } from '@/lib/api/address/recent-account-query';
import { findFirstAndLastSeen } from '@/lib/api/address-activity/query';
import { type EntryFilter, listEntries } from '@/lib/api/advanced-filter/query';
import { findApprovalOrigins, findEndedApprovals, listLastApprovals } from '@/lib/api/approval/query';
import { findAverageBlockTimeMs, findBlock, listBlocks } from '@/lib/api/block/query';
import { sumBlocksSince } from '@/lib/api/chain-stats/query';
import { listBalanceBlocks } from '@/lib/api/coin-balance/query';
import { countCoinTransfers, listCoinLogs, listCoinTransfers } from '@/lib/api/coin-transfer/query';
import { findUsable, listConfidentialLogs, listSettled } from '@/lib/api/confidential-token/query';
import { findVerifiedTwin } from '@/lib/api/contract/verification-query';
import {
  countVerifiedContracts,
  findVerifiedContracts,
  listVerifiedContracts,
} from '@/lib/api/contract/verified-query';
import { listCandidates, listConfirmed } from '@/lib/api/fhe-deployment/confirmed-query';
import { countAccess, listGrantsTo } from '@/lib/api/fhe-handle/account-query';
import {
  findErc20Leg,
  listDelegationLogs,
  listTransientGrants,
  listVerifications,
} from '@/lib/api/fhe-handle/details-query';
import {
  countOperations,
  findGranted,
  findGrantedAmong,
  listFirstGrants,
  listFirstUses,
  listHandleLogs,
  listHistory,
  listProducers,
  listUses,
} from '@/lib/api/fhe-handle/query';
import { findProducers, findTransactionFheOperations } from '@/lib/api/fhe-operation/query';
import { countHeldIds, findIdSupplies, listHeldIds, listIdHolders } from '@/lib/api/holding/id-query';
import {
  listCollectionHoldings,
  listHoldings,
  listInstanceHolders,
  listInstanceHoldings,
  listTokenHolders,
} from '@/lib/api/holding/query';
import { countAddressInternals, listInternalTransactions } from '@/lib/api/internal-transaction/query';
import { listAddressLogs, listTransactionLogs } from '@/lib/api/log/query';
import { findBusy, listCallMoves, listTokenMoves, listValueMoves } from '@/lib/api/money-flow/query';
import { listWithdrawalsTo } from '@/lib/api/movement/query';
import { findPricesAt } from '@/lib/api/price/query';
import { findTransactionsInRange } from '@/lib/api/search/query';
import { findInstanceTransfersCount, findTokens, listTokens, searchTokens } from '@/lib/api/token/query';
import { findTokenInstance, listTokenInstances } from '@/lib/api/token-instance/query';
import { listNftMetadata } from '@/lib/api/token-instance/trait-query';
import { listTransactionTransfers, listTransfers } from '@/lib/api/token-transfer/query';
import { listTransactionsByFheCount } from '@/lib/api/transaction/fhe-count-query';
import {
  findPendingTransaction,
  listAddressPendingTransactions,
  listPendingAuthorizations,
  listPendingTransactions,
} from '@/lib/api/transaction/pending-query';
import {
  findNeighbors,
  findTransaction,
  findTransactionPosition,
  listAddressTransactions,
  listAuthorizations,
  listTransactions,
  listTransactionsAt,
} from '@/lib/api/transaction/query';
import { findTradeBefore, listMovements, listPoolLogs } from '@/lib/api/transaction/sandwich-query';
import { findWholeTransactions } from '@/lib/api/transaction/whole-query';
import {
  countBundles,
  findAccountCreations,
  listDeployedAccounts,
} from '@/lib/api/user-operation/participant-query';
import { countBundledOperations, listUserOperations } from '@/lib/api/user-operation/query';
import { countAddressWithdrawals, listWithdrawals } from '@/lib/api/withdrawal/query';
import type { Database } from '@/lib/db/open-database';
import { SYSTEM_ADDRESS, TRANSFER_TOPIC } from '@/lib/evm/coin-logs';
import { TOKEN_TYPES } from '@/lib/evm/token-standards';
import { address, hash } from '../support/api-rows';
import { CHAIN, openPlanDatabase, type PlanDatabase } from '../support/query-plans';

const ROWS = 20_000;
const APPROVAL = '\\x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925';
const OWNER = address(1);
const HANDLE = "decode(repeat('07', 32), 'hex')";
const SOURCES = ['operand', 'Allowed', 'ConfidentialTransfer'].map((kind) => ({
  kind,
  emitter: kind === 'operand' ? Buffer.alloc(0) : Buffer.of(2),
}));
const USED = Buffer.alloc(32, 7);
/** The owner as a topic, in SQL. */
const WORD_OF_OWNER = `decode('${OWNER.toString('hex').padStart(64, '0')}', 'hex')`;
let database: PlanDatabase;

beforeAll(async () => {
  database = await openPlanDatabase();
  await fill();
});
afterAll(() => database?.stop());

/** Enough rows that a sequential scan is never the cheapest plan. */
async function fill(): Promise<void> {
  const { sql } = database;
  await sql.begin(async (transaction) => {
    await transaction`select set_config('search_path', ${`chain_${CHAIN}`}, true)`;
    await transaction.unsafe(`
      insert into blocks (number, hash, parent_hash, timestamp, miner, gas_limit, gas_used, extra_data, uncles,
        transactions_count, token_transfers_count, fhe_operations_count, total_hcu, transaction_fees)
      select n, sha256(n::text::bytea), sha256((n - 1)::text::bytea), 12 * n, '\\x01', 1, 1, '', '{}', 2, 1, 1, 0, 0
      from generate_series(0, ${ROWS}) n;
      insert into transactions (block_number, index, hash, type, from_address, nonce, value, input, gas_limit,
        logs_count, token_transfers_count, fhe_operations_count)
      select n / 2, n % 2, sha256(n::text::bytea), 2, '\\x01', 0, 0, '', 1, 1, 1, 1
      from generate_series(0, ${ROWS}) n;
      insert into transaction_heights (prefix, block_number)
      select substring(hash for 7), block_number from transactions;
      insert into block_stats (block_number, day, blocks, transactions, successful_transactions,
        native_coin_transfers, new_contracts, gas_used, gas_limit, block_size, gas_price_sum, fee_sum, authorizations,
        fhe_operations, hcu)
      select n, '2024-01-01', 1, 2, 2, 2, 0, 1, 1, 1, 1, 1, 0, 0, 0 from generate_series(0, ${ROWS}) n;
      insert into token_transfers (block_number, transaction_index, log_index, token_address, token_type,
        from_address, to_address, amount)
      select n / 2, n % 2, 0, '\\x02', 'ERC-20', '\\x01', '\\x01', n from generate_series(0, ${ROWS}) n;
      insert into token_types (token_address, type, first_seen_block)
      select sha256(n::text::bytea), 'ERC-20', n from generate_series(0, ${ROWS}) n;
      insert into token_types (token_address, type, first_seen_block) values ('\\x02', 'ERC-20', 0);
      insert into token_instance_transfers (token_address, token_id, block_number, log_index)
      select '\\x02', n % 100, n / 2, 0 from generate_series(0, ${ROWS}, 2) n;
      insert into fhe_operations (block_number, transaction_index, log_index, operation, fhe_type, is_scalar, operands,
        result, hcu_cost, hcu_depth)
      select n / 2, n % 2, 1, 'FheRand', 'Bool', false, '{}', '\\x00', 1, 1 from generate_series(0, ${ROWS}) n;
      insert into fhe_handle_logs (handle, kind, emitter, block_number, transaction_index, log_index, account)
      select case when k.kind = 'operand' or n % 2 = 0 then ${HANDLE} else sha256((n % 500)::text::bytea) end, k.kind,
        case k.kind when 'operand' then ''::bytea else '\\x02' end, n / 2, n % 2, n % 2,
        case k.kind when 'Allowed' then sha256((n % 100)::text::bytea) end
      from generate_series(0, ${ROWS}) n, unnest(array['operand', 'Allowed', 'ConfidentialTransfer']) as k (kind);
      insert into transaction_authorizations (block_number, transaction_index, index, chain_id, address, nonce,
        y_parity, r, s)
      select n / 2, n % 2, 0, 1, '\\x01', 0, 0, 0, 0 from generate_series(0, ${ROWS}) n;
      insert into logs (block_number, transaction_index, log_index, address, data)
      select n / 2, n % 2, n % 2, sha256((n % 100)::text::bytea), '' from generate_series(0, ${ROWS}) n;
      insert into logs (block_number, transaction_index, log_index, address, topic0, topic1, topic2, topic3, data)
      select n / 2, n % 2, 2 + n % 2, '\\x02', '${APPROVAL}', ${WORD_OF_OWNER}, sha256((n % 3000)::text::bytea), null,
        decode(repeat('00', 32), 'hex')
      from generate_series(0, ${ROWS}) n;
      insert into logs (block_number, transaction_index, log_index, address, topic0, topic1, topic2, topic3, data)
      select n / 2, n % 2, 4 + n % 2, '\\x${SYSTEM_ADDRESS.toString('hex')}', '\\x${TRANSFER_TOPIC.toString('hex')}',
        ${WORD_OF_OWNER}, decode(lpad(to_hex(n % 100), 64, '0'), 'hex'), null, decode(repeat('00', 32), 'hex')
      from generate_series(0, ${ROWS}) n;
      insert into internal_transactions (block_number, transaction_index, index, depth, type, from_address,
        to_address, value, input, input_size, is_undone)
      select n / 2, n % 2, 1, 1, 'call', sha256((n % 100)::text::bytea), sha256((n % 70)::text::bytea), 0, '', 0, false
      from generate_series(0, ${ROWS}) n;
      insert into internal_transactions (block_number, transaction_index, index, depth, type, from_address,
        to_address, value, input, input_size, is_undone)
      select n / 2, n % 2, 2, 1, 'call', '\\x03', '\\x03', 0, '', 0, false from generate_series(0, ${ROWS}) n;
      insert into address_labels (address, name, source)
      select sha256(n::text::bytea), '\\x01', 'operator' from generate_series(0, ${ROWS}) n;
      insert into pools (address, token0, token1, exchange, block_number)
      select sha256(n::text::bytea), '\\x01', '\\x02', 'Uniswap V2', n from generate_series(0, ${ROWS}) n;
      insert into listed_tokens (address, list, name, symbol, decimals, logo_version)
      select sha256(n::text::bytea), 'a', 'b', 'c', 0, 'd' from generate_series(0, ${ROWS}) n;
      insert into ens_names (address, name, checked_at)
      select sha256(n::text::bytea), n || '.eth', now() from generate_series(0, ${ROWS}) n;
      insert into price_feeds (asset, kind, contract, max_age)
      select case n when 0 then '' else sha256(n::text::bytea) end, 'feed', '\\x01', 90000
      from generate_series(0, 100) n;
      insert into prices (asset, block_number, price, updated_at)
      select f.asset, n, n, 1700000000 + n from price_feeds f, generate_series(0, ${ROWS}, 50) n;
      insert into day_prices (asset, day, price)
      select f.asset, n, n from price_feeds f, generate_series(0, 100) n;
      insert into user_operations (block_number, transaction_index, log_index, sender, paymaster, hash, factory,
        entry_point, bundler, bundle_index, operation_index)
      select n / 2, n % 2, n, sha256((n % 100)::text::bytea), sha256((n % 90)::text::bytea), sha256(n::text::bytea),
        case when n % 10 = 0 then sha256((n % 80)::text::bytea) end, sha256((n % 60)::text::bytea),
        sha256((n % 70)::text::bytea), n % 40, n % 3
      from generate_series(0, ${ROWS}) n;
      insert into participations (role, address, day, times)
      select 'wallet', sha256(n::text::bytea), '2021-01-01', 1 from generate_series(0, ${ROWS}) n;
      insert into withdrawals (block_number, position, index, validator_index, address, amount)
      select n / 2, n % 2, n, 1, sha256((n % 100)::text::bytea), 1 from generate_series(0, ${ROWS}) n;
      insert into coin_balances (address, block_number, balance)
      select sha256((n % 100)::text::bytea), n, n from generate_series(0, ${ROWS}) n;
      insert into block_access_lists (block_number, hash, rlp)
      select n, '\\x01', case when n % 100 > 0 then '\\xc0'::bytea end from generate_series(0, ${ROWS}) n;
      insert into proven_ranges (from_block, to_block) select 2 * n, 2 * n from generate_series(0, ${ROWS}) n;
      insert into transaction_sightings (block_number, transaction_index, first_seen, looked_before)
      select n / 2, n % 2, 1, 0 from generate_series(0, ${ROWS}) n;
      insert into pending_transactions (hash, type, from_address, to_address, nonce, value, input, gas_limit,
        first_seen, looked_before, last_seen)
      select sha256(n::text::bytea), 2, sha256((n % 100)::text::bytea), sha256((n % 70)::text::bytea), n, 0, '', 1,
        n / 10, 0, 0
      from generate_series(0, ${ROWS}) n;
      insert into pending_authorizations (hash, index, chain_id, address, nonce, y_parity, r, s)
      select hash, 0, 1, '\\x01', 0, 0, 0, 0 from pending_transactions;
      insert into address_counts (address, transactions, gas_sent, gas_received, token_transfers, blocks)
      select sha256(n::text::bytea), 1, 1, 1, 1, 1 from generate_series(0, ${ROWS}) n;
      insert into token_holders (holder, token_address, value)
      select sha256((n % 100)::text::bytea), sha256(n::text::bytea), n from generate_series(0, ${ROWS}) n;
      insert into token_instance_holders (holder, token_address, token_id, value)
      select sha256((n % 100)::text::bytea), sha256((n % 10)::text::bytea), n, n from generate_series(0, ${ROWS}) n;
      insert into token_balances (holder, token_address, value, block_number)
      select sha256((n % 100)::text::bytea), sha256(n::text::bytea), n, n from generate_series(0, ${ROWS}) n;
      insert into token_instance_balances (holder, token_address, token_id, value, block_number)
      select sha256((n % 100)::text::bytea), sha256((n % 10)::text::bytea), n, n, n from generate_series(0, ${ROWS}) n;
      insert into token_balance_checks (token_address, balances_by, block_number, transfers_count)
      select sha256(n::text::bytea), 'transfers', n, 1 from generate_series(0, ${ROWS}) n;
      insert into tokens (address, type, first_seen_block, transfers_count, search_text)
      select sha256(n::text::bytea), 'ERC-721', 0, 0, 'Token number' || n from generate_series(0, ${ROWS}) n;
      insert into token_instances (token_address, token_id, transfers_count)
      select sha256((n % 100)::text::bytea), n, 1 from generate_series(0, ${ROWS}) n;
      insert into token_instance_metadata (token_address, token_id)
      select token_address, token_id from token_instances;
      insert into contract_interfaces (address, source, abi, abi_hash)
      select sha256(n::text::bytea), 'operator', '', '' from generate_series(0, ${ROWS}) n;
      insert into contract_interfaces (address, source, abi, abi_hash, language, verified_at, verified_via, code_hash, is_exact)
      select sha256((-n)::text::bytea), 'verified', '', '', case n % 2 when 0 then 'Vyper' else 'Solidity' end::bytea, n, 'compiler',
        sha256((n % 10)::text::bytea), true
      from generate_series(1, ${ROWS}) n;
      insert into addresses (address, is_contract, first_seen_block, code_size, code_hash)
      select sha256(n::text::bytea), false, 0, 10, sha256((n % 10)::text::bytea) from generate_series(0, ${ROWS}) n;
      insert into addresses (address, is_contract, first_seen_block, code_size, code_hash, implementation)
      select sha256(('twin' || n)::bytea), true, 0, 10, sha256((n % 10)::text::bytea), sha256(n::text::bytea)
      from generate_series(0, ${ROWS}) n;
    `);
  });
  await sql`analyze`;
}

const DEEP = { block_number: 5_000, index: 1, belowIndex: undefined };
const DEEP_CALL = { block_number: 5_000, transaction_index: 1, index: 1 };
const SEEN = { first_seen: 500, hash: hash(1) };
const OF_ADDRESS = { kind: 'address', address: Buffer.of(1), types: [], token: undefined } as const;

const COIN = { address: hash(1), balances_by: 'transfers' } as const;
const MULTI = { ...COIN, type: 'ERC-1155' } as const;
const HELD = { holder: hash(1), tokens: [hash(1), hash(2)] };

const DEEP_LOG = { block_number: 5_000, index: 1 };
const LOG_AT = { block_number: 5_000, transaction_index: 1, address: Buffer.of(1) };
const APPROVAL_ROW = {
  topic0: Buffer.from(APPROVAL.slice(2), 'hex'),
  ...{ topic2: hash(1), topic3: hash(5), address: Buffer.of(2), data: Buffer.alloc(0) },
  ...{ block_number: 5_000, transaction_index: 1, log_index: 3 },
};

const OF_MONEY = {
  ...{ address: hash(1), blocks: { first: 5_000, beyond: ROWS }, inside: undefined },
  beyond: { block_number: 5_000, transaction_index: 1, log_index: 1, call_index: 1 },
};
const DEEP_OPERATION = { block_number: 5_000, transaction_index: 1, log_index: 10_001 };
const DEEP_ENTRY = { block_number: 5_000, transaction_index: 1, kind: 'internal', place: 1 } as const;
const EVERYTHING: EntryFilter = {
  ...{ hasCoin: true, hasCalls: true, hasCreations: true, types: TOKEN_TYPES, selectors: [] },
  ...{ blocks: { first: 0, beyond: ROWS }, from: [], to: [], isBoth: false, notFrom: [], notTo: [] },
  ...{ tokens: [], notTokens: [], least: undefined, most: undefined },
};

const QUERIES: Record<string, (chain: Database) => Promise<unknown>> = {
  findTransaction: (chain) => findTransaction(chain, hash(1)),
  findWholeTransactions: (chain) =>
    findWholeTransactions(chain, [hash(1), hash(2)], { start: undefined, types: [], limit: 11 }),
  findTransactionPosition: (chain) => findTransactionPosition(chain, hash(1)),
  findTransactionsInRange: (chain) => findTransactionsInRange(chain, { from: hash(1), to: hash(2) }),
  findNeighbors: (chain) => findNeighbors(chain, hash(1)),
  listPoolLogs: (chain) => listPoolLogs(chain, hash(1), { topics: [hash(2)], pools: 16, logs: 200 }),
  listMovements: (chain) =>
    listMovements(chain, { block_number: 5_000, indexes: [0, 1], from: OWNER, tokens: [Buffer.of(2)] }, [
      OWNER,
      Buffer.of(2),
    ]),
  findTradeBefore: (chain) =>
    findTradeBefore(chain, { address: Buffer.of(2), block_number: 5_000, log_index: 2 }, [hash(2)]),
  listTransactions: (chain) => listTransactions(chain, { before: undefined, limit: 51 }),
  'listTransactions, deep': (chain) =>
    listTransactions(chain, { before: { block_number: 5_000, index: 1 }, limit: 51 }),
  'listTransactions of a block': (chain) =>
    listTransactions(chain, { before: undefined, block: 5_000, limit: 51 }),
  'listTransactions of a block, deep': (chain) =>
    listTransactions(chain, { before: { block_number: 5_000, index: 1 }, block: 5_000, limit: 51 }),
  'listTransactions with blobs, deep': (chain) =>
    listTransactions(chain, {
      before: { block_number: 5_000, index: 1 },
      kinds: ['blob_transaction'],
      limit: 51,
    }),
  ...Object.fromEntries(
    [1, 100].flatMap((least) =>
      [false, true].map((isOldestFirst) => [
        `listTransactionsByFheCount, deep, ${least} or more, oldest first: ${isOldestFirst}`,
        (chain: Database) =>
          listTransactionsByFheCount(chain, {
            ...{ least, isOldestFirst, isBlob: false, limit: 51 },
            before: { block_number: 5_000, index: 1 },
          }),
      ]),
    ),
  ),
  'listTransactions of a block, of some kinds': (chain) =>
    listTransactions(chain, {
      before: undefined,
      block: 5_000,
      kinds: ['contract_call', 'token_creation'],
      limit: 51,
    }),
  listAuthorizations: (chain) => listAuthorizations(chain, hash(1)),
  listTransactionTransfers: (chain) =>
    listTransactionTransfers(chain, hash(1), {
      start: { log: 0, belowIndex: 5 },
      types: ['ERC-20'],
      limit: 51,
    }),
  listTransactionLogs: (chain) =>
    listTransactionLogs(
      chain,
      { hash: hash(1), address: undefined, topics: undefined },
      { after: 5, limit: 51 },
    ),
  'listTransfers of the chain': (chain) =>
    listTransfers(chain, { kind: 'all', types: [] }, { start: undefined, limit: 51 }),
  'listTransfers of the chain, deep, of one standard': (chain) =>
    listTransfers(chain, { kind: 'all', types: ['ERC-20'] }, { start: DEEP, limit: 51 }),
  'listTransfers of a token, deep': (chain) =>
    listTransfers(chain, { kind: 'token', token: Buffer.of(2) }, { start: DEEP, limit: 51 }),
  'listTransfers of an instance, deep': (chain) =>
    listTransfers(chain, { kind: 'instance', token: Buffer.of(2), tokenId: '5' }, { start: DEEP, limit: 51 }),
  'listTransfers of an address': (chain) =>
    listTransfers(chain, { ...OF_ADDRESS, direction: undefined }, { start: undefined, limit: 51 }),
  'listTransfers of an address, deep': (chain) =>
    listTransfers(chain, { ...OF_ADDRESS, direction: undefined }, { start: DEEP, limit: 51 }),
  'listTransfers to an address, of a token': (chain) =>
    listTransfers(chain, { ...OF_ADDRESS, direction: 'to', token: Buffer.of(2) }, { start: DEEP, limit: 51 }),
  'listHandleLogs, deep': (chain) =>
    listHandleLogs(chain, USED, { sources: SOURCES, before: DEEP_LOG, limit: 20 }),
  listHistory: (chain) => listHistory(chain, USED, { sources: SOURCES, before: undefined, limit: 51 }),
  'listHistory, deep': (chain) => listHistory(chain, USED, { sources: SOURCES, before: DEEP_LOG, limit: 51 }),
  'listConfirmed of tokens': (chain) => listConfirmed(chain, [Buffer.of(2), hash(1)], [Buffer.of(2)]),
  'listCandidates among tokens': (chain) => listCandidates(chain, [Buffer.of(2), hash(1)]),
  listFirstGrants: (chain) =>
    listFirstGrants(chain, USED, { sources: SOURCES.slice(1, 2), before: DEEP_LOG, limit: 51 }),
  findGranted: (chain) => findGranted(chain, USED, { acls: [Buffer.of(2)], grants: 500 }),
  findGrantedAmong: (chain) =>
    findGrantedAmong(chain, USED, { acls: [Buffer.of(2)], accounts: [hash(1), hash(2)] }),
  countOperations: (chain) => countOperations(chain, USED, { results: 1_000, uses: 1_000 }),
  listProducers: (chain) => listProducers(chain, [USED, Buffer.of(0)]),
  listFirstUses: (chain) => listFirstUses(chain, [USED, hash(1)], 9),
  listUses: (chain) => listUses(chain, USED, { before: DEEP_LOG, limit: 51 }),
  listDelegationLogs: (chain) => listDelegationLogs(chain, [OWNER], { acls: [Buffer.of(2)] }),
  'listDelegationLogs to': (chain) =>
    listDelegationLogs(chain, [OWNER], { acls: [Buffer.of(2)], side: 'to' }),
  listGrantsTo: (chain) =>
    listGrantsTo(chain, hash(1), { acls: [Buffer.of(2)], before: undefined, limit: 51 }),
  'listGrantsTo, deep': (chain) =>
    listGrantsTo(chain, hash(1), { acls: [Buffer.of(2)], before: DEEP_LOG, limit: 51 }),
  countAccess: (chain) => countAccess(chain, OWNER, { acls: [Buffer.of(2)], limit: 51 }),
  listTransientGrants: (chain) =>
    listTransientGrants(chain, USED, { acls: [Buffer.of(3)], executors: [Buffer.of(2)], at: [LOG_AT] }),
  listVerifications: (chain) => listVerifications(chain, LOG_AT, [Buffer.of(3)]),
  listConfidentialLogs: (chain) =>
    listConfidentialLogs(chain, Buffer.of(2), { before: undefined, limit: 51 }),
  'listConfidentialLogs, deep': (chain) =>
    listConfidentialLogs(chain, Buffer.of(2), { before: DEEP_LOG, limit: 51 }),
  listSettled: (chain) => listSettled(chain, [LOG_AT], { wrapper: Buffer.of(2), underlying: Buffer.of(3) }),
  findUsable: (chain) => findUsable(chain, hash(1), { acls: [Buffer.of(2)], handles: [USED, hash(1)] }),
  findErc20Leg: (chain) => findErc20Leg(chain, LOG_AT, 'to'),
  findProducers: (chain) => findProducers(chain, Buffer.of(0)),
  listNftMetadata: (chain) => listNftMetadata(chain, Buffer.of(2), { below: '5000', limit: 200 }),
  findTransactionFheOperations: (chain) => findTransactionFheOperations(chain, hash(1)),
  'findBlock by number': (chain) => findBlock(chain, { number: 5 }),
  'findBlock by hash': (chain) => findBlock(chain, { hash: hash(1) }),
  listBlocks: (chain) => listBlocks(chain, { below: undefined, limit: 51 }),
  'listBlocks, deep': (chain) => listBlocks(chain, { below: 5_000, limit: 51 }),
  sumBlocksSince: (chain) => sumBlocksSince(chain, 12 * (ROWS - 500)),
  findAverageBlockTimeMs: (chain) => findAverageBlockTimeMs(chain),
  getAddressInfo: (chain) => getAddressInfo(chain, hash(1)),
  countAddressEntries: (chain) => countAddressEntries(chain, hash(1), 51),
  listAddressLogs: (chain) => listAddressLogs(chain, hash(1), { before: undefined, limit: 51 }),
  'listAddressLogs, deep': (chain) =>
    listAddressLogs(chain, hash(1), { before: { block_number: 5_000, index: 1 }, limit: 51 }),
  listAddressTransactions: (chain) =>
    listAddressTransactions(chain, Buffer.of(1), { role: undefined, before: undefined, limit: 51 }),
  'listAddressTransactions, deep': (chain) =>
    listAddressTransactions(chain, Buffer.of(1), {
      role: undefined,
      before: { block_number: 5_000, index: 1 },
      limit: 51,
    }),
  'listInternalTransactions of the chain': (chain) =>
    listInternalTransactions(chain, { kind: 'all' }, { after: undefined, limit: 51 }),
  'listInternalTransactions of the chain, deep': (chain) =>
    listInternalTransactions(chain, { kind: 'all' }, { after: DEEP_CALL, limit: 51 }),
  'listInternalTransactions of an address, deep': (chain) =>
    listInternalTransactions(
      chain,
      { kind: 'address', address: hash(1), role: undefined },
      { after: DEEP_CALL, limit: 51 },
    ),
  'listInternalTransactions to an address': (chain) =>
    listInternalTransactions(
      chain,
      { kind: 'address', address: hash(1), role: 'to' },
      { after: undefined, limit: 51 },
    ),
  'listInternalTransactions of a transaction': (chain) =>
    listInternalTransactions(
      chain,
      { kind: 'transaction', hash: hash(1), order: 'asc' },
      { after: DEEP_CALL, limit: 51 },
    ),
  'listInternalTransactions of a block': (chain) =>
    listInternalTransactions(
      chain,
      { kind: 'block', number: 5_000, types: ['call'] },
      { after: DEEP_CALL, limit: 51 },
    ),
  listLastApprovals: (chain) => listLastApprovals(chain, OWNER, { after: undefined, limit: 1_000 }),
  'listLastApprovals, deep': (chain) =>
    listLastApprovals(chain, OWNER, { after: APPROVAL_ROW, limit: 1_000 }),
  findEndedApprovals: (chain) => findEndedApprovals(chain, OWNER, [APPROVAL_ROW]),
  findApprovalOrigins: (chain) => findApprovalOrigins(chain, [APPROVAL_ROW]),
  'listCoinTransfers of a transaction': (chain) =>
    listCoinTransfers(chain, { kind: 'transaction', hash: hash(1) }, { after: undefined, limit: 51 }),
  'listCoinTransfers of an address': (chain) =>
    listCoinTransfers(
      chain,
      { kind: 'address', address: OWNER, role: undefined },
      { after: undefined, limit: 51 },
    ),
  'listCoinTransfers of an address, deep': (chain) =>
    listCoinTransfers(
      chain,
      { kind: 'address', address: OWNER, role: undefined },
      { after: { block_number: 5_000, index: 4 }, limit: 51 },
    ),
  'listCoinTransfers to an address, in some blocks': (chain) =>
    listCoinTransfers(
      chain,
      { kind: 'address', address: OWNER, role: 'to', blocks: { first: 100, beyond: 5_000 } },
      { after: undefined, limit: 51 },
    ),
  countCoinTransfers: (chain) => countCoinTransfers(chain, OWNER, 51),
  listCoinLogs: (chain) => listCoinLogs(chain, { block_number: 5_000, index: 1 }, 51),
  listBalanceBlocks: (chain) => listBalanceBlocks(chain, OWNER, { below: 5_000, limit: 6 }),
  findFirstAndLastSeen: (chain) => findFirstAndLastSeen(chain, OWNER),
  countAddressInternals: (chain) => countAddressInternals(chain, hash(1), 51),
  listWithdrawals: (chain) => listWithdrawals(chain, {}, { below: '5000', limit: 51 }),
  'listWithdrawals of a block': (chain) =>
    listWithdrawals(chain, { block: 5_000 }, { below: undefined, limit: 51 }),
  'listWithdrawals to an address, deep': (chain) =>
    listWithdrawals(chain, { address: hash(1) }, { below: '5000', limit: 51 }),
  countAddressWithdrawals: (chain) => countAddressWithdrawals(chain, hash(1), 51),
  findPendingTransaction: (chain) => findPendingTransaction(chain, hash(1)),
  listPendingAuthorizations: (chain) => listPendingAuthorizations(chain, hash(1)),
  listPendingTransactions: (chain) => listPendingTransactions(chain, { before: undefined, limit: 51 }),
  'listPendingTransactions, deep': (chain) => listPendingTransactions(chain, { before: SEEN, limit: 51 }),
  'listAddressPendingTransactions, deep': (chain) =>
    listAddressPendingTransactions(chain, hash(1), { role: undefined, before: SEEN, limit: 51 }),
  'listAddressPendingTransactions to an address': (chain) =>
    listAddressPendingTransactions(chain, hash(1), { role: 'to', before: undefined, limit: 51 }),
  listTokenHolders: (chain) => listTokenHolders(chain, COIN, { after: undefined, limit: 51 }),
  'listTokenHolders by calls': (chain) =>
    listTokenHolders(chain, { ...COIN, balances_by: 'calls' }, { after: undefined, limit: 51 }),
  'listTokenHolders, deep': (chain) =>
    listTokenHolders(chain, COIN, { after: { holder: hash(2), value: '5000' }, limit: 51 }),
  listInstanceHolders: (chain) =>
    listInstanceHolders(chain, { token: MULTI, tokenId: '5' }, { after: undefined, limit: 51 }),
  'listInstanceHolders by calls': (chain) =>
    listInstanceHolders(
      chain,
      { token: { ...MULTI, balances_by: 'calls' }, tokenId: '5' },
      { after: undefined, limit: 51 },
    ),
  'listInstanceHolders of an ID with one owner': (chain) =>
    listInstanceHolders(
      chain,
      { token: { ...MULTI, type: 'ERC-721' }, tokenId: '5' },
      { after: undefined, limit: 51 },
    ),
  listHoldings: (chain) => listHoldings(chain, hash(1), { types: [], after: undefined, limit: 51 }),
  'listHoldings, deep, of one standard': (chain) =>
    listHoldings(chain, hash(1), {
      types: ['ERC-721'],
      after: { token: hash(1), tokenId: null },
      limit: 51,
    }),
  'listHoldings, after an ID': (chain) =>
    listHoldings(chain, hash(1), { types: [], after: { token: hash(1), tokenId: '5' }, limit: 51 }),
  listIdHolders: (chain) => listIdHolders(chain, MULTI, { after: undefined, limit: 51 }),
  'listIdHolders by calls, deep': (chain) =>
    listIdHolders(
      chain,
      { ...MULTI, balances_by: 'calls' },
      { after: { holder: hash(2), value: '5', tokenId: '5000' }, limit: 51 },
    ),
  findIdSupplies: (chain) => findIdSupplies(chain, MULTI, ['1', '2']),
  listHeldIds: (chain) => listHeldIds(chain, HELD, { after: undefined, limit: 51, maxBytes: 0 }),
  'listHeldIds, deep': (chain) =>
    listHeldIds(chain, HELD, { after: { token: hash(1), tokenId: '500' }, limit: 51, maxBytes: 0 }),
  countHeldIds: (chain) => countHeldIds(chain, HELD),
  listInstanceHoldings: (chain) =>
    listInstanceHoldings(chain, hash(1), { types: [], after: undefined, limit: 51 }),
  'listInstanceHoldings, deep': (chain) =>
    listInstanceHoldings(chain, hash(1), { types: [], after: { token: hash(1), tokenId: '5' }, limit: 51 }),
  listCollectionHoldings: (chain) =>
    listCollectionHoldings(chain, { holder: hash(1), token: hash(2) }, { below: '7', limit: 51 }),
  findAddresses: (chain) => findAddresses(chain, [address(1), address(2)]),
  findVerifiedTwin: (chain) => findVerifiedTwin(chain, Buffer.of(1)),
  findTokens: (chain) => findTokens(chain, [address(1), address(2)]),
  listTokens: (chain) => listTokens(chain, { types: [], after: undefined, limit: 51 }),
  'listTokens, deep, of one standard': (chain) =>
    listTokens(chain, {
      types: ['ERC-721'],
      after: { seen_holders: 0, address: address(2 ** 31) },
      limit: 51,
    }),
  'listTokens, the fewest holders first': (chain) =>
    listTokens(chain, { types: [], after: undefined, limit: 51, isFewestFirst: true }),
  findTokenInstance: (chain) => findTokenInstance(chain, address(1), '9'.repeat(90)),
  listTokenInstances: (chain) => listTokenInstances(chain, address(1), { below: undefined, limit: 51 }),
  'listTokenInstances, deep': (chain) => listTokenInstances(chain, address(1), { below: '5000', limit: 51 }),
  findInstanceTransfersCount: (chain) => findInstanceTransfersCount(chain, address(1), '9'.repeat(90)),
  searchTokens: (chain) => searchTokens(chain, 'number19999'),
  'listVerifiedContracts, deep': (chain) =>
    listVerifiedContracts(chain, {
      language: undefined,
      after: { rank: 5_000, address: hash(1) },
      limit: 51,
    }),
  'listVerifiedContracts of a language': (chain) =>
    listVerifiedContracts(chain, { language: 'Vyper', after: undefined, limit: 51 }),
  findVerifiedContracts: (chain) => findVerifiedContracts(chain, [hash(1), hash(2)], 'Vyper'),
  countVerifiedContracts: (chain) => countVerifiedContracts(chain, 5_000),
  ...Object.fromEntries(
    Object.entries({
      hash: { hash: hash(1) },
      sender: { sender: hash(1) },
      factory: { factory: hash(1) },
      paymaster: { paymaster: hash(1) },
      bundler: { bundler: hash(1) },
      EntryPoint: { entryPoint: hash(1) },
      'bundle index': { bundleIndex: 1 },
      block: { block: 5_000, sender: hash(1) },
      transaction: { transaction: hash(1), bundleIndex: 0 },
      bundles: { isFirst: true },
      'bundles of a bundler': { isFirst: true, bundler: hash(1) },
      'bundles of an EntryPoint': { isFirst: true, entryPoint: hash(1) },
      'account and payer': { sender: hash(1), paymaster: hash(1) },
    }).map(([name, scope]) => [
      `listUserOperations, ${name}`,
      (chain: Database) => listUserOperations(chain, scope, { after: DEEP_OPERATION, limit: 51 }),
    ]),
  ),
  countBundledOperations: (chain) =>
    countBundledOperations(chain, [{ block_number: 5, transaction_index: 1, bundle_index: 0 }]),
  listDeployedAccounts: (chain) => listDeployedAccounts(chain, hash(1), { after: Buffer.of(1), limit: 51 }),
  findAccountCreations: (chain) => findAccountCreations(chain, [hash(1), hash(2)]),
  countBundles: (chain) => countBundles(chain, [hash(1), hash(2)]),
  'listEntries of the chain, deep': (chain) =>
    listEntries(chain, EVERYTHING, { after: DEEP_ENTRY, limit: 51 }),
  'listEntries from and to an address': (chain) =>
    listEntries(
      chain,
      { ...EVERYTHING, from: [hash(1)], to: [hash(2)], selectors: [hash(3).subarray(0, 4)], least: '1' },
      { after: undefined, limit: 51 },
    ),
  'listEntries of a token': (chain) =>
    listEntries(chain, { ...EVERYTHING, tokens: [Buffer.of(2)] }, { after: undefined, limit: 51 }),
  listTransactionsAt: (chain) => listTransactionsAt(chain, [{ block_number: 5, index: 1 }]),
  findPricesAt: (chain) =>
    findPricesAt(chain, [{ asset: address(1), block_number: 5_000, timestamp: 60_000 }]),
  ...Object.fromEntries(
    (['out', 'in'] as const).flatMap((direction) =>
      Object.entries({ listTokenMoves, listValueMoves, listCallMoves }).map(([name, list]) => [
        `${name}, ${direction}`,
        (chain: Database) => list(chain, { ...OF_MONEY, direction }, 100),
      ]),
    ),
  ),
  listWithdrawalsTo: (chain) =>
    listWithdrawalsTo(chain, hash(1), {
      ...{ blocks: { first: 0, beyond: ROWS }, after: { block_number: 5_000, index: '7' }, limit: 100 },
    }),
  findBusy: (chain) => findBusy(chain, [hash(1), hash(2)], 10_000),
  findNamed: (chain) => findNamed(chain, '1999'),
  listRecentAccounts: (chain) => listRecentAccounts(chain, 250),
};

/** The plan of the one statement of a query. Bytes were recorded as PostgreSQL writes them. */
test.each(Object.entries(QUERIES))('%s reads through an index', async (_name, query) => {
  const plan = (await database.explain(query)).join('\n');
  expect(plan).toMatch(/Index( Only)? Scan|Bitmap Index Scan/);
  // No index is shorter than a table of a few rows.
  expect(plan.replaceAll(/Seq Scan on (indexer_state|rpc_endpoints|price_feeds)/g, '')).not.toContain(
    'Seq Scan',
  );
  // Rows come in index order: a page sorts nothing that it need not.
  expect(/Sort .*\(cost=.*rows=(\d+)/.exec(plan)?.[1] ?? '0').toMatch(/^\d{1,3}$/);
});

const SELF_CALLER = { kind: 'address', address: Buffer.of(3), role: undefined } as const;
const OWN_ENTRIES: Record<string, (chain: Database) => Promise<unknown>> = {
  listTransfers: (chain) =>
    listTransfers(chain, { ...OF_ADDRESS, direction: undefined }, { start: undefined, limit: 51 }),
  listInternalTransactions: (chain) =>
    listInternalTransactions(chain, SELF_CALLER, { after: undefined, limit: 51 }),
  countAddressInternals: (chain) => countAddressInternals(chain, SELF_CALLER.address, 51),
};

test.each(Object.entries(OWN_ENTRIES))(
  '%s reads no more than a page of what an address does to itself',
  async (_name, query) => {
    const [plan = ''] = await database.explain(query, 'explain (analyze, timing off, summary off)');
    const read = [...plan.matchAll(/(?:actual rows=|Rows Removed by Filter: )(\d+)/g)];
    expect(read.length).toBeGreaterThan(0);
    expect(read.filter(([, rows]) => Number(rows) > 1_000)).toEqual([]);
  },
);
