import { type Database, openDatabase, type Sql } from '@/lib/db/open-database';
import type { ReadPools } from '@/lib/db/replica';
import { type ChainRow, listServedChains } from '@/lib/queries/chain';
import { createCache } from './cache';

/** The configured chains in order, at most two seconds old. */
export type ServedChains = Readonly<{
  list(): Promise<readonly ChainRow[]>;
  /** Finds a chain by its decimal ID, or the default chain for undefined. */
  find(id: string | undefined): Promise<ChainRow | undefined>;
  open(chain: ChainRow): Database;
}>;

/** Opens the chains on the pool for reads of that moment. */
export function createServedChains({ readSql, readNewest }: ReadPools): ServedChains {
  const cache = createCache<readonly ChainRow[]>({ ttlMs: 2_000, maxKeys: 1 });
  const list = () => cache('', () => readNewest(listServedChains));
  const find = async (id: string | undefined) => {
    const chains = await list();
    return id === undefined ? chains[0] : chains.find((chain) => String(chain.chain_id) === id);
  };
  const opened = new Map<Sql, Map<number, Database>>();
  const open = ({ chain_id }: ChainRow) => {
    const sql = readSql();
    const chains = opened.get(sql) ?? new Map<number, Database>();
    const db = chains.get(chain_id) ?? openDatabase(sql, chain_id);
    opened.set(sql, chains.set(chain_id, db));
    return db;
  };
  return { list, find, open };
}
