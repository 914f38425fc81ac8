import type { z } from 'zod';
import { findNamed } from '@/lib/api/address/ens-name-query';
import { findAddresses } from '@/lib/api/address/query';
import { refuseUnindexedContract } from '@/lib/api/address/unindexed-loader';
import { Refusal } from '@/lib/api/answer';
import { findBlockByParam } from '@/lib/api/block/loader';
import { findProducers } from '@/lib/api/fhe-operation/query';
import { type CallContext, implement } from '@/lib/api/implement';
import { findTokens, listLeadingNames, searchTokens } from '@/lib/api/token/query';
import { findUnindexed } from '@/lib/api/transaction/pending-loader';
import { findTransaction } from '@/lib/api/transaction/query';
import type { Database } from '@/lib/db/open-database';
import { ADDRESS_HASH, HASH } from '@/lib/endpoints/formats';
import {
  checkSearchRedirect,
  type SearchItem,
  search,
  searchAsBefore,
  searchQuickly,
} from '@/lib/endpoints/search';
import { bufferToAddress, hexToBuffer } from '@/lib/evm/hex';
import {
  presentFoundAddress,
  presentFoundBlock,
  presentFoundToken,
  presentFoundTransaction,
  presentNamedAddress,
} from './present';
import {
  findAddressesInRange,
  findBlockSince,
  findBlocksInRange,
  findContractsNamed,
  findTransactionsInRange,
} from './query';
import { isSimilar } from './similar';

const HEIGHT = /^\d+$/;
/** In bytes, as upstream. */
const MIN_QUICK_BYTES = 3;
const MAX_SIMILAR = 5;

/** GET /search. */
export const searchOperation = implement(search, findAll);

/** GET /api/v1/search. */
export const searchAsBeforeOperation = implement(searchAsBefore, findAll);

async function findAll({ query, ...context }: CallContext & { query: z.output<typeof search.query> }) {
  const text = query.q?.trim() ?? '';
  return { items: text === '' ? [] : await findItems(context, text), next_page_params: null };
}

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
  if (ADDRESS_HASH.test(text)) return findByAddress(context, hexToBuffer(text));
  const exact = HASH.test(text) || HEIGHT.test(text) ? await findExact(context, text) : [];
  if (HASH.test(text)) return exact;
  const byPrefix = HASH_PREFIX.test(text) ? await findByPrefix(db, text.slice(2)) : [];
  const [tokens, contracts, dated, ens] = await Promise.all([
    searchTokens(db, text),
    findContractsNamed(db, text),
    findByDate(db, text),
    findByEnsName(context, text),
  ]);
  const isToken = new Set(tokens.map(({ address }) => address.toString('hex')));
  const others = contracts.filter((address) => !isToken.has(address.toString('hex')));
  const named = (await findAddresses(db, others)).map(presentFoundAddress);
  const found = [...tokens.map(presentFoundToken), ...named];
  const inOrder = text.includes('.') ? [...ens, ...found] : [...found, ...ens];
  const all = [...exact, ...byPrefix, ...dated, ...inOrder];
  return all.length === 0 ? findSimilar(db, text) : all.slice(0, 50);
}

/** At most five of the most held tokens, with a word that the text spells but for one letter. */
async function findSimilar(db: Database, text: string): Promise<SearchItem[]> {
  const names = await listLeadingNames(db);
  const similar = names.filter(({ name, symbol }) =>
    isSimilar(text, { name: name?.toString() ?? null, symbol: symbol?.toString() ?? null }),
  );
  const found = await findTokens(
    db,
    similar.slice(0, MAX_SIMILAR).map(({ address }) => address),
  );
  return found.map(presentFoundToken);
}

/** Those whose primary name begins with the text, else the one that the name resolves to. */
async function findByEnsName({ db, services }: CallContext, text: string): Promise<SearchItem[]> {
  // PostgreSQL takes no NUL, and no name has one.
  if (text.includes('\0')) return [];
  const stored = await findNamed(db, text.toLowerCase());
  const named = [...stored];
  if (!stored.some(({ name }) => name === text.toLowerCase())) {
    const resolved = await services.ensNames.resolve(db.chainId, text);
    if (resolved) named.unshift(resolved);
  }
  const rows = await findAddresses(
    db,
    named.map(({ address }) => address),
  );
  const rowOf = new Map(rows.map((row) => [row.address.toString('hex'), row]));
  return named.map((one) => presentNamedAddress(one, rowOf.get(one.address.toString('hex'))));
}

/** Enough digits that few hashes share them. */
const HASH_PREFIX = /^0x[0-9a-f]{4,63}$/i;
const DATE = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?Z?)?$/;

/** Addresses, transactions and blocks that begin with these hexadecimal digits. */
async function findByPrefix(db: Database, digits: string): Promise<SearchItem[]> {
  const hashes = rangeOf(digits, 64);
  const [addresses, transactions, blocks] = await Promise.all([
    digits.length > 40 ? [] : findAddressesInRange(db, rangeOf(digits, 40)),
    findTransactionsInRange(db, hashes),
    findBlocksInRange(db, hashes),
  ]);
  const known = await findAddresses(db, addresses);
  return [
    ...known.map(presentFoundAddress),
    ...transactions.map(presentFoundTransaction),
    ...blocks.map(presentFoundBlock),
  ];
}

function rangeOf(digits: string, length: number) {
  const bound = (digit: string) => Buffer.from(digits.padEnd(length, digit), 'hex');
  return { from: bound('0'), to: bound('f') };
}

/** The first block at or after a date, or date and time, of UTC. */
async function findByDate(db: Database, text: string): Promise<SearchItem[]> {
  if (!DATE.test(text)) return [];
  const time = Date.parse(
    text.length === 10 ? `${text}T00:00Z` : `${text.replace(' ', 'T').replace('Z', '')}Z`,
  );
  const block = Number.isNaN(time) ? undefined : await findBlockSince(db, Math.floor(time / 1000));
  return block === undefined ? [] : [presentFoundBlock(block)];
}

async function findExact(context: CallContext, text: string): Promise<SearchItem[]> {
  const { db } = context;
  const hash = HASH.test(text) ? hexToBuffer(text) : undefined;
  const transaction = hash && (await findTransaction(db, hash));
  if (transaction) return [presentFoundTransaction(transaction)];
  const block = await findBlockByParam(db, text);
  if (block) return [presentFoundBlock(block)];
  const producers = hash === undefined ? [] : await findProducers(db, hash);
  if (producers.length > 0) return producers.map(presentFoundTransaction);
  const unindexed = hash && (await findUnindexed(context, hash).catch(ignoreRefusal));
  return unindexed ? [presentFoundTransaction({ hash, timestamp: null })] : [];
}

/** A search finds what it can. */
function ignoreRefusal(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error;
}

async function findByAddress(context: CallContext, address: Buffer): Promise<SearchItem[]> {
  const { db } = context;
  const [tokens, addresses] = await Promise.all([findTokens(db, [address]), findAddresses(db, [address])]);
  if (addresses.length === 0 && (await refuseUnindexedContract(context, address, 'all')) !== undefined)
    return [presentNamedAddress({ address, name: null }, undefined)];
  return [...tokens.map(presentFoundToken), ...addresses.map(presentFoundAddress)];
}

function redirectTo(type: 'address' | 'block' | 'transaction', parameter: string) {
  return { redirect: true, type, parameter };
}
