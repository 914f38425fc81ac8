import { z } from 'zod';
import { presentBlocks } from '@/lib/api/block/loader';
import { listBlocks } from '@/lib/api/block/query';
import { loadCoinBalances } from '@/lib/api/coin-balance/loader';
import { currentGeneration } from '@/lib/db/generation';
import type { Database } from '@/lib/db/open-database';
import type { Endpoint } from '@/lib/endpoints/endpoint';
import { getIndexingStatus } from '@/lib/endpoints/indexing-status';
import { listTransfersOfAddress } from '@/lib/endpoints/token-transfer';
import { listAddressTransactions } from '@/lib/endpoints/transaction';
import { bufferToHex, hexToBuffer } from '@/lib/evm/hex';
import type { CallContext } from '../implement';
import { OPERATIONS } from '../operations';
import {
  countNewPending,
  countTransfersOf,
  findMined,
  findWithTransactions,
  findWithTransfers,
  type NewBlocks,
  readLatest,
} from './feed-query';
import type { LiveEvent, ReadEvents } from './hub';
import type { Subject } from './protocol';

type FeedContext = Pick<CallContext, 'db' | 'chain' | 'listChains' | 'services'>;
type FeedParts = Omit<FeedContext, 'db'> & Readonly<{ open: () => Database }>;
type Subscriptions = Readonly<{
  isSubscribed: (subject: Subject) => boolean;
  hashesOf: (kind: 'address' | 'token' | 'transaction') => Buffer[];
}>;

/** Of more new blocks only the latest are announced: a frontend that was away reloads its lists. */
const MAX_BLOCKS = 20;
/** Balances requested from the node at once. */
const MAX_BALANCES = 20;
const page = z.object({ items: z.array(z.looseObject({ block_number: z.number().nullable() })) });

/** Events of a chain as in Blockscout's channels, starting after the first call. */
export function createFeed({ open, ...parts }: FeedParts): ReadEvents {
  const pending = createPendingFeed();
  let announced: LatestBlocks | undefined;
  let generation = currentGeneration();
  return async (subjects) => {
    const subscriptions = readSubjects(subjects);
    // opened per call, so that a lagging replica is not used
    const context = { ...parts, db: open() };
    const [waiting, latest] = await Promise.all([
      pending(context.db, subscriptions),
      // and the block below those to announce
      readLatest(context.db, MAX_BLOCKS + 1),
    ]);
    // Of a chain that began again all blocks are new.
    if (announced && generation !== currentGeneration()) announced = new Map();
    generation = currentGeneration();
    const range = announced && findNew(announced, latest);
    if (range === undefined) {
      announced ??= latest;
      return waiting;
    }
    const news = await Promise.all([
      readBlockEvents(context, range, subscriptions),
      readTransactionEvents(context, range, subscriptions),
      readAddressEvents(context, range, subscriptions),
      readIndexingEvents(context, subscriptions),
    ]);
    // After the reads: if one fails, these blocks are read again.
    announced = latest;
    return [waiting, ...news].flat();
  };
}

/** The latest blocks, newest first: their heights by their hashes. */
type LatestBlocks = ReadonlyMap<string, number>;

/**
 * The blocks above the highest announced one, which a reorganization may have lowered. Undefined while the tip was
 * already announced, as on a lagging replica; none below all announced ones.
 */
function findNew(announced: LatestBlocks, latest: LatestBlocks): NewBlocks | undefined {
  const [upTo] = latest.values();
  const [lowest = 0] = [...announced.values()].slice(-1);
  const shared = [...latest].find(([hash]) => announced.has(hash))?.[1] ?? -1;
  if (upTo === undefined || shared === upTo) return undefined;
  return { above: upTo < lowest ? upTo : Math.max(shared, upTo - MAX_BLOCKS), upTo };
}

/** Counts the transactions that entered the mempool since the last call with a subscriber. */
function createPendingFeed(): (db: Database, subscriptions: Subscriptions) => Promise<LiveEvent[]> {
  let last: number | undefined;
  return async (db, { isSubscribed }) => {
    if (!isSubscribed('pending')) {
      last = undefined;
      return [];
    }
    const known = last;
    const news = await countNewPending(db, known ?? 0);
    last = news.last ?? known ?? 0;
    if (known === undefined || news.count === 0) return [];
    const payload = { pending_transaction: news.count };
    return [{ subject: 'pending', event: 'pending_transaction', payload }];
  };
}

/** How far the chain is indexed, and its calls where nodes have traces. */
async function readIndexingEvents(
  context: FeedContext,
  { isSubscribed }: Subscriptions,
): Promise<LiveEvent[]> {
  if (!isSubscribed('indexing') && !isSubscribed('indexing calls')) return [];
  const status = getIndexingStatus.response.parse(await readAnswer(context, getIndexingStatus, {}));
  const event = (subject: LiveEvent['subject'], ratio: string | null): LiveEvent[] => {
    if (ratio === null) return [];
    return [{ subject, event: 'index_status', payload: { ratio, finished: status.finished_indexing } }];
  };
  return [
    ...event('indexing', status.indexed_blocks_ratio),
    ...event('indexing calls', status.indexed_internal_transactions_ratio),
  ];
}

