import { parseAbiItem } from 'viem/utils';
import { NAME_SOURCES, type StoredName } from './name-sources';
import { parseSignature } from './parse-signature';
import { eventKey, indexSignatures, type SignatureMaps, type Signatures } from './signatures';

/** The names of one selector or topic by their source. */
export type KeyNames = Readonly<Record<StoredName['source'], SignatureMaps>>;

const EMPTY: SignatureMaps = indexSignatures([]);
/** Of a key without a name. */
export const NO_NAMES: KeyNames = { shipped: EMPTY, imported: EMPTY, fetched: EMPTY };
const SELECTOR_LENGTH = 10;
const TOPIC_LENGTH = 66;
/** Calls are nested five deep, errors four; each round loads the names that the previous one asked for. */
const MAX_ROUNDS = 10;
/** Of a round: the next one loads the others. */
const MAX_KEYS = 10_000;

type NameAccess = Readonly<{
  /** The names of a key in lower-case hex, if they are loaded. */
  find(key: string): KeyNames | undefined;
  load(keys: readonly string[]): Promise<ReadonlyMap<string, KeyNames>>;
}>;

/**
 * Runs `present` with names: while decoding, it requests selectors and topics. Missing ones are loaded in one batch, and it
 * runs again, until it requests no others. It must be pure.
 */
export async function presentWithNames<Answer>(
  { find, load }: NameAccess,
  present: (sources: readonly Signatures[]) => Answer,
): Promise<Answer> {
  const found = new Map<string, KeyNames>();
  const missing = new Set<string>();
  const lookUp = (key: string) => {
    if (key.length !== SELECTOR_LENGTH && key.length !== TOPIC_LENGTH) return NO_NAMES;
    const names = found.get(key) ?? find(key);
    if (names === undefined) missing.add(key);
    else found.set(key, names);
    return names ?? NO_NAMES;
  };
  const sources = NAME_SOURCES.map((source) => viewSource(source, lookUp));
  for (let round = 0; ; round += 1) {
    const answer = present(sources);
    if (missing.size === 0 || round === MAX_ROUNDS) return answer;
    const keys = [...missing].slice(0, MAX_KEYS);
    missing.clear();
    const loaded = await load(keys);
    for (const key of keys) found.set(key, loaded.get(key) ?? NO_NAMES);
  }
}

function viewSource(source: StoredName['source'], lookUp: (key: string) => KeyNames): Signatures {
  return {
    functions: { get: (selector) => lookUp(selector)[source].functions.get(selector) },
    errors: { get: (selector) => lookUp(selector)[source].errors.get(selector) },
    events: { get: (key) => lookUp(key.slice(0, TOPIC_LENGTH))[source].events.get(key) },
    guess: source === 'shipped' ? 'declared' : 'learned',
  };
}

/** The names that are stored of a key, in their order. */
export function readNames(key: string, stored: readonly StoredName[]): KeyNames {
  const textsOf = (wanted: StoredName['source']) =>
    stored.flatMap(({ signature, source }) => (source === wanted ? [signature] : []));
  const [shipped, imported, fetched] = [textsOf('shipped'), textsOf('imported'), textsOf('fetched')];
  return {
    shipped: shipped.length === 0 ? EMPTY : indexSignatures(shipped.map((text) => parseAbiItem(text))),
    imported: indexLearned(key, imported),
    fetched: indexLearned(key, fetched),
  };
}

/** A signature has no kind: one of a selector may be a function or an error, and none says which parameters are indexed. */
function indexLearned(key: string, texts: readonly string[]): SignatureMaps {
  const signatures = texts.flatMap((text) => parseSignature(text) ?? []);
  if (signatures.length === 0) return EMPTY;
  if (key.length === TOPIC_LENGTH) {
    const events = signatures.map(({ name, inputs }) => ({ type: 'event', name, inputs }) as const);
    return { ...EMPTY, events: new Map([[eventKey(key, 0), events]]) };
  }
  const rest = { outputs: [], stateMutability: 'nonpayable' } as const;
  const functions = signatures.map(
    ({ name, inputs }) => ({ type: 'function', name, inputs, ...rest }) as const,
  );
  const errors = signatures.map(({ name, inputs }) => ({ type: 'error', name, inputs }) as const);
  return { functions: new Map([[key, functions]]), errors: new Map([[key, errors]]), events: new Map() };
}
