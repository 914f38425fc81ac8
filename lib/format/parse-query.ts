import type { Hex } from '@/lib/evm/hex';
import { CHAIN_PAGES } from '@/lib/pages/chain-pages';
import { findTab, type TabbedPage } from '@/lib/pages/tabs';
import { findExplorerChain } from './explorer-hosts';
import { readHeight } from './height';

type Target =
  | { kind: 'transaction'; hash: Hex }
  | { kind: 'address'; address: Hex; isToken: boolean }
  | { kind: 'block'; block: number | Hex }
  | { kind: 'token_instance'; address: Hex; tokenId: string }
  | { kind: 'user_operation'; hash: Hex }
  | { kind: 'handle_or_hash'; hash: Hex }
  | { kind: 'page'; path: string }
  | { kind: 'text'; text: string };

/**
 * A parsed search. `handle_or_hash` are 32 bytes of unknown meaning; `block` is a height or hash, `tokenId` a
 * decimal below 2^256; `page` is one of the whole chain, by its path below the chain; `chainId` and `tab`, a path below
 * the page such as "/logs" or "/logs?topic=1", come from a link.
 */
export type ParsedQuery = Readonly<Target & { chainId?: number; tab?: string }>;

type Link = Readonly<{
  value: string;
  next: readonly string[];
  parameters: URLSearchParams;
  fragment: string;
}>;

