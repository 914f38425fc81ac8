import { type Database, openDatabase, type Sql } from '@/lib/db/open-database';
import { type ChainRow, listServedChains } from '@/lib/queries/chain';
import { createCache } from './cache';

/** The chains that are served, in their order, at most two seconds old. */
export type ServedChains = Readonly<{
  list(): Promise<readonly ChainRow[]>;
  /** The chain whose decimal id is this text, or the default one for undefined; undefined when there is none. */
  find(id: string | undefined): Promise<ChainRow | undefined>;
  /** The same handle each time. */
  open(chain: ChainRow): Database;
}>;

/** Reads the chains from one pool (`sql`) and opens their schemas on another, which may be a replica's. */
export function createServedChains(pools: { sql: Sql; readSql: Sql }): ServedChains {
  const remembered = createCache<readonly ChainRow[]>({ ttlMs: 2_000, maxKeys: 1 });
  const list = () => remembered('', () => listServedChains(pools.sql));
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
