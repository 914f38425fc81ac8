import { createHash } from 'node:crypto';
import type { Artifact } from '@/lib/artifacts/artifact';
import type { ArtifactIndex, ArtifactMatch } from '@/lib/artifacts/artifact-index';
import { toArrayLiteral } from '@/lib/db/array-literal';
import { hashCode } from '@/lib/db/hash-code';
import type { Database, Transaction } from '@/lib/db/open-database';
import { runTransaction } from '@/lib/db/transaction';
import { whileLeading } from '@/lib/indexer/sync/leader-term';
import { findStateHeight } from '@/lib/indexer/sync/state-height';
import type { Logger } from '@/lib/log';
import { repeat } from '@/lib/retry';
import type { Rpc } from '@/lib/rpc/client';
import { unbatched } from '@/lib/rpc/failover';
import { fetchCode } from '@/lib/rpc/methods';

/** The artifacts of `ABI_DIR` as they are now. */
export type ArtifactSource = Readonly<{ readonly index: ArtifactIndex }>;

/** A contract and the artifact that its code matches. */
export type MatchedContract = Readonly<{ address: Buffer; code_hash: Buffer; match: ArtifactMatch }>;

type StoredContract = Readonly<{ address: Buffer; code_size: number; code_hash: Buffer }>;

const PER_PAGE = 200;
const IDLE_MS = 500;
const MAX_PAUSE_MS = 30_000;

/**
 * Matches stored contracts again after the artifacts change, until aborted, in parallel to the main loop. Never throws.
 */
export async function watchArtifactMatches(
  context: Readonly<{ rpc: Rpc; db: Database; artifacts: ArtifactSource }>,
  { log, signal }: Readonly<{ log: Logger; signal: AbortSignal }>,
): Promise<void> {
  let done: string | undefined;
  await repeat({
    ...{ firstMs: IDLE_MS, maxMs: MAX_PAUSE_MS, signal },
    round: async () => {
      const { index } = context.artifacts;
      if (index.version !== done) {
        const named = await matchStored({ ...context, index, signal });
        if (named > 0) log.info({ contracts: named }, 'named contracts by the artifacts in ABI_DIR');
        done = index.version;
      }
      return IDLE_MS;
    },
    onError: (error) =>
      log.warn({ error }, 'could not match contracts against the artifacts in ABI_DIR; retrying'),
  });
}

/** Compares every stored contract of a size that an artifact has; returns how many it named. */
async function matchStored(
  context: Readonly<{ rpc: Rpc; db: Database; index: ArtifactIndex; signal: AbortSignal }>,
): Promise<number> {
  const { db, index, signal } = context;
  const rpc = unbatched(context.rpc);
  const known = new Map<string, ArtifactMatch | undefined>();
  const find = async ({ address, code_hash }: StoredContract) => {
    const key = code_hash.toString('hex');
    if (!known.has(key)) {
      const code = await fetchCode(rpc, address, await findStateHeight(db));
      // A different code is from another contract or block.
      if (!hashCode(code).equals(code_hash)) return undefined;
      known.set(key, index.find(code));
    }
    return known.get(key);
  };
  let named = 0;
  for (const size of index.sizes) {
    let after: Buffer = Buffer.alloc(0);
    for (let isLast = false; !isLast && !signal.aborted; ) {
      const page = await listOfSize(db, size, after);
      const matched: MatchedContract[] = [];
      for (const contract of page) {
        const match = await find(contract);
        if (match) matched.push({ ...contract, match });
      }
      named += await storeMatches(db, matched);
      after = page.at(-1)?.address ?? after;
      isLast = page.length < PER_PAGE;
    }
  }
  return named;
}

async function listOfSize(db: Database, size: number, after: Buffer): Promise<StoredContract[]> {
  return await db.sql<StoredContract[]>`
    select address, code_size, code_hash from ${db.schema}.addresses
    where code_size > 0 and code_size = ${size} and address > ${after} and is_contract
    order by code_size, address limit ${PER_PAGE}`;
}

/**
 * Stores matches of artifacts; returns how many. Other verifications are kept, and so is a better earlier match (exact,
 * or with sources): then the project has changed since.
 */
export async function storeMatches(db: Database, matched: readonly MatchedContract[]): Promise<number> {
  if (matched.length === 0) return 0;
  return await runTransaction(db.sql, async (sql) => {
    const wanted = await listWanted(sql, db, matched);
    for (const { address, code_hash, match } of wanted) {
      const row = toRow(match);
      const isVerified = row.source === 'verified';
      await sql`
        delete from ${db.schema}.contract_interfaces
        where address = ${address} and (artifact is not null or (source = 'operator' and ${isVerified}))`;
      await sql`
        insert into ${db.schema}.contract_interfaces ${sql({ address, code_hash, ...row })}
        on conflict (address) do nothing`;
      await sql`
        insert into ${db.schema}.artifact_sources ${sql(toSources(match.artifact))}
        on conflict (artifact) do nothing`;
    }
    return wanted.length;
  });
}

/** Matches without an equal or better stored one; locked against a concurrent reorganization. */
async function listWanted(
  sql: Transaction,
  db: Database,
  matched: readonly MatchedContract[],
): Promise<readonly MatchedContract[]> {
  const addresses = toArrayLiteral(matched.map(({ address }) => address));
  const stored = await sql<
    {
      address: Buffer;
      code_hash: Buffer;
      artifact: Buffer | null;
      is_exact: boolean | null;
      is_verified: boolean;
    }[]
  >`
    select a.address, a.code_hash, i.artifact, i.is_exact, i.source is not distinct from 'verified' as is_verified
    from ${db.schema}.addresses a
    left join ${db.schema}.contract_interfaces i on i.address = a.address
    where a.address = any(${addresses}::bytea[]) and a.is_contract and a.code_hash is not null
      and ${whileLeading(db)}
    order by a.address for key share of a`;
  const byAddress = new Map(stored.map((row) => [row.address.toString('hex'), row]));
  return matched.filter(({ address, code_hash, match }) => {
    const row = byAddress.get(address.toString('hex'));
    if (!row?.code_hash.equals(code_hash)) return false;
    if (row.artifact === null) return !row.is_verified;
    if (row.is_verified && match.artifact.sources === null) return false;
    const isBetter = match.isExact || row.is_exact !== true;
    return isBetter && !(row.artifact.equals(match.artifact.hash) && row.is_exact === match.isExact);
  });
}

/** Without all sources a contract has a name and an ABI, as by `addresses.json`, and is not verified. */
function toRow({ artifact, isExact }: ArtifactMatch) {
  const { name, path, abi, hash, language, compilerVersion, sources } = artifact;
  return {
    source: sources === null ? 'operator' : 'verified',
    verified_via: sources === null ? null : 'artifacts',
    name: Buffer.from(name),
    abi,
    abi_hash: createHash('sha256').update(abi).digest(),
    is_exact: isExact,
    verified_at: sources === null ? null : Math.floor(Date.now() / 1000),
    language: toText(language),
    compiler_version: toText(compilerVersion === null ? null : `v${compilerVersion}`),
    file_path: toText(path),
    artifact: hash,
  };
}

function toSources({ hash, settings, sources, storageLayout }: Artifact) {
  return {
    artifact: hash,
    compiler_settings: toJson(settings),
    sources: toJson(sources),
    storage_layout: toJson(storageLayout),
  };
}

function toText(text: string | null): Buffer | null {
  return text === null ? null : Buffer.from(text);
}

function toJson(value: object | null): Buffer | null {
  return value === null ? null : Buffer.from(JSON.stringify(value));
}
