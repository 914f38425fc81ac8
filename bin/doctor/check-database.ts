import type { Config } from '@/lib/config';
import { toArrayLiteral } from '@/lib/db/array-literal';
import { findEmbeddedPostgres } from '@/lib/db/find-embedded';
import { type Home, openHomes } from '@/lib/db/homes';
import { isMigrated } from '@/lib/db/migration-state';
import { openDatabase, openPool, type Sql } from '@/lib/db/open-database';
import { hostOf } from '@/lib/log';
import { findIndexerState } from '@/lib/queries/indexer-state';
import { type Finding, findingsOf } from './finding';

const OLDEST_VERSION = 150_000;
/** web has no connections; api, indexer and a second of each while they are upgraded. */
const POOLS = 4;
const MAX_CLOCK_DIFFERENCE = 5;
const MAX_REPLICA_LAG = 60;
const MAX_BLOCKS_BEHIND = 100;
const TIMEOUT_MS = 10_000;

/** What a server says of itself; times in seconds. */
export type ServerFacts = Readonly<{
  version: number;
  versionText: string;
  mayCreate: boolean;
  maxConnections: number;
  clock: number;
  bytes: number;
}>;

/** Checks the database, and its replica. */
export async function checkDatabase(config: Config): Promise<Finding[]> {
  const { ok } = findingsOf('database');
  const url = config.databaseUrl ?? (await findEmbeddedPostgres(config.dataDir))?.url;
  if (url === undefined)
    return [ok('the embedded one, which does not run now: start Astrolabe to have it checked')];
  const homes = await openHomes(config.chains, (home) => home);
  const elsewhere = [...homes.of.keys()];
  const replicaUrl = config.databaseReplicaUrl;
  const findings = await inspectHome({ url, replicaUrl }, { config, elsewhere, suffix: '' });
  for (const home of homes.all) {
    const ids = elsewhere.filter((id) => homes.of.get(id) === home);
    const suffix = ` of chain ${ids.join(', ')}`;
    findings.push(...(await inspectHome(home, { config, elsewhere: [], suffix })));
  }
  return findings;
}

async function inspectHome(
  { url, replicaUrl }: Home,
  { config, elsewhere, suffix }: { config: Config; elsewhere: readonly number[]; suffix: string },
): Promise<Finding[]> {
  const pool = config.databasePool;
  const main = await inspect(`database${suffix}`, url, (sql, subject) =>
    checkMain(sql, { pool, elsewhere, subject }),
  );
  if (replicaUrl === undefined) return main;
  return [...main, ...(await inspect(`replica${suffix}`, replicaUrl, checkReplica))];
}

async function inspect(
  subject: string,
  url: string,
  check: (sql: Sql, subject: string) => Promise<Finding[]>,
): Promise<Finding[]> {
  const sql = openPool({ url, connections: 1, name: 'doctor', timeoutMs: TIMEOUT_MS });
  try {
    return await check(sql, subject);
  } catch (error) {
    const { failure } = findingsOf(subject);
    const reason = error instanceof Error ? error.message : String(error);
    return [failure(`${hostOf(url)} cannot be used: ${reason}`, 'Start it, or correct its URL.')];
  } finally {
    await sql.end({ timeout: 1 });
  }
}

async function checkMain(
  sql: Sql,
  { pool, elsewhere, subject }: { pool: number; elsewhere: readonly number[]; subject: string },
): Promise<Finding[]> {
  const [facts] = await sql<ServerFacts[]>`
    select current_setting('server_version_num')::integer as version, current_setting('server_version') as "versionText",
      has_database_privilege(current_database(), 'CREATE') as "mayCreate",
      current_setting('max_connections')::integer as "maxConnections",
      extract(epoch from clock_timestamp())::float8 as clock, pg_database_size(current_database()) as bytes`;
  if (!facts) return [];
  const judged = judgeServer(facts, { pool, now: Date.now() / 1000, subject });
  const { warning } = findingsOf(subject);
  if (await isMigrated(sql, elsewhere)) return [...judged, ...(await checkIndexes(sql, elsewhere))];
  return [
    ...judged,
    warning(
      'its schemas are not of this version',
      'Run npm run migrate; npm start and the indexer do it too.',
    ),
  ];
}

/** Judges a server; `pool` is the connections of a process, `now` in Unix seconds. */
export function judgeServer(
  facts: ServerFacts,
  { pool, now, subject }: Readonly<{ pool: number; now: number; subject: string }>,
): Finding[] {
  const { ok, warning, failure } = findingsOf(subject);
  const difference = Math.round(Math.abs(facts.clock - now));
  if (facts.version < OLDEST_VERSION)
    return [failure(`PostgreSQL ${facts.versionText} is too old`, 'Upgrade it to 15 or newer.')];
  const findings: Finding[] = [];
  if (!facts.mayCreate)
    findings.push(
      failure(
        'this role may not create schemas',
        'Make it the owner of the database: each chain is a schema.',
      ),
    );
  if (pool * POOLS > facts.maxConnections)
    findings.push(
      warning(
        `it allows ${facts.maxConnections} connections, and each process opens up to ${pool}`,
        'Raise max_connections, lower DATABASE_POOL, or use a pooler (DATABASE_POOLER).',
      ),
    );
  if (difference > MAX_CLOCK_DIFFERENCE)
    findings.push(
      warning(
        `its clock and that of this machine differ by ${difference} s`,
        'Synchronize both (timedatectl): credits of a day begin and end by them.',
      ),
    );
  const size = `${(facts.bytes / 2 ** 30).toFixed(1)} GB`;
  return findings.length > 0 ? findings : [ok(`PostgreSQL ${facts.versionText}, ${size}`)];
}

/** Of the chains in this database; those `elsewhere` are only listed here. */
async function checkIndexes(sql: Sql, elsewhere: readonly number[]): Promise<Finding[]> {
  const chains = await sql<{ chain_id: number }[]>`
    select chain_id from gateway.chains
    where is_served and chain_id <> all(${toArrayLiteral(elsewhere)}::bigint[]) order by chain_id`;
  const findings: Finding[] = [];
  for (const { chain_id } of chains) {
    const { ok, warning } = findingsOf(`index of chain ${chain_id}`);
    const state = await findIndexerState(openDatabase(sql, chain_id));
    const [tip, head] = [state?.tip_number ?? null, state?.remote_head ?? null];
    if (tip === null)
      findings.push(warning('no blocks yet', 'See that the indexer runs: its log says what it waits for.'));
    else if (head !== null && state?.end_block === null && head - tip > MAX_BLOCKS_BEHIND)
      findings.push(
        warning(`block ${tip}, ${head - tip} behind the node`, 'It is catching up, or the indexer is down.'),
      );
    else findings.push(ok(`block ${tip}`));
  }
  return findings;
}

async function checkReplica(sql: Sql, subject: string): Promise<Finding[]> {
  const { ok, warning } = findingsOf(subject);
  const [row] = await sql<{ is_replica: boolean; lag: number | null }[]>`
    select pg_is_in_recovery() as is_replica,
      extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::float8 as lag`;
  if (!row?.is_replica)
    return [warning('it is no replica', 'Its URL must lead to a standby of the database.')];
  const lag = Math.round(row.lag ?? 0);
  return lag > MAX_REPLICA_LAG
    ? [
        warning(
          `its last change is ${lag} s old`,
          'See pg_stat_replication on the primary, unless nothing is indexed.',
        ),
      ]
    : [ok(`${lag} s behind`)];
}
