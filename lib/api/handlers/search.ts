import type { Database } from '@/lib/db/open-database';
import { ADDRESS_HASH, HASH } from '@/lib/endpoints/formats';
import { checkSearchRedirect, type SearchItem, search, searchQuickly } from '@/lib/endpoints/search';
import { bufferToAddress, hexToBuffer } from '@/lib/evm/hex';
import { findAddresses } from '@/lib/queries/address';
import { findTokens, searchTokens } from '@/lib/queries/token';
import { findTransaction } from '@/lib/queries/transaction';
import { type CallContext, implement } from '../implement';
import { findBlockByParam } from '../loaders/block';
import { findUnindexed } from '../loaders/pending-transaction';
import {
  presentFoundAddress,
  presentFoundBlock,
  presentFoundToken,
  presentFoundTransaction,
} from '../present/search';

const HEIGHT = /^\d+$/;
/** In bytes, as upstream. */
const MIN_QUICK_BYTES = 3;

/** GET /search. */
export const searchOperation = implement(search, async ({ query, ...context }) => {
  const text = query.q?.trim() ?? '';
  return { items: text === '' ? [] : await findItems(context, text), next_page_params: null };
});

/** GET /search/quick. */
export const quickSearchOperation = implement(searchQuickly, async ({ query, ...context }) => {
  const text = query.q?.trim() ?? '';
  return Buffer.byteLength(text) < MIN_QUICK_BYTES ? [] : findItems(context, text);
});

/** GET /search/check-redirect. Every address has a page, even if never seen. */
export const checkRedirectOperation = implement(checkSearchRedirect, async ({ query, ...context }) => {
  const text = query.q?.trim() ?? '';
  if (ADDRESS_HASH.test(text)) return redirectTo('address', bufferToAddress(hexToBuffer(text)));
  const [item] = HASH.test(text) || HEIGHT.test(text) ? await findExact(context, text) : [];
  if (item?.type === 'transaction') return redirectTo('transaction', item.transaction_hash);
  if (item?.type === 'block') return redirectTo('block', item.block_hash);
  return { redirect: false, type: null, parameter: null };
});

async function findItems(context: CallContext, text: string): Promise<SearchItem[]> {
  const { db } = context;
  if (ADDRESS_HASH.test(text)) return findByAddress(db, hexToBuffer(text));
  const exact = HASH.test(text) || HEIGHT.test(text) ? await findExact(context, text) : [];
  if (HASH.test(text)) return exact;
  const tokens = await searchTokens(db, text);
  return [...exact, ...tokens.map(presentFoundToken)].slice(0, 50);
}

async function findExact(context: CallContext, text: string): Promise<SearchItem[]> {
  const { db } = context;
  const hash = HASH.test(text) ? hexToBuffer(text) : undefined;
  const transaction = hash && (await findTransaction(db, hash));
  if (transaction) return [presentFoundTransaction(transaction)];
  const block = await findBlockByParam(db, text);
  if (block) return [presentFoundBlock(block)];
  const unindexed = hash && (await findUnindexed(context, hash));
  return unindexed ? [presentFoundTransaction({ hash, timestamp: null })] : [];
}

async function findByAddress(db: Database, address: Buffer): Promise<SearchItem[]> {
  const [tokens, addresses] = await Promise.all([findTokens(db, [address]), findAddresses(db, [address])]);
  return [...tokens.map(presentFoundToken), ...addresses.map(presentFoundAddress)];
}

function redirectTo(type: 'address' | 'block' | 'transaction', parameter: string) {
  return { redirect: true, type, parameter };
}
