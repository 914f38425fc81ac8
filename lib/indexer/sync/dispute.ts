import type { Database } from '@/lib/db/open-database';
import type { Rpc } from '@/lib/rpc/client';
import { fetchBlockLink } from '@/lib/rpc/methods';
import { identifyEndpoints } from './chain-identity';
import type { Divergence } from './reorg';
import { findBlockHash } from './state';

/** How often, and at which interval (ms), all endpoints must agree before finalized blocks are removed. */
export type DisputePolicy = Readonly<{ agreements: number; everyMs: number }>;

/** Three minutes. */
export const DISPUTE_POLICY: DisputePolicy = { agreements: 7, everyMs: 30_000 };

/**
 * A node that contradicts finalized blocks. `agreements` counts how often all endpoints agreed with it; `obstacle`
 * says why the last comparison does not count. `comparedAt` in ms, by `performance.now`.
 */
export type Dispute = Divergence &
  Readonly<{ agreements: number; comparedAt: number; obstacle: string | null }>;

/** Compares all endpoints if the interval has passed; returns the updated dispute. Other blocks start a new one. */
export async function continueDispute(
  { rpc, db, disputePolicy }: Readonly<{ rpc: Rpc; db: Database; disputePolicy: DisputePolicy }>,
  divergence: Divergence,
  before: Dispute | undefined,
): Promise<Dispute> {
  const { ancestor, replacement } = divergence;
  const isSame = before?.ancestor === ancestor && before.replacement.equals(replacement);
  const comparedAt = performance.now();
  if (isSame && comparedAt - before.comparedAt < disputePolicy.everyMs) return before;
  const agreements = isSame ? before.agreements : 0;
  const comparison = await compareEndpoints({ rpc, db }, divergence);
  if (comparison.kind === 'agreed')
    return { ...divergence, comparedAt, agreements: agreements + 1, obstacle: null };
  return {
    ...divergence,
    comparedAt,
    agreements: comparison.kind === 'silent' ? agreements : 0,
    obstacle: comparison.reason,
  };
}

type EndpointComparison = Readonly<{ kind: 'agreed' } | { kind: 'silent' | 'contradicted'; reason: string }>;

async function compareEndpoints(
  { rpc, db }: Readonly<{ rpc: Rpc; db: Database }>,
  { ancestor, replacement }: Divergence,
): Promise<EndpointComparison> {
  const { same } = await identifyEndpoints(db, rpc);
  const parent = await findBlockHash(db, ancestor);
  const comparisons = await Promise.all(
    rpc.endpoints.map(async (endpoint): Promise<EndpointComparison> => {
      const host = endpoint.hosts.join();
      if (!same.includes(host))
        return { kind: 'silent', reason: `${host} does not show that it is of this chain` };
      const link = await fetchBlockLink(endpoint, ancestor + 1).catch(() => undefined);
      if (!link) return { kind: 'silent', reason: `${host} does not answer block ${ancestor + 1}` };
      const agrees = link.hash.equals(replacement) && (!parent || link.parentHash.equals(parent));
      if (agrees) return { kind: 'agreed' };
      return { kind: 'contradicted', reason: `${host} has another block ${ancestor + 1}` };
    }),
  );
  return (
    comparisons.find(({ kind }) => kind === 'contradicted') ??
    comparisons.find(({ kind }) => kind === 'silent') ?? { kind: 'agreed' }
  );
}
