import type { ChainConfig } from '@/lib/config';
import { type DedicatedDatabases, openDedicatedDatabases } from '@/lib/db/dedicated-databases';
import { notifyReset } from '@/lib/db/development';
import { loadSignatures } from '@/lib/db/load-signatures';
import { migrateChain, migrateGateway } from '@/lib/db/migrate';
import type { Sql } from '@/lib/db/open-database';
import { findConflicts, findStoredChain, isAnythingIndexed, registerChains } from '@/lib/db/register-chains';
import { AppError } from '@/lib/errors';
import type { Logger } from '@/lib/log';
import { pause } from '@/lib/retry';
import { resetDevChains } from './reset-dev-chains';
import { type Resolution, type ResolvedChain, resolveChains } from './resolve-chains';

/**
 * A configured chain whose node does not respond, or is of another chain. `stored` is its stored registration, served
 * meanwhile; undefined when there is none.
 */
export type WaitingChain = Readonly<{
  configured: ChainConfig;
  error: AppError;
  stored: ResolvedChain | undefined;
}>;

/** The database of the service, and those of single chains. */
export type ChainDatabases = Readonly<{ sql: Sql; dedicated: DedicatedDatabases<Sql> }>;

type AdmissionOptions = Readonly<{
  all: readonly ChainConfig[];
  log: Logger;
  signal: AbortSignal;
  pollMs?: number;
}>;

/** Chains to index, registered and migrated, and those whose indexing must wait. */
export type Admission = Readonly<{ chains: readonly ResolvedChain[]; waiting: readonly WaitingChain[] }>;

const POLL_MS = 5_000;
const SAY_EVERY_MS = 60_000;

/**
 * Registers and migrates the chains whose nodes fit. Throws AppError `config` or `chain_mismatch` when one does not and
 * the database holds no block yet, so a bad initial configuration fails fast, and when START_BLOCK differs.
 */
export async function admitChains(
  database: ChainDatabases,
  resolutions: readonly Resolution[],
): Promise<Admission> {
  const admission = await admit(
    database,
    resolutions,
    resolutions.map(({ configured }) => configured),
  );
  const indexed = await Promise.all([database.sql, ...database.dedicated.all].map(isAnythingIndexed));
  if (admission.waiting.length > 0 && !indexed.includes(true))
    throw joinErrors(admission.waiting.map(({ error }) => error));
  return admission;
}

/** All chains. Throws AppError `config`, one line per chain that was not resolved. */
export function requireResolved(resolutions: readonly Resolution[]): ResolvedChain[] {
  const errors = resolutions.flatMap((resolution) => ('error' in resolution ? [resolution.error] : []));
  if (errors.length > 0) throw joinErrors(errors);
  return resolutions.flatMap((resolution) => ('chain' in resolution ? [resolution.chain] : []));
}

/**
 * Retries until the chain is admitted, logging the reason at intervals; undefined when aborted. Without an `error` it is
 * tried at once. Times in ms.
 */
export async function untilAdmitted(
  database: ChainDatabases,
  { configured, error }: Readonly<{ configured: ChainConfig; error?: AppError }>,
  { all, log, signal, pollMs = POLL_MS }: AdmissionOptions,
): Promise<ResolvedChain | undefined> {
  let reason: unknown = error;
  let saidAt: number | undefined;
  while (!signal.aborted) {
    if (reason !== undefined && (saidAt === undefined || performance.now() - saidAt > SAY_EVERY_MS)) {
      saidAt = performance.now();
      log.error(
        { chain: configured.id, error: reason },
        'cannot index this chain yet; serving what is already indexed',
      );
    }
    if (reason !== undefined) await pause(pollMs, signal);
    if (signal.aborted) break;
    try {
      const { chains, waiting } = await admit(database, await resolveChains([configured]), all);
      if (chains[0]) return chains[0];
      reason = waiting[0]?.error ?? reason;
    } catch (failure) {
      reason = failure;
    }
  }
  return undefined;
}

