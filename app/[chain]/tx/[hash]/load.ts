import { notFound } from 'next/navigation';
import { getHash, type Page } from '@/app/[chain]/get-chain';
import { readConfig } from '@/app/read-config';
import { APPROVAL_TOPICS, type Approval, readApprovals } from '@/components/approval/read-approvals';
import { ACCESS_TOPICS, readAccess } from '@/components/fhe/read-access';
import { sumTransfers } from '@/components/token-transfer/sum-transfers';
import type { Neighbors } from '@/components/transaction/fact-strip';
import { listFungible } from '@/components/transaction/list-fungible';
import { call, callExtra } from '@/lib/client/call';
import { getAddress } from '@/lib/endpoints/address';
import type { Address } from '@/lib/endpoints/address-mention';
import { getBlock } from '@/lib/endpoints/block';
import { listTransactionFheOperations } from '@/lib/endpoints/fhe-operation';
import { HASH } from '@/lib/endpoints/formats';
import { type Log, listTransactionLogs } from '@/lib/endpoints/log';
import { listNetChanges, type NetChanges } from '@/lib/endpoints/net-change';
import { getToken, type Token } from '@/lib/endpoints/token';
import { listTransactionTokenTransfers, type TokenTransfer } from '@/lib/endpoints/token-transfer';
import {
  getTransaction,
  getTransactionNeighbors,
  listBlockTransactions,
  type Transaction,
} from '@/lib/endpoints/transaction';
import { isFungible } from '@/lib/evm/token-standards';
import { ZERO_ADDRESS_HASH } from '@/lib/format/hash';
import type { SentenceContext } from '@/lib/sentence/describe-transaction';
import { readApprovalCall } from '@/lib/sentence/read-approval-call';

export type Params = Promise<{ chain: string; hash: string }>;

const TRANSFERS_A_PAGE = 100;
const MAX_TRANSFER_PAGES = 4;
const MAX_ACCESS_PAGES = 4;
const MAX_TOKENS_ASKED = 8;
const MAX_ADDRESSES_ASKED = 6;

export type PageTransaction = Page<'transaction_hash_param'> & Readonly<{ transaction: Transaction }>;

/** Resolves the URL's chain and transaction; 404 if the API knows neither. */
export async function getPageTransaction(params: Params): Promise<PageTransaction> {
  const { chain, hash } = await getHash(params, HASH);
  const where = { chain: chain.id, params: { transaction_hash_param: hash.toLowerCase() } };
  const transaction = (await call(getTransaction, where)) ?? notFound();
  return { chain, transaction, where, path: `/${chain.id}/tx/${transaction.hash}` };
}

/** The transactions before and after one; undefined if it is in no block, or the API does not tell. */
export async function findAdjacent({ where, transaction }: PageTransaction) {
  return transaction.block_number === null ? undefined : callExtra(getTransactionNeighbors, where);
}

/** Previous and next transaction in the same block; all fields undefined if it is not in a block. */
export async function findNeighbors(page: PageTransaction): Promise<Neighbors> {
  const { chain, transaction } = page;
  const { block_number: number, position } = transaction;
  if (number === null || position === null) {
    return { previous: undefined, next: undefined, count: undefined, proof: null };
  }
  const params = { block_hash_or_number_param: String(number) };
  const [block, adjacent] = await Promise.all([
    callExtra(getBlock, { chain: chain.id, params }),
    findAdjacent(page),
  ]);
  const around = adjacent === undefined ? await listAround(page, params, position) : undefined;
  const hashAt = (at: number) => around?.items.find((item) => item.position === at)?.hash;
  return {
    previous: adjacent?.previous_in_block ?? hashAt(position - 1),
    next: adjacent?.next_in_block ?? hashAt(position + 1),
    count: block?.transactions_count,
    proof: block?.proof ?? null,
  };
}

/** For an API that does not tell neighbors: the part of the block around a transaction. */
function listAround(
  { chain, transaction }: PageTransaction,
  params: { block_hash_or_number_param: string },
  position: number,
) {
  const query = {
    block_number: String(transaction.block_number),
    index: String(position + 2),
    items_count: '3',
  };
  return callExtra(listBlockTransactions, { chain: chain.id, params, query });
}

/** FHE operations; undefined if none. A count of 0 is trusted only from our own API, as others may omit it. */
export async function findFheOperations({ where, transaction }: PageTransaction) {
  if (transaction.fhe_operations_count === 0 && !readConfig().apiIsElsewhere) return undefined;
  const fhe = await callExtra(listTransactionFheOperations, where);
  return fhe === undefined || fhe.items.length === 0 ? undefined : fhe;
}

/**
 * The fungible tokens among contracts, by address: those that the transaction moved are known, a few others are asked for.
 */
export async function findTokens(
  { chain, transaction }: PageTransaction,
  { net, addresses }: { net: NetChanges | undefined; addresses: readonly string[] },
): Promise<ReadonlyMap<string, Token>> {
  const known = listFungible(transaction, net);
  const isKnown = new Set([...known.keys()].map((address) => address.toLowerCase()));
  const unknown = [...new Set(addresses.map((address) => address.toLowerCase()))].filter(
    (address) => !isKnown.has(address),
  );
  const asked = await Promise.all(
    unknown
      .slice(0, MAX_TOKENS_ASKED)
      .map((address) => callExtra(getToken, { chain: chain.id, params: { address_hash_param: address } })),
  );
  const found = asked.flatMap((token) =>
    token && isFungible(token.type) ? [[token.address_hash, token] as const] : [],
  );
  return new Map([...known, ...found]);
}