const MAX_INPUT = 2048;
const MAX_TEXT = 200;
const HASH = /^(?:0x)?([0-9a-f]{64})$/i;
const ADDRESS = /^(?:0x)?([0-9a-f]{40})$/i;
const HASHES_WITHIN = /(?<![0-9a-z])0x[0-9a-f]{64}(?![0-9a-z])/gi;
const ADDRESSES_WITHIN = /(?<![0-9a-z])0x[0-9a-f]{40}(?![0-9a-z])/gi;
const WRAPPING = /^["'`“”‘’«»<>()[\]{},;]+|["'`“”‘’«»<>()[\]{},;.]+$/g;
/** Invisible characters other than whitespace (U+FEFF counts as \s, but is invisible). */
const INVISIBLE = /(?!\s)[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]|\ufeff/gu;
const MAX_ID = 2n ** 256n - 1n;
/** As in links to an address by its name. */
const NAME = /^[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)+$/u;
const MAX_NAME = 200;

const PAGES: ReadonlyMap<string, (link: Link) => Target | undefined> = new Map([
  ...['tx', 'transaction', 'transactions'].map((name) => [name, readTransaction] as const),
  ...['address', 'addresses'].map((name) => [name, readAddress] as const),
  ...['token', 'tokens', 'nft'].map((name) => [name, readToken] as const),
  ...['block', 'blocks'].map((name) => [name, readBlock] as const),
  ['op', readOperation],
  ['handle', readHandle],
]);

/**
 * Parses search input: hashes, addresses (0x optional), heights, tokens with ID, links of any explorer. Anything
 * else is `text` of at most 200 characters. Never throws.
 */
export function parseQuery(input: string): ParsedQuery {
  const isTooLong = input.length > MAX_INPUT;
  const text = cleanText(input.slice(0, MAX_INPUT));
  const target = isTooLong ? undefined : (readPlain(text) ?? readLink(text) ?? readWithin(text));
  return target ?? { kind: 'text', text: [...text].slice(0, MAX_TEXT).join('').trim() };
}

function cleanText(input: string): string {
  return input.replace(INVISIBLE, '').replace(/\s+/g, ' ').trim();
}

function readPlain(text: string): Target | undefined {
  const bare = text.replace(WRAPPING, '').trim();
  // Hashes copied from narrow columns contain spaces.
  const whole = /^0x/i.test(bare) ? bare.replaceAll(' ', '') : bare;
  const hash = readHash(whole);
  if (hash) return { kind: 'handle_or_hash', hash };
  const address = readAddressHash(whole);
  if (address) return { kind: 'address', address, isToken: false };
  const height = readHeight(bare.replace(/^block\s*/i, ''));
  return height === undefined ? undefined : { kind: 'block', block: height };
}

function readLink(text: string): ParsedQuery | undefined {
  const bare = text.replace(WRAPPING, '');
  const [location = '', fragment = ''] = bare.split('#');
  const [path = '', query = ''] = location.split('?');
  if (!path.includes('/')) return undefined;
  const parameters = new URLSearchParams(query);
  const segments = path
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
    .split('/')
    .filter((part) => part !== '');
  const at = segments.findIndex((segment) => PAGES.has(segment.toLowerCase()));
  // without one, the last part may be what another explorer calls a tab: /tokentxns?a=0x…
  const next = segments.slice(at === -1 ? -1 : at + 2);
  const link = { value: segments[at + 1] ?? '', next, parameters, fragment };
  const target =
    PAGES.get(segments[at]?.toLowerCase() ?? '')?.(link) ??
    readHolder(parameters.get('a') ?? '') ??
    readPage(path, parameters) ??
    readWithin(text);
  if (target === undefined) return undefined;
  const named = segments.findIndex((segment) => isLinkName(segment.toLowerCase()));
  const chainId = readChain(named === -1 ? segments : segments.slice(0, named));
  return { ...addTab(target, link), ...(chainId === undefined ? {} : { chainId }) };
}

/** The target with the tab of its link: path segments, `?tab=`, or in Etherscan's the fragment. */
function addTab(target: Target, { next, parameters, fragment }: Link): ParsedQuery {
  const page = tabbedPageOf(target);
  if (page === undefined) return target;
  const names = [next.join('/'), next[0], parameters.get('tab'), fragment];
  const find = (of: TabbedPage) => names.map((name) => findTab(of, name)).find((tab) => tab !== '');
  const tab = find(page);
  if (tab !== undefined) return { ...target, tab };
  if (target.kind !== 'address' || !target.isToken) return target;
  const holder = readAddressHash(parameters.get('a') ?? '');
  if (holder) return { ...target, address: holder, isToken: false, tab: transfersOf(target.address) };
  // the contract of a token is on the page of its address
  const contract = find('address');
  return contract?.startsWith('/contract') ? { ...target, isToken: false, tab: contract } : target;
}

function tabbedPageOf(target: Target): TabbedPage | undefined {
  if (target.kind === 'transaction') return 'tx';
  if (target.kind === 'address') return target.isToken ? 'token' : 'address';
  return target.kind === 'block' ? 'block' : undefined;
}

const transfersOf = (token: Hex) => `/token-transfers?token=${token}`;

/** Our own links contain the chain ID; other explorers are known by host. */
function readChain([first = '', second = '']: readonly string[]): number | undefined {
  const digits = [first, second].find((segment) => /^[1-9]\d{0,15}$/.test(segment));
  const chainId = Number(digits);
  return Number.isSafeInteger(chainId) ? chainId : findExplorerChain(first);
}

function readTransaction({ value }: Pick<Link, 'value'>): Target | undefined {
  const hash = readHash(value);
  return hash && { kind: 'transaction', hash };
}

function readAddress({ value }: Link): Target | undefined {
  const isName = value.length <= MAX_NAME && NAME.test(value);
  return readHolder(value) ?? (isName ? { kind: 'text', text: value } : undefined);
}

function readHolder(text: string): Target | undefined {
  const address = readAddressHash(text);
  return address && { kind: 'address', address, isToken: false };
}

/** `/token/0x…`, `/token/0x…?a=7`, `/nft/0x…/7`, `/token/0x…/instance/7` */
function readToken({ value, next, parameters }: Link): Target | undefined {
  const address = readAddressHash(value);
  if (!address) return undefined;
  const [first = '', second = ''] = next;
  const isInstance = first.toLowerCase() === 'instance' || first.toLowerCase() === 'instances';
  const tokenId = readTokenId(isInstance ? second : first || (parameters.get('a') ?? ''));
  return tokenId === undefined
    ? { kind: 'address', address, isToken: true }
    : { kind: 'token_instance', address, tokenId };
}

/** `/block/5`, `/block/0x…` */
function readBlock({ value }: Link): Target | undefined {
  const block = readHeight(value) ?? readHash(value);
  return block === undefined ? undefined : { kind: 'block', block };
}

function readOperation({ value }: Link): Target | undefined {
  const hash = readHash(value);
  return hash && { kind: 'user_operation', hash };
}

function readHandle({ value }: Link): Target | undefined {
  const hash = readHash(value);
  return hash && { kind: 'handle_or_hash', hash };
}

/** A page of the whole chain, or a search: the first part of the path behind host and chain. */
function readPage(location: string, parameters: URLSearchParams): Target | undefined {
  const path = /^(?:[a-z][a-z0-9+.-]*:\/\/[^/]*|[\w-]*(?:[.:][\w-]+)+)?((?:\/[^/]+)+)\/?$/i.exec(
    location,
  )?.[1];
  const [first = '', next = ''] = (path ?? '')
    .replace(/^\/\d+(?=\/)/, '')
    .split('/')
    .slice(1);
  const name = first.toLowerCase();
  const text = name === 'search' ? cleanText(parameters.get('q') ?? '') : '';
  if (text !== '') return readPlain(text) ?? { kind: 'text', text: [...text].slice(0, MAX_TEXT).join('') };
  if (name === 'txs' && parameters.get('tab') === 'pending')
    return { kind: 'page', path: '/txs?filter=pending' };
  const page = findNamed(name);
  if (page?.path !== `/${name}`) return page && { kind: 'page', path: page.path };
  const chart = name === 'stats' && next !== '' ? `/${encodeURIComponent(next)}` : '';
  return { kind: 'page', path: `${page.path}${chart}${parameters.size === 0 ? '' : `?${parameters}`}` };
}

const findNamed = (name: string) =>
  CHAIN_PAGES.find(({ path, aliases }) => path === `/${name}` || aliases?.includes(name));

/** Whether the page of a link can have this name (in lower case), here or in another explorer. */
export function isLinkName(name: string): boolean {
  return PAGES.has(name) || findNamed(name) !== undefined;
}

/** The only hash, or else the only address, within the text. */
function readWithin(text: string): Target | undefined {
  const hashes = new Set(text.match(HASHES_WITHIN)?.map((found) => found.toLowerCase()));
  const addresses = new Set(text.match(ADDRESSES_WITHIN)?.map((found) => found.toLowerCase()));
  const [hash, address] = [readHash([...hashes][0] ?? ''), readAddressHash([...addresses][0] ?? '')];
  if (hash && hashes.size === 1) return { kind: 'handle_or_hash', hash };
  return address && hashes.size === 0 && addresses.size === 1
    ? { kind: 'address', address, isToken: false }
    : undefined;
}

function readHash(text: string): Hex | undefined {
  const digits = HASH.exec(text)?.[1];
  return digits === undefined ? undefined : `0x${digits.toLowerCase()}`;
}

function readAddressHash(text: string): Hex | undefined {
  const digits = ADDRESS.exec(text)?.[1];
  return digits === undefined ? undefined : `0x${digits.toLowerCase()}`;
}

function readTokenId(text: string): string | undefined {
  if (!/^\d{1,78}$/.test(text)) return undefined;
  const id = BigInt(text);
  return id <= MAX_ID ? id.toString() : undefined;
}
