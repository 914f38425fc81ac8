import { notFound } from 'next/navigation';
import { getChain, type Page } from '@/app/[chain]/get-chain';
import type { Neighbors } from '@/components/transaction/fact-strip';
import { call, callExtra, callOrReason } from '@/lib/client/call';
import { listAllTransfers } from '@/lib/client/list-all-transfers';
import { type FailingLine, getFailingLine } from '@/lib/endpoints/failing-line';
import { listTransactionFheOperations } from '@/lib/endpoints/fhe-operation';
import { HASH } from '@/lib/endpoints/formats';
import { type Log, listTransactionLogs } from '@/lib/endpoints/log';
import { listNetChanges, type NetChanges } from '@/lib/endpoints/net-change';
import { listTokens, type Token } from '@/lib/endpoints/token';
import type { Transaction } from '@/lib/endpoints/transaction';
import { getTransactionOverview, type TransactionOverview } from '@/lib/endpoints/transaction-overview';
import { ACCESS_TOPICS, readAccess } from '@/lib/fhe/read-access';
import { HANDLE_EVENT_TOPICS, readHandleEvents } from '@/lib/fhe/read-handle-events';
import { listFungible } from '@/lib/format/list-fungible';
import { readSendCall } from '@/lib/sentence/describe-send';
import type { SentenceContext } from '@/lib/sentence/describe-transaction';
import { readApprovalCall } from '@/lib/sentence/read-approval-call';
import { hasFailed } from '@/lib/sentence/verbs';

export type Params = Promise<{ chain: string; hash: string }>;

const MAX_LOG_PAGES = 4;
const MAX_TOKENS_ASKED = 50;

export type PageTransaction = Page<'transaction_hash_param'> &
  Readonly<{ transaction: Transaction; overview: TransactionOverview }>;

/** Resolves the URL's chain and transaction; 404 if the API knows neither. */
export async function getPageTransaction(params: Params): Promise<PageTransaction> {
  const { chain: chainId, hash } = await params;
  const where = { chain: chainId, params: { transaction_hash_param: hash.toLowerCase() } };
  const isHash = /^\d{1,20}$/.test(chainId) && HASH.test(hash);
  const [chain, found] = await Promise.all([
    getChain(params),
    isHash ? call(getTransactionOverview, where) : undefined,
  ]);
  const overview = found ?? notFound();
  const { transaction } = overview;
  return { chain, transaction, overview, where, path: `/${chain.id}/tx/${transaction.hash}` };
}

/** Previous and next transaction in the same block, and what the page shows of the block. */
export function neighborsOf({ neighbors, block }: TransactionOverview): Neighbors {
  return {
    previous: neighbors?.previous_in_block ?? undefined,
    next: neighbors?.next_in_block ?? undefined,
    count: block?.transactions_count,
    proof: block?.proof ?? null,
  };
}

/** FHE operations, and what they used of each deployment; undefined if none. */
export async function findFheOperations({ where, overview: { fhe } }: PageTransaction) {
  const found = fhe === null ? undefined : await callExtra(listTransactionFheOperations, where);
  return found && { ...found, deployments: fhe?.deployments ?? [] };
}

/** The line of source at which a transaction failed; undefined unless it did, or if the API does not answer that. */
export async function findFailingLine({
  where,
  transaction,
}: PageTransaction): Promise<FailingLine | undefined> {
  if (!hasFailed(transaction) || transaction.block_number === null) return undefined;
  return (await callOrReason(getFailingLine, where)).answer;
}

