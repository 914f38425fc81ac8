import { isSuggestion, type Suggestion } from './suggestion';

/** Names that the visitor gave to addresses (in lower case). They never leave the browser. */
export type Labels = Readonly<Record<string, string>>;

const LABELS_KEY = 'labels';
const RECENT_KEY = 'recent';
const MAX_RECENT = 8;
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

/** Recent choices, newest first. */
export function readRecent(): readonly Suggestion[] {
  const untrusted = readStored(RECENT_KEY);
  return Array.isArray(untrusted) ? untrusted.filter(isSuggestion).slice(0, MAX_RECENT) : [];
}

/** Puts a choice first. */
export function storeRecent(chosen: Suggestion): void {
  const { kind, text, note, href } = chosen;
  const others = readRecent().filter((one) => one.href !== href);
  store(RECENT_KEY, [{ kind, text, note, href }, ...others].slice(0, MAX_RECENT));
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
