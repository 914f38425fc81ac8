import { getAddress } from '@/lib/endpoints/address';
import type { Address } from '@/lib/endpoints/address-mention';
import { getBlock } from '@/lib/endpoints/block';
import { listTransactionFheOperations } from '@/lib/endpoints/fhe-operation';
import { listTransactionLogs } from '@/lib/endpoints/log';
import { getToken } from '@/lib/endpoints/token';
import { getTransaction, listBlockTransactions, type Transaction } from '@/lib/endpoints/transaction';
import {
  getTransactionOverview,
  getTransactionStatus,
  type LoggedApproval,
} from '@/lib/endpoints/transaction-overview';
import { APPROVAL_LOG_TOPICS, readApprovals } from '@/lib/evm/read-approvals';
import { ZERO_ADDRESS_HASH } from '@/lib/format/hash';
import { listAmountTokens } from '@/lib/format/list-amount-tokens';
import { listFungible } from '@/lib/format/list-fungible';
import { readApprovalCall } from '@/lib/sentence/read-approval-call';
import { listAllTransfers } from '../list-all-transfers';
import { type Api, substitute } from './substitute';
import { sumTransfers } from './sum-transfers';

type TransactionRequest = Readonly<{ chain: string; params: Readonly<{ transaction_hash_param: string }> }>;
type Subject = Readonly<{ api: Api; request: TransactionRequest; transaction: Transaction }>;

const MAX_TOKENS = 8;
const MAX_ADDRESSES = 6;

/** The status of a transaction, taken from the whole transaction. */
export const transactionStatus = substitute(getTransactionStatus, async ({ chain, params }, api) =>
  api.call(getTransaction, { chain, params }),
);

/** A transaction with the other data of its page, as far as other operations have it. */
export const transactionOverview = substitute(getTransactionOverview, async ({ chain, params }, api) => {
  const request = { chain, params };
  const transaction = await api.call(getTransaction, request);
  if (transaction === undefined) return undefined;
  const subject = { api, request, transaction };
  const [surroundings, net_changes, approved, fhe] = await Promise.all([
    findSurroundings(subject),
    findNetChanges(subject),
    findApprovals(subject),
    api.callExtra(listTransactionFheOperations, request),
  ]);
  const mentioned = await findMentioned(subject, approved.approvals);
  // a count of 0 is not trusted: others may omit it
  const hasFhe = fhe !== undefined && fhe.items.length > 0;
  return {
    ...{ transaction, ...surroundings, net_changes, ...approved, ...mentioned },
    failed_internal_transactions_count: null,
    fhe: hasFhe ? { ...fhe, deployments: [] } : null,
  };
});

/** Its block and its neighbors in the block. */
async function findSurroundings({ api, request: { chain }, transaction }: Subject) {
  const { block_number: number, position } = transaction;
  if (number === null || position === null) return { neighbors: null, block: null };
  const params = { block_hash_or_number_param: String(number) };
  const query = { block_number: String(number), index: String(position + 2), items_count: '3' };
  const [block, around] = await Promise.all([
    api.callExtra(getBlock, { chain, params }),
    api.callExtra(listBlockTransactions, { chain, params, query }),
  ]);
  const hashAt = (at: number) => around?.items.find((item) => item.position === at)?.hash ?? null;
  const inBlock = { previous_in_block: hashAt(position - 1), next_in_block: hashAt(position + 1) };
  return {
    neighbors: { previous_of_sender: null, next_of_sender: null, ...inBlock },
    block: block ?? null,
  };
}

async function findNetChanges({ api, request, transaction }: Subject) {
  if (transaction.block_number === null || transaction.is_pending_update === true) return null;
  const transfers = await listAllTransfers(request, transaction, api.callExtra);
  return transfers === undefined ? null : sumTransfers(transaction, transfers);
}

async function findApprovals({ api, request, transaction }: Subject) {
  const hasLogs = transaction.logs_count !== 0 && transaction.block_number !== null;
  const query = { topic: APPROVAL_LOG_TOPICS.join(',') };
  const logs = hasLogs ? await api.callExtra(listTransactionLogs, { ...request, query }) : undefined;
  return {
    approvals: readApprovals(logs?.items ?? []),
    approvals_overflow: logs !== undefined && logs.next_page_params !== null,
  };
}

/** The accounts in approvals and the tokens of amounts: those that the transaction names, and a few others. */
async function findMentioned(subject: Subject, approvals: readonly LoggedApproval[]) {
  const { api, request, transaction } = subject;
  const call = readApprovalCall(transaction);
  const known = new Map(listParties(transaction).map((address) => [address.hash.toLowerCase(), address]));
  const tokensKnown = new Set(
    [...listFungible(transaction, null, []).keys()].map((hash) => hash.toLowerCase()),
  );
  const accounts = [
    ...(call ? [call.spender] : []),
    ...approvals.flatMap(({ spender, owner }) => [spender, owner]),
  ];
  const amounts = [...(call ? [call.token] : []), ...listAmountTokens(transaction, approvals)];
  const others = distinct(accounts).filter((hash) => !known.has(hash) && hash !== ZERO_ADDRESS_HASH);
  const tokens = distinct(amounts).filter(
    (hash) => hash === call?.token.toLowerCase() || !tokensKnown.has(hash),
  );
  const whereOf = (address_hash_param: string) => ({ chain: request.chain, params: { address_hash_param } });
  const [foundAddresses, foundTokens] = await Promise.all([
    Promise.all(others.slice(0, MAX_ADDRESSES).map((hash) => api.callExtra(getAddress, whereOf(hash)))),
    Promise.all(tokens.slice(0, MAX_TOKENS).map((hash) => api.callExtra(getToken, whereOf(hash)))),
  ]);
  return {
    addresses: [...known.values(), ...foundAddresses.flatMap((address) => address ?? [])],
    tokens: foundTokens.flatMap((token) => token ?? []),
  };
}

function listParties({
  from,
  to,
  created_contract: created,
  token_transfers: transfers,
}: Transaction): Address[] {
  return [
    from,
    ...[to, created].flatMap((one) => one ?? []),
    ...transfers.flatMap((one) => [one.from, one.to]),
  ];
}

function distinct(hashes: readonly string[]): string[] {
  return [...new Set(hashes.map((hash) => hash.toLowerCase()))];
}
