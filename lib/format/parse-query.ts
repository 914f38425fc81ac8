import type { Hex } from '@/lib/evm/hex';
import { findExplorerChain } from './explorer-hosts';
import { findChainPage, isPageName } from './explorer-pages';
import { findTab, isTabName, type TabbedPage } from './explorer-tabs';
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
  /** The page, in lower case: "tx". */
  page: string;
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
  ...['address', 'addresses', 'account', 'contract'].map((name) => [name, readAddress] as const),
  ...['token', 'tokens', 'nft'].map((name) => [name, readToken] as const),
  ...['block', 'blocks'].map((name) => [name, readBlock] as const),
  ...['op', 'ops', 'userop'].map((name) => [name, readOperation] as const),
  ['handle', readHandle] as const,
]);

/** Parameters that tell what a page of another explorer is about, whatever the page: `/tokentxns?a=0x…`. */
const PARAMETERS: readonly (readonly [string, (text: string) => Target | undefined])[] = [
  ...['a', 'address', 'search', 'fadd', 'tadd'].map((name) => [name, readHolder] as const),
  ...['from', 'to'].map((end) => [`${end}_address_hashes_to_include`, readHolder] as const),
  ...['txhash', 'tx'].map((name) => [name, (text: string) => readTransaction({ value: text })] as const),
  ['block', readHeightOnly],
];

/** Searches of explorers -> the parameter with the text. */
const SEARCHES: ReadonlyMap<string, string> = new Map([
  ['search', 'q'],
  ['search-results', 'q'],
  ['name-lookup-search', 'id'],
  ['enslookup-search', 'search'],
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
  const parameters = new URLSearchParams(query);
  const segments = path
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
    .split('/')
    .filter((part) => part !== '');
  const at = segments.findIndex((segment) => PAGES.has(segment.toLowerCase()));
  const page = (at === -1 ? segments.at(-1) : segments[at])?.toLowerCase() ?? '';
  const link = { page, value: segments[at + 1] ?? '', next: segments.slice(at + 2), parameters, fragment };
  const target = path.includes('/')
    ? (PAGES.get(page)?.(link) ?? readParameters(parameters) ?? readPage(path, parameters))
    : undefined;
  if (target === undefined) return undefined;
  const named = segments.findIndex((segment) => isLinkName(segment.toLowerCase()));
  const chainId = readChain(named === -1 ? segments : segments.slice(0, named));
  return { ...addTab(target, link), ...(chainId === undefined ? {} : { chainId }) };
}

/** The target with the tab of its link: path segments, `?tab=`, in Etherscan's the fragment, or a list of its own. */
function addTab(target: Target, { page, next, parameters, fragment }: Link): ParsedQuery {
  if (target.kind !== 'transaction' && target.kind !== 'address' && target.kind !== 'block') return target;
  const isToken = target.kind === 'address' && target.isToken;
  const filtered = target.kind === 'address' ? readFilter(target, next, parameters) : undefined;
  if (filtered !== undefined) return filtered;
  const names = [next.join('/'), next[0], parameters.get('tab'), fragment, PAGES.has(page) ? '' : page];
  const find = (of: TabbedPage) => names.map((name) => findTab(of, name)).find((tab) => tab !== '');
  const tab = find(isToken ? 'token' : target.kind);
  if (tab !== undefined) return { ...target, tab };
  if (target.kind !== 'address' || !target.isToken) return target;
  // the contract of a token is on the page of its address
  const contract = find('address');
  return contract?.startsWith('/contract') ? { ...target, isToken: false, tab: contract } : target;
}

/** Transfers of one token of one address: `/token/0x…?a=0x…`, `/address/0x…/tokens/0x…`. */
function readFilter(
  { address, isToken }: Extract<Target, { kind: 'address' }>,
  [first, second = '']: readonly string[],
  parameters: URLSearchParams,
): ParsedQuery | undefined {
  const other = readAddressHash((isToken ? parameters.get('a') : first === 'tokens' && second) || '');
  if (!other) return undefined;
  const [holder, token] = isToken ? [other, address] : [address, other];
  return { kind: 'address', address: holder, isToken: false, tab: `/token-transfers?token=${token}` };
}

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

/** `/block/5`, `/block/0x…`, `/block/countdown/5` */
function readBlock({ value, next: [first = ''] }: Link): Target | undefined {
  const id = value.toLowerCase() === 'countdown' ? first : value;
  const block = readHeight(id) ?? readHash(id);
  return block === undefined ? undefined : { kind: 'block', block };
}

function readHeightOnly(text: string): Target | undefined {
  const block = readHeight(text);
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
  const [name = '', ...next] = (path ?? '')
    .replace(/^\/\d+(?=\/)/, '')
    .split('/')
    .slice(1);
  const text = cleanText(parameters.get(SEARCHES.get(name.toLowerCase()) ?? '') ?? '');
  if (text !== '') return readPlain(text) ?? { kind: 'text', text: [...text].slice(0, MAX_TEXT).join('') };
  const found = findChainPage([name, ...next], parameters);
  return found === undefined ? undefined : { kind: 'page', path: found };
}

/** Whether the page of a link can have this name (in lower case), here or in another explorer. */
export function isLinkName(name: string): boolean {
  return PAGES.has(name) || SEARCHES.has(name) || isPageName(name) || isTabName(name);
}

/** Lists (`/txs?a=0x…`, `/txs?block=5`). */
function readParameters(parameters: URLSearchParams): Target | undefined {
  const found = PARAMETERS.map(([name, read]) => read(parameters.get(name) ?? ''));
  return found.find((target) => target !== undefined);
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