/** The addresses that the answers about a transaction name, and a few of the others in its approvals, which are asked for. */
export async function findNames(
  { chain, transaction }: PageTransaction,
  { net, approvals }: { net: NetChanges | undefined; approvals: readonly Approval[] },
): Promise<ReadonlyMap<string, Address>> {
  const { from, to, created_contract: created, token_transfers: transfers } = transaction;
  const told = [
    ...[from, to, created].flatMap((one) => one ?? []),
    ...transfers.flatMap((transfer) => [transfer.from, transfer.to]),
    ...(net?.items ?? []).map(({ address }) => address),
  ];
  const known = new Map(told.map((address) => [address.hash.toLowerCase(), address]));
  const ends = approvals.flatMap(({ owner, spender }) => [spender, owner]).map((hash) => hash.toLowerCase());
  const unknown = [...new Set(ends)].filter((hash) => !known.has(hash) && hash !== ZERO_ADDRESS_HASH);
  const asked = await Promise.all(
    unknown
      .slice(0, MAX_ADDRESSES_ASKED)
      .map((hash) => callExtra(getAddress, { chain: chain.id, params: { address_hash_param: hash } })),
  );
  for (const address of asked) if (address) known.set(address.hash.toLowerCase(), address);
  return known;
}

/** The approvals that a transaction's logs tell, and whether there may be more; none for an API that does not list logs. */
export async function findApprovals({ where, transaction }: PageTransaction) {
  if (transaction.logs_count === 0 || transaction.block_number === null) return NO_APPROVALS;
  const query = { topic: APPROVAL_TOPICS.join(',') };
  const logs = await callExtra(listTransactionLogs, { ...where, query });
  if (logs === undefined) return NO_APPROVALS;
  return { approvals: readApprovals(logs.items), isPart: logs.next_page_params !== null };
}

const NO_APPROVALS: { approvals: readonly Approval[]; isPart: boolean } = { approvals: [], isPart: false };

/** What the sentence about a transaction needs beside it. */
export async function findKnown(page: PageTransaction): Promise<SentenceContext> {
  const [net, approval] = await Promise.all([findNetChanges(page), findApprovalEnds(page)]);
  return { net, chainId: page.chain.id, approval };
}

/** Who may spend which token by a transaction that is an approval. */
async function findApprovalEnds({
  chain,
  transaction,
}: PageTransaction): Promise<SentenceContext['approval']> {
  const call = readApprovalCall(transaction);
  if (call === undefined) return undefined;
  const where = (address_hash_param: string) => ({ chain: chain.id, params: { address_hash_param } });
  const [spender, token] = await Promise.all([
    callExtra(getAddress, where(call.spender)),
    callExtra(getToken, where(call.token)),
  ]);
  return spender && token && { spender, token };
}

/** Input proofs and grants that a transaction's logs tell, and whether there may be more. */
export async function findAccess({ chain, where }: PageTransaction) {
  const topic = Object.values(ACCESS_TOPICS).join(',');
  const logs: Log[] = [];
  let query: Record<string, string> = { topic };
  for (let page = 0; page < MAX_ACCESS_PAGES; page += 1) {
    const answer = await callExtra(listTransactionLogs, { ...where, query });
    if (answer === undefined) return undefined;
    logs.push(...answer.items);
    if (answer.next_page_params === null) return { access: readAccess(logs, chain.id), isPart: false };
    const next = Object.entries(answer.next_page_params).map(([name, value]) => [name, String(value)]);
    query = { topic, ...Object.fromEntries(next) };
  }
  return { access: readAccess(logs, chain.id), isPart: true };
}

/** All token transfers of a transaction; undefined if there are too many to sum. */
export async function findAllTransfers({
  where,
  transaction,
}: PageTransaction): Promise<readonly TokenTransfer[] | undefined> {
  if (transaction.token_transfers_overflow !== true) return transaction.token_transfers;
  const transfers: TokenTransfer[] = [];
  let query: Record<string, string> = { items_count: String(TRANSFERS_A_PAGE) };
  for (let page = 0; page < MAX_TRANSFER_PAGES; page += 1) {
    const answer = await callExtra(listTransactionTokenTransfers, { ...where, query });
    if (answer === undefined) return undefined;
    transfers.push(...answer.items);
    if (answer.next_page_params === null) return transfers;
    const next = Object.entries(answer.next_page_params).map(([name, value]) => [name, String(value)]);
    query = { items_count: String(TRANSFERS_A_PAGE), ...Object.fromEntries(next) };
  }
  return undefined;
}

/**
 * The net changes of a transaction, of the accounts on the first `pages`; undefined while it is in no indexed block,
 * and if there are too many transfers to sum up for an API that does not.
 */
export async function findNetChanges(page: PageTransaction, pages = 1): Promise<NetChanges | undefined> {
  const { where, transaction } = page;
  if (transaction.block_number === null || transaction.is_pending_update === true) return undefined;
  const first = await callExtra(listNetChanges, where);
  if (first === undefined) {
    const transfers = await findAllTransfers(page);
    return transfers && sumTransfers(transaction, transfers);
  }
  const items = [...first.items];
  let next = first.next_page_params;
  for (let at = 1; at < pages && next !== null; at += 1) {
    const query = { accounts_count: String(next.accounts_count), items_count: String(next.items_count) };
    const more = await callExtra(listNetChanges, { ...where, query });
    items.push(...(more?.items ?? []));
    next = more?.next_page_params ?? null;
  }
  return { ...first, items };
}
