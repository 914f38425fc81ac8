import { type ChainRow, listServedChains } from '@/lib/api/config/chain-query';
import type { DedicatedDatabases } from '@/lib/db/dedicated-databases';
import { type Database, openDatabase, type Sql } from '@/lib/db/open-database';
import { isPartitioned } from '@/lib/db/partitions';
import type { ReadPools } from '@/lib/db/replica';
import { createCache } from './cache';

/** Where chains are read; `dedicated`: databases of single chains. */
export type ChainPools = Readonly<{
  reads: ReadPools;
  dedicated?: DedicatedDatabases<Readonly<{ reads: ReadPools }>>;
}>;

type ServedOptions = ChainPools & Readonly<{ publicUrl?: string }>;

/** The configured chains in order, at most two seconds old. */
export type ServedChains = Readonly<{
  list(): Promise<readonly ChainRow[]>;
  /** Finds a chain by its decimal ID, or the default chain for undefined. */
  find(id: string | undefined): Promise<ChainRow | undefined>;
  open(chain: ChainRow): Database;
  /** The chain on its primary. */
  openPrimary(chain: ChainRow): Database;
}>;

/** Opens the chains on the pool for reads of that moment, of the service's database or of their own. */
export function createServedChains({ reads, dedicated, publicUrl: siteUrl }: ServedOptions): ServedChains {
  const cache = createCache<readonly ChainRow[]>({ name: 'served_chains', ttlMs: 2_000, maxKeys: 1 });
  const list = () => cache('', () => reads.readNewest(listServedChains));
  const find = async (id: string | undefined) => {
    const chains = await list();
    return id === undefined ? chains[0] : chains.find((chain) => String(chain.chain_id) === id);
  };
  const opened = new WeakMap<Sql, Map<number, Database>>();
  const readsOf = ({ chain_id }: ChainRow) => dedicated?.of.get(chain_id)?.reads ?? reads;
  const openOn = (sql: Sql, { chain_id }: ChainRow) => {
    const chains = opened.get(sql) ?? new Map<number, Database>();
    const db = chains.get(chain_id) ?? {
      ...openDatabase(sql, chain_id),
      ...(siteUrl !== undefined && { siteUrl }),
    };
    opened.set(sql, chains.set(chain_id, db));
    detectPartitions(db);
    return db;
  };
  return {
    list,
    find,
    open: (chain) => openOn(readsOf(chain).readSql(), chain),
    openPrimary: (chain) => openOn(readsOf(chain).primary, chain),
  };
}

const DETECT_MS = 60_000;
const detectedAt = new WeakMap<Database, number>();

/** Detects once a minute whether the chain has partitions; results are the same before that is known. */
function detectPartitions(db: Database): void {
  if (performance.now() - (detectedAt.get(db) ?? Number.NEGATIVE_INFINITY) < DETECT_MS) return;
  detectedAt.set(db, performance.now());
  isPartitioned(db).then(
    (found) => {
      db.isPartitioned = found;
    },
    () => undefined,
  );
}
