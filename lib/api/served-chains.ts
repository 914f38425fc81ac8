import { type Database, openDatabase, type Sql } from '@/lib/db/open-database';
import { type ChainRow, listServedChains } from '@/lib/queries/chain';
import { createCache } from './cache';

/** The configured chains in order, at most two seconds old. */
export type ServedChains = Readonly<{
  list(): Promise<readonly ChainRow[]>;
  /** Finds a chain by its decimal ID, or the default chain for undefined. */
  find(id: string | undefined): Promise<ChainRow | undefined>;
  open(chain: ChainRow): Database;
}>;

/** Reads the chain list from `sql`; opens the chains on `readSql`, which may be a replica. */
export function createServedChains(pools: { sql: Sql; readSql: Sql }): ServedChains {
  const cache = createCache<readonly ChainRow[]>({ ttlMs: 2_000, maxKeys: 1 });
  const list = () => cache('', () => listServedChains(pools.sql));
  const find = async (id: string | undefined) => {
    const chains = await list();
    return id === undefined ? chains[0] : chains.find((chain) => String(chain.chain_id) === id);
  };
  const opened = new Map<number, Database>();
  const open = ({ chain_id }: ChainRow) => {
    const db = opened.get(chain_id) ?? openDatabase(pools.readSql, chain_id);
    opened.set(chain_id, db);
    return db;
  };
  return { list, find, open };
}
