import type { Database } from '@/lib/db/open-database';
import { AppError } from '@/lib/errors';
import { pause } from '@/lib/retry';
import type { Rpc } from '@/lib/rpc/client';
import { fetchBlockHash, fetchChainId } from '@/lib/rpc/methods';
import { RpcError } from '@/lib/rpc/rpc-error';
import { openState, type Tip } from './state';

const GENESIS_ATTEMPTS = 3;
const GENESIS_PAUSE_MS = 500;

/** A view of a client that tracks which endpoints responded, see `Rpc.observe`. */
export type ObservedRpc = ReturnType<Rpc['observe']>;

/** What identifies a chain: its ID, block 0 and the first indexed block, if known. */
type ChainIdentity = Readonly<{
  chainId: number;
  blocks: readonly Readonly<{ number: number; hash: Buffer }>[];
}>;

/** `unknown`: the chain ID matches, but the endpoint no longer has blocks that old. */
type IdentityCheck = Readonly<{ kind: 'same' | 'unknown' } | { kind: 'other'; reason: string }>;

/** Endpoints by the chain they serve: this one, others (reasons by host), or unreachable (errors). */
export type EndpointIdentities = Readonly<{
  same: readonly string[];
  unknown: readonly string[];
  others: ReadonlyMap<string, string>;
  silent: readonly unknown[];
}>;

/**
 * Checks the chain of the endpoints that responded in this view: only then may their responses be stored. With
 * `isKnown` each must have a block that identifies its chain. Benches an endpoint of another chain and throws AppError
 * `chain_mismatch`, retryable; rethrows the error of an endpoint that no longer responds.
 */
export async function confirmChain(
  db: Database,
  view: ObservedRpc,
  required: { isKnown: boolean } = { isKnown: false },
): Promise<void> {
  const responding = view.answeredBy();
  const { others, silent, unknown } = await identifyEndpoints(db, view, (host) => responding.includes(host));
  if (others.size > 0) throw otherChain(db, others);
  if (silent.length > 0) throw silent[0];
  if (!required.isKnown || unknown.length === 0) return;
  throw new AppError(
    'node_answer',
    `${unknown.join(', ')} has neither block 0 nor the first indexed block: its chain cannot be identified.`,
  );
}

/** Determines the chain of each endpoint that `isSelected` selects by name, and benches those of another. */
export async function identifyEndpoints(
  db: Database,
  rpc: Rpc,
  isSelected: (host: string) => boolean = () => true,
): Promise<EndpointIdentities> {
  const identity = await readIdentity(db);
  const [same, unknown, silent]: [string[], string[], unknown[]] = [[], [], []];
  const others = new Map<string, string>();
  const identifyOne = async (endpoint: Rpc) => {
    const [host = ''] = endpoint.hosts;
    const check = await identifyEndpoint(endpoint, identity).catch(
      (error: unknown) => ({ kind: 'silent', error }) as const,
    );
    if (check.kind === 'silent') silent.push(check.error);
    else if (check.kind === 'other') others.set(host, check.reason);
    else (check.kind === 'same' ? same : unknown).push(host);
  };
  await Promise.all(rpc.endpoints.filter(({ hosts: [host = ''] }) => isSelected(host)).map(identifyOne));
  for (const [host, reason] of others) rpc.bench(host, reason);
  return { same, unknown, others, silent };
}

/** AppError `chain_mismatch`, retryable: a node of the right chain may respond later. */
export function otherChain(db: Database, others: ReadonlyMap<string, string>): AppError {
  const reasons = [...others].map(([host, reason]) => `${host}: ${reason}`).join('; ');
  return new AppError(
    'chain_mismatch',
    `The node is of another chain than the index of chain ${db.chainId} (${reasons}): correct RPC_URL, or drop what is indexed with 'npm run migrate -- --drop ${db.chainId}'.`,
    { retryable: true },
  );
}

/**
 * Opens the index, stores the node's block 0 and returns the tip. Throws AppError `chain_mismatch` when the index
 * starts at another height, and a retryable one when another chain answers.
 */
export async function openIndex(
  source: Readonly<{ rpc: Rpc; db: Database; firstBlock: number }>,
): Promise<Tip> {
  const { rpc, db } = source;
  const tip = await openState(db, source.firstBlock);
  const view = rpc.observe();
  const hash = await fetchGenesis(view);
  await confirmChain(db, view);
  if (hash)
    await db.sql`update ${db.schema}.indexer_state set genesis_hash = ${hash} where genesis_hash is null`;
  return tip;
}

/** Clears the stored block 0 of an index without blocks; false for one with blocks. */
export async function clearGenesis({ sql, schema }: Database): Promise<boolean> {
  const rows = await sql`
    update ${schema}.indexer_state set genesis_hash = null where tip_number is null returning 1`;
  return rows.length > 0;
}

/** With retries: an error may be transient, and the result is stored permanently. */
async function fetchGenesis(rpc: Rpc): Promise<Buffer | undefined> {
  for (let attempt = 1; attempt < GENESIS_ATTEMPTS; attempt++) {
    const hash = await fetchOldHash(rpc, 0);
    if (hash) return hash;
    await pause(GENESIS_PAUSE_MS);
  }
  return fetchOldHash(rpc, 0);
}

async function readIdentity({ sql, schema, chainId }: Database): Promise<ChainIdentity> {
  const [row] = await sql<{ genesis: Buffer | null; number: number | null; hash: Buffer | null }[]>`
    select s.genesis_hash as genesis, b.number, b.hash
    from ${schema}.indexer_state s left join ${schema}.blocks b on b.number = s.first_block`;
  const genesis = row?.genesis ? [{ number: 0, hash: row.genesis }] : [];
  const first = row?.hash && row.number !== null ? [{ number: row.number, hash: row.hash }] : [];
  return { chainId, blocks: [...genesis, ...first] };
}

/** Decided by the first of the blocks that the endpoint has: a first block near the head may be reorganized. */
async function identifyEndpoint(endpoint: Rpc, { chainId, blocks }: ChainIdentity): Promise<IdentityCheck> {
  const [earliest] = blocks;
  const [remoteId, first] = await Promise.all([
    fetchChainId(endpoint),
    earliest && fetchOldHash(endpoint, earliest.number),
  ]);
  if (remoteId !== chainId) return { kind: 'other', reason: `it answers as chain ${remoteId}` };
  for (const [at, { number, hash }] of blocks.entries()) {
    const found = at === 0 ? first : await fetchOldHash(endpoint, number);
    if (!found) continue;
    return found.equals(hash)
      ? { kind: 'same' }
      : { kind: 'other', reason: `it has another block ${number}` };
  }
  return { kind: 'unknown' };
}

/** Undefined also when the node returns an error, as for pruned blocks. */
async function fetchOldHash(rpc: Rpc, height: number): Promise<Buffer | undefined> {
  try {
    return await fetchBlockHash(rpc, height);
  } catch (error) {
    if (error instanceof RpcError && error.refusal === 'refused') return undefined;
    throw error;
  }
}