/** The fungible tokens among contracts, by address: those that the transaction names, and a few others. */
export async function findTokens(
  { chain, transaction, overview }: PageTransaction,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, Token>> {
  const known = listFungible(transaction, overview.net_changes, overview.tokens);
  const isKnown = new Set([...known.keys()].map((address) => address.toLowerCase()));
  const unknown = [...new Set(addresses.map((address) => address.toLowerCase()))].filter(
    (address) => !isKnown.has(address),
  );
  if (unknown.length === 0) return known;
  const query = { addresses: unknown.slice(0, MAX_TOKENS_ASKED).join(',') };
  const found = await callExtra(listTokens, { chain: chain.id, params: {}, query });
  return listFungible(transaction, overview.net_changes, [...overview.tokens, ...(found?.items ?? [])]);
}

/** Additional data for the sentence about a transaction. */
export function knownOf({ chain, transaction, overview }: PageTransaction): SentenceContext {
  const ends = readApprovalCall(transaction);
  const isSame = (one: string, other: string | undefined) => one.toLowerCase() === other?.toLowerCase();
  const sent = readSendCall(transaction);
  const addressOf = (one: string | undefined) => overview.addresses.find(({ hash }) => isSame(hash, one));
  const tokenOf = (one: string | undefined) =>
    overview.tokens.find(({ address_hash: hash }) => isSame(hash, one));
  const [spender, receiver] = [addressOf(ends?.spender), addressOf(sent?.receiver)];
  return {
    net: overview.net_changes ?? undefined,
    chainId: chain.id,
    approval: spender && { spender, token: tokenOf(ends?.token) },
    send: receiver && { receiver, token: tokenOf(sent?.token) },
  };
}

/** How many coin transfers a transaction has logged, or more than these; 0 where none are logged. */
export function countCoinTransfers({ net_changes: net }: TransactionOverview): number {
  if (net?.coin_source !== 'logs') return 0;
  const coins = net.movements.filter(
    ({ kind, from, to }) => (kind === 'value' || kind === 'call') && from?.hash !== to?.hash,
  );
  return coins.reduce((sum, { count }) => sum + count, 0);
}

/** Input proofs and grants in a transaction's logs, and whether there may be more. */
export async function findAccess({ chain, where, overview }: PageTransaction) {
  const deployments = overview.fhe?.deployments.map(({ deployment }) => deployment) ?? [];
  const found = await findLogs(where, Object.values(ACCESS_TOPICS).join(','));
  return (
    found && { access: readAccess(found.logs, { chainId: chain.id, deployments }), isPart: found.isPart }
  );
}

/** What a transaction without operations did with encrypted values, and whether there may be more. */
export async function findHandleEvents({ where, transaction }: PageTransaction) {
  if (transaction.logs_count === 0 || hasFailed(transaction)) return { events: [], isPart: false };
  const [host, app] = await Promise.all([
    findLogs(where, HANDLE_EVENT_TOPICS.host),
    findLogs(where, HANDLE_EVENT_TOPICS.app),
  ]);
  return {
    events: readHandleEvents({ host: host?.logs ?? [], app: app?.logs ?? [] }),
    isPart: [host, app].some((found) => found?.isPart === true),
  };
}

/** A transaction's logs with one of these first topics, and whether there may be more; undefined if the API has none. */
async function findLogs(where: PageTransaction['where'], topic: string) {
  const logs: Log[] = [];
  let query: Record<string, string> = { topic };
  for (let page = 0; page < MAX_LOG_PAGES; page += 1) {
    const answer = await callExtra(listTransactionLogs, { ...where, query });
    if (answer === undefined) return undefined;
    logs.push(...answer.items);
    if (answer.next_page_params === null) return { logs, isPart: false };
    const next = Object.entries(answer.next_page_params).map(([name, value]) => [name, String(value)]);
    query = { topic, ...Object.fromEntries(next) };
  }
  return { logs, isPart: true };
}

/** All token transfers of a transaction; undefined if they are too many. */
export async function findAllTransfers({ where, transaction }: PageTransaction) {
  return listAllTransfers(where, transaction, callExtra);
}

/** The net changes of a transaction, of the accounts on the first `pages`; undefined if they are not known. */
export async function findNetChanges(
  { where, overview: { net_changes: first } }: Pick<PageTransaction, 'where' | 'overview'>,
  pages: number,
): Promise<NetChanges | undefined> {
  if (first === null) return undefined;
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
