import { loadAddresses, loadAddressesOf } from '@/lib/api/address/mention-loader';
import { presentAddress } from '@/lib/api/address/present';
import { findLatestBlock, listBlocks } from '@/lib/api/block/query';
import { implement } from '@/lib/api/implement';
import { withNames } from '@/lib/api/names/loader';
import type { TransactionPosition } from '@/lib/api/transaction/query';
import type { Database } from '@/lib/db/open-database';
import {
  CALENDAR_DAYS,
  getAddressActivity,
  listAddressNews,
  listCounterparties,
  MAX_COUNTERPARTIES,
  MAX_COUNTERPARTY_TRANSACTIONS,
  MAX_METHODS,
  MAX_NEWS,
  METHOD_TRANSACTIONS,
} from '@/lib/endpoints/address-activity';
import { hexToBuffer } from '@/lib/evm/hex';
import {
  presentBlockTime,
  presentCalendar,
  presentCounterparty,
  presentMethod,
  sumByCounterparty,
} from './present';
import {
  countMethods,
  countNews,
  findFirstAndLastSeen,
  type Interaction,
  listInteractions,
  listSentByDay,
} from './query';

/** GET /addresses/{address}/activity. */
export const addressActivityOperation = implement(getAddressActivity, async ({ db, params }) => {
  const address = hexToBuffer(params.address_hash_param);
  const [{ first, last }, latest, [oldest]] = await Promise.all([
    findFirstAndLastSeen(db, address),
    findLatestBlock(db),
    listBlocks(db, { below: undefined, limit: 1, isOldestFirst: true }),
  ]);
  const seen = {
    history_from: oldest === undefined || oldest.number === 0 ? null : oldest.number,
    first_seen: presentBlockTime(first),
    last_seen: presentBlockTime(last),
  };
  if (latest === undefined || oldest === undefined) return { ...seen, calendar: null };
  const [start, to] = [dayOf(oldest), dayOf(latest)];
  const days = await listSentByDay(db, address, { to, days: CALENDAR_DAYS });
  return { ...seen, calendar: presentCalendar({ start, to, length: CALENDAR_DAYS }, days) };
});

const dayOf = ({ timestamp }: { timestamp: number }) => new Date(timestamp * 1000).toISOString().slice(0, 10);

/** GET /addresses/{address}/counterparties. */
export const counterpartiesOperation = implement(
  listCounterparties,
  async ({ params, query, ...context }) => {
    const { db } = context;
    const address = hexToBuffer(params.address_hash_param);
    const latest = Number(query.last ?? MAX_COUNTERPARTY_TRANSACTIONS);
    const [{ rows, isComplete }, called] = await Promise.all([
      readInteractions(db, address, latest),
      countMethods(db, address, { latest: Math.min(latest, METHOD_TRANSACTIONS), limit: MAX_METHODS }),
    ]);
    const all = sumByCounterparty(address, rows);
    const shown = all.slice(0, MAX_COUNTERPARTIES);
    const contracts = called.map(({ contract }) => contract);
    const addresses = await loadAddresses(
      db,
      shown.map((one) => one.address),
      contracts,
    );
    return {
      methods: await withNames(context, (signatures) =>
        called.map((method) => presentMethod(method, { addresses, signatures })),
      ),
      items: shown.map((one) => presentCounterparty(one, addresses)),
      transactions_count: rows.length,
      counterparties_count: all.length,
      is_complete: isComplete,
    };
  },
);

/** Transactions per query. */
const BATCH = 1_000;

/** The `latest` transactions of an address, in short queries. */
async function readInteractions(
  db: Database,
  address: Buffer,
  latest: number,
): Promise<{ rows: Interaction[]; isComplete: boolean }> {
  const rows: Interaction[] = [];
  let before: TransactionPosition | undefined;
  while (rows.length < latest) {
    const limit = Math.min(BATCH, latest - rows.length);
    const batch = await listInteractions(db, address, { role: undefined, before, limit });
    rows.push(...batch);
    before = batch.at(-1);
    if (batch.length < limit) return { rows, isComplete: true };
  }
  return { rows, isComplete: false };
}

/** GET /address-news. */
export const addressNewsOperation = implement(listAddressNews, async ({ db, query }) => {
  const watched = (query.watched ?? []).map((one) => ({ ...one, address: hexToBuffer(one.address) }));
  const addresses = await loadAddressesOf(db, watched, ({ address }) => address);
  const items = [];
  // one at a time: together they would take all connections
  for (const { address, block } of watched) {
    const { transactions, transfers } = await countNews(db, address, { after: block, limit: MAX_NEWS });
    items.push({
      address: presentAddress(address, addresses),
      since_block: block,
      transactions_count: transactions,
      token_transfers_count: transfers,
    });
  }
  return { items };
});
