import { isSuggestion, type Suggestion } from './suggestion';

/** Names that the visitor gave to addresses (in lower case). They never leave the browser. */
export type Labels = Readonly<Record<string, string>>;

const LABELS_KEY = 'labels';
const RECENT_KEY = 'recent';
const WATCHED_KEY = 'watched';
const BEGUN_KEY = 'begun';
const MAX_RECENT = 8;
/** Of a chain: what the API answers at once. */
const MAX_WATCHED = 50;
const MAX_CHAINS = 20;
const MAX_HEIGHT = 1e15 - 1;
const MAX_LABELS = 5_000;
const MAX_LABEL = 60;

/** Data that the browser refused to store: kept until the page is left. */
let unstored: Labels | undefined;

/** Stored labels; none if they cannot be read. */
export function readLabels(): Labels {
  return unstored ?? checkLabels(readStored(LABELS_KEY));
}

/**
 * Changes the labels as stored now, also by another tab: adds some, up to 5,000 in all, or removes an address. Gives all
 * labels, how many were left out, and whether the browser stored them.
 */
export function changeLabels(change: { add: Labels } | { remove: string }) {
  const stored = readLabels();
  const { labels, leftOut } =
    'add' in change
      ? mergeLabels(stored, change.add)
      : { labels: without(stored, change.remove), leftOut: 0 };
  const isStored = store(LABELS_KEY, labels);
  unstored = isStored ? undefined : labels;
  return { labels, leftOut, isStored };
}

function without(labels: Labels, address: string): Labels {
  const { [address]: _, ...others } = labels;
  return others;
}

/** The labels with others added or replaced, up to 5,000 in all, and how many of the others were left out. */
export function mergeLabels(labels: Labels, added: Labels): { labels: Labels; leftOut: number } {
  const all = Object.entries({ ...labels, ...added });
  return {
    labels: Object.fromEntries(all.slice(0, MAX_LABELS)),
    leftOut: Math.max(0, all.length - MAX_LABELS),
  };
}

/** The valid labels of an untrusted object: addresses with a text of at most 60 characters. */
export function checkLabels(untrusted: unknown): Labels {
  if (typeof untrusted !== 'object' || untrusted === null) return {};
  const entries = Object.entries(untrusted).flatMap(([address, name]) => {
    const isValid = /^0x[0-9a-f]{40}$/i.test(address) && typeof name === 'string' && name.trim() !== '';
    return isValid ? [[address.toLowerCase(), [...name.trim()].slice(0, MAX_LABEL).join('')] as const] : [];
  });
  return Object.fromEntries(entries);
}

/** Recent choices and searches, newest first; what was kept is gone once the visitor has switched that off. */
export function readRecent(): readonly Suggestion[] {
  if (isRecentOff()) {
    clearRecent();
    return [];
  }
  const untrusted = readStored(RECENT_KEY);
  return Array.isArray(untrusted) ? untrusted.filter(isSuggestion).slice(0, MAX_RECENT) : [];
}

/** Removes all recent choices. */
export function clearRecent(): void {
  try {
    localStorage.removeItem(RECENT_KEY);
  } catch {
    // nothing can have been stored
  }
}

const isRecentOff = () => document.documentElement.dataset.recent === 'off';

/** Puts a choice first, unless the visitor has switched that off. */
export function storeRecent(chosen: Suggestion): void {
  if (isRecentOff()) return;
  const { kind, text, note, href } = chosen;
  const others = readRecent().filter((one) => one.href !== href);
  store(RECENT_KEY, [{ kind, text, note, href }, ...others].slice(0, MAX_RECENT));
}

/** Watched addresses as "chain/address" in lower case, with the last block that the visitor has seen of each. */
export type Watched = Readonly<Record<string, number>>;

/** Stored watched addresses, latest first; none if they cannot be read. */
export function readWatched(): Watched {
  return checkWatched(readStored(WATCHED_KEY));
}

/** Stores watched addresses; false if the browser does not, or if they are more than 50 of a chain. */
export function storeWatched(watched: Watched): boolean {
  const checked = checkWatched(watched);
  const isWhole = Object.keys(checked).length === Object.keys(watched).length;
  return isWhole && store(WATCHED_KEY, checked);
}

/**
 * Removes what was watched of a chain that is gone: of a development node that began again since (`reset` is another than
 * when it was last noted) all of it, of one that went back what was seen of later blocks. Tells whether that was so.
 */
export function forgetGone(chain: string, reset: string, to: number | undefined): boolean {
  const begun = readStored(BEGUN_KEY);
  const known = new Map(typeof begun === 'object' && begun !== null ? Object.entries(begun) : []);
  const before: unknown = known.get(chain);
  if (before === reset) return false;
  known.delete(chain);
  store(BEGUN_KEY, Object.fromEntries([...known, [chain, reset]].slice(-MAX_CHAINS)));
  if (before === undefined) return false;
  const left = Object.entries(readWatched()).flatMap(([key, block]) => {
    if (!key.startsWith(`${chain}/`)) return [[key, block] as const];
    return to === undefined ? [] : [[key, Math.min(block, to)] as const];
  });
  return storeWatched(Object.fromEntries(left));
}

/** The valid part of an untrusted object: up to 50 addresses of each of 20 chains. */
export function checkWatched(untrusted: unknown): Watched {
  if (typeof untrusted !== 'object' || untrusted === null) return {};
  const chains = new Map<string, number>();
  const entries = Object.entries(untrusted).filter(([key, block]) => {
    const chain = /^(\d{1,20})\/0x[0-9a-f]{40}$/.exec(key)?.[1];
    if (chain === undefined || !Number.isSafeInteger(block) || block < 0 || block > MAX_HEIGHT) return false;
    const count = (chains.get(chain) ?? 0) + 1;
    if (count > MAX_WATCHED || (count === 1 && chains.size === MAX_CHAINS)) return false;
    chains.set(chain, count);
    return true;
  });
  return Object.fromEntries(entries);
}

function readStored(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

function store(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
