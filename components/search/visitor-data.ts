import { isSuggestion, type Suggestion } from './suggestion';

/** Names that the visitor gave to addresses (in lower case). They never leave the browser. */
export type Labels = Readonly<Record<string, string>>;

const LABELS_KEY = 'labels';
const RECENT_KEY = 'recent';
const MAX_RECENT = 8;
const MAX_LABELS = 5_000;
const MAX_LABEL = 60;

/** Stored labels; none if they cannot be read. */
export function readLabels(): Labels {
  return checkLabels(readStored(LABELS_KEY));
}

/** Stores labels; false if the browser refuses. */
export function storeLabels(labels: Labels): boolean {
  return store(LABELS_KEY, labels);
}

/** The valid labels of an untrusted object: addresses with a text of at most 60 characters. */
export function checkLabels(given: unknown): Labels {
  if (typeof given !== 'object' || given === null) return {};
  const entries = Object.entries(given).flatMap(([address, name]) => {
    const isValid = /^0x[0-9a-f]{40}$/i.test(address) && typeof name === 'string' && name.trim() !== '';
    return isValid ? [[address.toLowerCase(), [...name.trim()].slice(0, MAX_LABEL).join('')] as const] : [];
  });
  return Object.fromEntries(entries.slice(0, MAX_LABELS));
}

/** What was chosen last, newest first. */
export function readRecent(): readonly Suggestion[] {
  const given = readStored(RECENT_KEY);
  return Array.isArray(given) ? given.filter(isSuggestion).slice(0, MAX_RECENT) : [];
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