/** Writes nothing when START_BLOCK differs: throws AppError `chain_mismatch`. `all` are the configured chains. */
async function admit(
  database: ChainDatabases,
  resolutions: readonly Resolution[],
  all: readonly ChainConfig[],
): Promise<Admission> {
  const { sql, dedicated } = database;
  const resolved = await Promise.all(
    resolutions.flatMap((resolution) => ('chain' in resolution ? [markDemo(sql, resolution.chain)] : [])),
  );
  const isOnlyChain = all.every(({ id }) => id === undefined);
  const groups = groupByDatabase(database, resolved);
  for (const [own, members] of groups) await resetDevChains({ own, main: sql }, members, { isOnlyChain });
  const found = groups.map(([own, members]) => findConflicts(own, members, { isOnlyChain }));
  const conflicts = new Map((await Promise.all(found)).flatMap((some) => [...some]));
  for (const conflict of conflicts.values()) if (!conflict.retryable) throw conflict;
  const chains = resolved.filter(({ chainId }) => !conflicts.has(chainId));
  const waiting = await Promise.all(
    resolutions.flatMap((resolution) => {
      const error = 'error' in resolution ? resolution.error : conflicts.get(resolution.chain.chainId);
      return error
        ? [describeWaiting(databaseOf(database, resolution.configured.id), resolution.configured, error)]
        : [];
    }),
  );
  const order = all.flatMap(({ id }) => id ?? chains.map(({ chainId }) => chainId));
  for (const [own, members] of groupByDatabase(database, chains))
    if (own !== sql) await registerChains(own, members, { order });
  // The first block's hash is stored in the database of the chain.
  const listed = chains.map((chain) =>
    dedicated.of.has(chain.chainId) ? { ...chain, firstBlockHash: null } : chain,
  );
  if (chains.length > 0) await registerChains(sql, listed, { isOnlyChain, order });
  const stored = waiting.flatMap((chain) => chain.stored ?? []);
  await migrateChains(
    database,
    [...chains, ...stored].map(({ chainId }) => chainId),
  );
  // another chain may have taken the place of one
  for (const { chainId, dev } of chains) if (dev) await notifyReset(databaseOf(database, chainId), chainId);
  return { chains, waiting };
}

/** Throws AppError `config`, one line per chain whose index is of another version. */
export async function migrateChains(database: ChainDatabases, ids: readonly number[]): Promise<void> {
  const refusals: AppError[] = [];
  for (const id of ids)
    await migrateChain(databaseOf(database, id), id).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      refusals.push(error);
    });
  if (refusals.length > 0) throw joinErrors(refusals);
}

/**
 * Opens the databases of single chains, and migrates `gateway` in all of them; that of the service, whose pool is
 * `sql`, also gets the bundled signatures. `open` returns a pool.
 */
export async function openChainDatabases(
  sql: Sql,
  chains: readonly ChainConfig[],
  open: (url: string) => Sql,
): Promise<ChainDatabases & Readonly<{ end(): Promise<void> }>> {
  const dedicated = await openDedicatedDatabases(chains, ({ url }) => open(url));
  const end = async () => void (await Promise.all(dedicated.all.map((pool) => pool.end({ timeout: 1 }))));
  try {
    for (const pool of [sql, ...dedicated.all]) await migrateGateway(pool);
    await loadSignatures(sql);
  } catch (error) {
    await end();
    throw error;
  }
  return { sql, dedicated, end };
}

/** The pool of a chain's database. */
export function databaseOf({ sql, dedicated }: ChainDatabases, chainId: number | undefined): Sql {
  return (chainId === undefined ? undefined : dedicated.of.get(chainId)) ?? sql;
}

function groupByDatabase(database: ChainDatabases, chains: readonly ResolvedChain[]) {
  const groups = new Map<Sql, ResolvedChain[]>();
  for (const chain of chains) {
    const own = databaseOf(database, chain.chainId);
    groups.set(own, [...(groups.get(own) ?? []), chain]);
  }
  return [...groups];
}

async function describeWaiting(sql: Sql, configured: ChainConfig, error: AppError): Promise<WaitingChain> {
  const registration = await findStoredChain(sql, configured.id);
  const { rpcUrls, endBlock } = configured;
  return { configured, error, stored: registration && { ...registration, rpcUrls, endBlock } };
}

/** Sets `isDemo` if the supervisor registered the chain as the demo: the node does not know. */
async function markDemo(sql: Sql, chain: ResolvedChain): Promise<ResolvedChain> {
  const [demo] = await sql`
    select 1 from gateway.chains
    where chain_id = ${chain.chainId} and is_demo and first_block_hash = ${chain.firstBlockHash}`;
  return demo ? { ...chain, isDemo: true } : chain;
}

function joinErrors(errors: readonly AppError[]): AppError {
  return new AppError('config', errors.map(({ message }) => message).join('\n'));
}