function readSubjects(subjects: ReadonlySet<Subject>): Subscriptions {
  return {
    isSubscribed: (subject) => subjects.has(subject),
    hashesOf: (kind) =>
      [...subjects].flatMap((subject) => {
        const [named, hash] = subject.split(':');
        return named === kind && hash !== undefined ? [hexToBuffer(hash)] : [];
      }),
  };
}

async function readBlockEvents(
  context: FeedContext,
  { above }: NewBlocks,
  { isSubscribed }: Subscriptions,
): Promise<LiveEvent[]> {
  if (!isSubscribed('blocks') && !isSubscribed('transactions')) return [];
  const { db, services } = context;
  const rows = await listBlocks(db, { below: above, limit: MAX_BLOCKS, isOldestFirst: true });
  const transaction = rows.reduce((total, row) => total + row.transactions_count, 0);
  const counted: LiveEvent[] =
    transaction > 0 ? [{ subject: 'transactions', event: 'transaction', payload: { transaction } }] : [];
  if (!isSubscribed('blocks')) return counted;
  const [blocks, average] = await Promise.all([presentBlocks({ db }, rows), services.averageBlockTimeMs(db)]);
  const announced = blocks.map((block): LiveEvent => {
    const payload = { block, average_block_time: String(average ?? 0) };
    return { subject: 'blocks', event: 'new_block', payload };
  });
  return [...announced, ...counted];
}

/** A watched transaction that was mined, transfers of a watched token. */
async function readTransactionEvents(
  { db }: FeedContext,
  range: NewBlocks,
  { hashesOf }: Subscriptions,
): Promise<LiveEvent[]> {
  const [mined, moved] = await Promise.all([
    findMined(db, range, hashesOf('transaction')),
    countTransfersOf(db, range, hashesOf('token')),
  ]);
  return [
    ...mined.map((hash): LiveEvent => {
      return { subject: `transaction:${bufferToHex(hash)}`, event: 'collated', payload: {} };
    }),
    ...moved.map(({ token, count }): LiveEvent => {
      return {
        subject: `token:${bufferToHex(token)}`,
        event: 'token_transfer',
        payload: { token_transfer: count },
      };
    }),
  ];
}

/** New items of watched addresses, in the form of their lists. */
async function readAddressEvents(
  context: FeedContext,
  range: NewBlocks,
  { hashesOf }: Subscriptions,
): Promise<LiveEvent[]> {
  const watched = hashesOf('address');
  const [sending, moving] = await Promise.all([
    findWithTransactions(context.db, range, watched),
    findWithTransfers(context.db, range, watched),
  ]);
  const events: LiveEvent[] = [];
  for (const [endpoint, name, addresses] of [
    [listAddressTransactions, 'transaction', sending],
    [listTransfersOfAddress, 'token_transfer', moving],
  ] as const) {
    for (const address of addresses.map(bufferToHex)) {
      const items = await readNewest(context, endpoint, { address, range });
      const payload = { [`${name}s`]: items };
      if (items.length > 0) events.push({ subject: `address:${address}`, event: name, payload });
    }
  }
  return [...events, ...(await readBalanceEvents(context, range, sending))];
}

/** The coin balances of addresses with transactions, where the node answers in time. */
async function readBalanceEvents(
  context: FeedContext,
  { upTo }: NewBlocks,
  addresses: readonly Buffer[],
): Promise<LiveEvent[]> {
  const announced = addresses.slice(0, MAX_BALANCES);
  const balances = await loadCoinBalances(context, announced, upTo);
  return announced.flatMap((address, at) => {
    const balance = balances[at]?.balance;
    if (balance === undefined) return [];
    const payload = { balance: String(balance), block_number: upTo, exchange_rate: null };
    return [{ subject: `address:${bufferToHex(address)}`, event: 'balance', payload }];
  });
}

async function readNewest(
  context: FeedContext,
  endpoint: Pick<Endpoint, 'id'>,
  { address, range }: { address: string; range: NewBlocks },
): Promise<unknown[]> {
  const body = await readAnswer(context, endpoint, { address_hash_param: address });
  const { items } = page.catch({ items: [] }).parse(body);
  const { above, upTo } = range;
  return items.filter(({ block_number: at }) => at !== null && at > above && at <= upTo);
}

/** The answer of an operation as clients get it. */
async function readAnswer(
  context: FeedContext,
  { id }: Pick<Endpoint, 'id'>,
  params: Readonly<Record<string, string>>,
): Promise<unknown> {
  const operation = OPERATIONS.find(({ endpoint }) => endpoint.id === id);
  const rest = { headers: {}, types: 'blockscout', query: {}, isChecked: false } as const;
  return (await operation?.run({ ...context, ...rest, params }))?.body;
}
