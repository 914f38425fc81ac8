import { type Cache, createCache } from '@/lib/api/cache';
import type { Database, Sql } from '@/lib/db/open-database';
import { PROJECT_DEPLOYMENTS } from '@/lib/labels/label';
import { skeletonsOf } from '@/lib/name-skeleton';
import { DEVELOPMENT_NODE } from './label-query';

/** A name of an address from the operator, an address book or ENS. */
export type KnownName = Readonly<{ address: Buffer; name: string }>;
type KnownNameEntry = KnownName & Readonly<{ kind: 'label' | 'list' | 'ens' }>;
type KnownNames = Readonly<{
  bySkeleton: ReadonlyMap<string, readonly KnownNameEntry[]>;
  /** Hex of the addresses that are labeled or on the token list. */
  vouched: ReadonlySet<string>;
}>;

/** An address with names that anyone may choose. */
type NameCandidate = Readonly<{ address: Buffer; names: readonly (string | Buffer | null)[] }>;

/** Of labels, and of the names and symbols of lists; files have no more. */
const MAX_NAMES = 100_000;
const MAX_ENS_NAMES = 50_000;
/** Labels and lists change when the indexer starts. */
const TTL_MS = 5 * 60_000;
const CACHE = { name: 'known_names', ttlMs: TTL_MS, maxKeys: 100, maxBytes: 128 * 1024 * 1024 };
/** Longer names are cut on pages. */
const MAX_NAME_BYTES = 200;

const caches = new WeakMap<Sql, Cache<KnownNames>>();

/**
 * For each name, the known name of another address that looks the same (UTS #39); undefined for none. Labeled addresses
 * and listed tokens imitate nothing, nor does one ENS name another, as each has its owner. Known names are cached for
 * five minutes.
 */
export async function findImitated(
  db: Database,
  named: readonly NameCandidate[],
): Promise<(KnownName | undefined)[]> {
  if (named.every(({ names }) => names.every((name) => name === null))) return named.map(() => undefined);
  const known = await loadKnownNames(db);
  return named.map((entry) => findImitatedBy(known, entry));
}

/** Rows with the name that theirs imitates, if they imitate one. */
export async function withImitated<Row extends { address: Buffer; imitates?: KnownName | undefined }>(
  db: Database,
  rows: readonly Row[],
  namesOf: (row: Row) => NameCandidate['names'],
): Promise<Row[]> {
  const imitated = await findImitated(
    db,
    rows.map((row) => ({ address: row.address, names: namesOf(row) })),
  );
  return rows.map((row, at) => (imitated[at] === undefined ? row : { ...row, imitates: imitated[at] }));
}

function findImitatedBy(known: KnownNames, { address, names }: NameCandidate): KnownName | undefined {
  if (known.vouched.has(address.toString('hex'))) return undefined;
  const texts = names.flatMap((name) => (name === null ? [] : [toText(name)]));
  for (const text of texts) {
    const alike = skeletonsOf(text).flatMap((skeleton) => known.bySkeleton.get(skeleton) ?? []);
    const isOwner = alike.some((other) => other.address.equals(address));
    const imitated = alike.find(
      (other) => !other.address.equals(address) && !(isOwner && other.kind === 'ens'),
    );
    if (imitated !== undefined) return { address: imitated.address, name: imitated.name };
  }
  return undefined;
}

function toText(name: string | Buffer): string {
  return typeof name === 'string' ? name : name.subarray(0, MAX_NAME_BYTES).toString('utf8');
}

function loadKnownNames(db: Database): Promise<KnownNames> {
  const { sql } = db;
  const cache = caches.get(sql) ?? createCache<KnownNames>(CACHE);
  caches.set(sql, cache);
  return cache(String(db.chainId), () => listKnownNames(db));
}

async function listKnownNames(db: Database): Promise<KnownNames> {
  const entries = await db.sql<{ address: Buffer; name: Buffer; kind: KnownNameEntry['kind'] }[]>`
    (select address, name, 'label' as kind from ${db.schema}.address_labels
      where source not in (${DEVELOPMENT_NODE}, ${PROJECT_DEPLOYMENTS}) limit ${MAX_NAMES})
    union all (select address, convert_to(name, 'UTF8'), 'list' from ${db.schema}.listed_tokens limit ${MAX_NAMES})
    union all (select address, convert_to(symbol, 'UTF8'), 'list' from ${db.schema}.listed_tokens limit ${MAX_NAMES})
    union all (
      select address, convert_to(name, 'UTF8'), 'ens' from ${db.schema}.ens_names
      where name is not null order by name limit ${MAX_ENS_NAMES}
    )`;
  const bySkeleton = new Map<string, KnownNameEntry[]>();
  const vouched = new Set<string>();
  for (const { address, name, kind } of entries) {
    const text = toText(name);
    if (kind !== 'ens') vouched.add(address.toString('hex'));
    for (const skeleton of skeletonsOf(text)) {
      const alike = bySkeleton.get(skeleton) ?? [];
      alike.push({ address, name: text, kind });
      bySkeleton.set(skeleton, alike);
    }
  }
  return { bySkeleton, vouched };
}
