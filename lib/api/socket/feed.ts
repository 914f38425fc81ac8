import { z } from 'zod';
import type { Endpoint } from '@/lib/endpoints/endpoint';
import { listTransfersOfAddress } from '@/lib/endpoints/token-transfer';
import { listAddressTransactions } from '@/lib/endpoints/transaction';
import { bufferToHex, hexToBuffer } from '@/lib/evm/hex';
import { listBlocks } from '@/lib/queries/block';
import {
  countTransfersOf,
  findMined,
  findTipHeight,
  findWithTransactions,
  findWithTransfers,
  type NewBlocks,
} from '@/lib/queries/live-feed';
import type { CallContext } from '../implement';
import { presentBlocks } from '../loaders/block';
import { OPERATIONS } from '../operations';
import type { LiveEvent, ReadNews } from './hub';
import type { Subject } from './protocol';

type FeedContext = Pick<CallContext, 'db' | 'chain' | 'services'>;
type Heard = Readonly<{
  isHeard: (subject: Subject) => boolean;
  hashesOf: (kind: 'address' | 'token' | 'transaction') => Buffer[];
}>;

/** More blocks than these at once are not told one by one: a frontend that was away reads its lists again. */
const MAX_BLOCKS = 20;
const page = z.object({ items: z.array(z.looseObject({ block_number: z.number().nullable() })) });

/** News of a chain in the events of Blockscout's channels, beginning with the blocks after the first call. */
export function createFeed(context: FeedContext): ReadNews {
  let told: number | undefined;
  return async (subjects) => {
    const tip = await findTipHeight(context.db);
    const above = told;
    if (tip === undefined || above === undefined || tip <= above) {
      // After a reorganization that lowered the tip, its new blocks are told as they come.
      told = tip ?? told ?? -1;
      return [];
    }
    const range = { above: Math.max(above, tip - MAX_BLOCKS), upTo: tip };
    const heard = readSubjects(subjects);
    const parts = await Promise.all([
      tellBlocks(context, range, heard),
      tellTransactions(context, range, heard),
      tellAddresses(context, range, heard),
    ]);
    // Only now: what could not be read is read again.
    told = tip;
    return parts.flat();
  };
}

function readSubjects(subjects: ReadonlySet<Subject>): Heard {
  return {
    isHeard: (subject) => subjects.has(subject),
    hashesOf: (kind) =>
      [...subjects].flatMap((subject) => {
        const [named, hash] = subject.split(':');
        return named === kind && hash !== undefined ? [hexToBuffer(hash)] : [];
      }),
  };
}

async function tellBlocks(
  context: FeedContext,
  { above }: NewBlocks,
  { isHeard }: Heard,
): Promise<LiveEvent[]> {
  if (!isHeard('blocks') && !isHeard('transactions')) return [];
  const { db, services } = context;
  const rows = await listBlocks(db, { below: above, limit: MAX_BLOCKS, isOldestFirst: true });
  const transaction = rows.reduce((total, row) => total + row.transactions_count, 0);
  const counted: LiveEvent[] =
    transaction > 0 ? [{ subject: 'transactions', event: 'transaction', payload: { transaction } }] : [];
  if (!isHeard('blocks')) return counted;
  const [blocks, average] = await Promise.all([presentBlocks({ db }, rows), services.averageBlockTimeMs(db)]);
  const told = blocks.map((block): LiveEvent => {
    const payload = { block, average_block_time: String(average ?? 0) };
    return { subject: 'blocks', event: 'new_block', payload };
  });
  return [...told, ...counted];
}

/** A watched transaction that was mined, transfers of a watched token. */
async function tellTransactions(
  { db }: FeedContext,
  range: NewBlocks,
  { hashesOf }: Heard,
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

/** What happened to watched addresses, in the form of their lists. */
async function tellAddresses(
  context: FeedContext,
  range: NewBlocks,
  { hashesOf }: Heard,
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
  return events;
}

async function readNewest(
  context: FeedContext,
  { id }: Pick<Endpoint, 'id'>,
  { address, range }: { address: string; range: NewBlocks },
): Promise<unknown[]> {
  const operation = OPERATIONS.find(({ endpoint }) => endpoint.id === id);
  const answer = await operation?.run({
    ...context,
    headers: {},
    types: 'blockscout',
    params: { address_hash_param: address },
    query: {},
    isChecked: false,
  });
  const { items } = page.catch({ items: [] }).parse(answer?.body);
  const { above, upTo } = range;
  return items.filter(({ block_number: at }) => at !== null && at > above && at <= upTo);
}
