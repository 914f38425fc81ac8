import type { Database } from '@/lib/db/open-database';
import type { Rpc } from '@/lib/rpc/client';
import { fetchBlockLink } from '@/lib/rpc/methods';
import { identifyEndpoints } from './chain-identity';
import type { Divergence } from './reorg';
import { findBlockHash } from './state';

/** How often, and at which interval (ms), every endpoint must answer the same before finalized blocks are removed. */
export type Patience = Readonly<{ looks: number; everyMs: number }>;

/** Three minutes. */
export const PATIENCE: Patience = { looks: 7, everyMs: 30_000 };

/**
 * A node that contradicts finalized blocks. `looks` counts how often all endpoints agreed with it; `obstacle`
 * says why the last look did not count. `lookedAt` in ms, by `performance.now`.
 */
export type Dispute = Divergence & Readonly<{ looks: number; lookedAt: number; obstacle: string | null }>;

/** Looks at all endpoints if it is time, and returns the dispute as it is then. One about other blocks begins anew. */
export async function continueDispute(
  { rpc, db, patience }: Readonly<{ rpc: Rpc; db: Database; patience: Patience }>,
  divergence: Divergence,
  before: Dispute | undefined,
): Promise<Dispute> {
  const { ancestor, replacement } = divergence;
  const isSame = before?.ancestor === ancestor && before.replacement.equals(replacement);
  const lookedAt = performance.now();
  if (isSame && lookedAt - before.lookedAt < patience.everyMs) return before;
  const looks = isSame ? before.looks : 0;
  const look = await askEveryEndpoint({ rpc, db }, divergence);
  if (look.kind === 'agreed') return { ...divergence, lookedAt, looks: looks + 1, obstacle: null };
  return { ...divergence, lookedAt, looks: look.kind === 'silent' ? looks : 0, obstacle: look.reason };
}

type Look = Readonly<{ kind: 'agreed' } | { kind: 'silent' | 'contradicted'; reason: string }>;

async function askEveryEndpoint(
  { rpc, db }: Readonly<{ rpc: Rpc; db: Database }>,
  { ancestor, replacement }: Divergence,
): Promise<Look> {
  const { same } = await identifyEndpoints(db, rpc);
  const parent = await findBlockHash(db, ancestor);
  const looks = await Promise.all(
    rpc.endpoints.map(async (endpoint): Promise<Look> => {
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
    looks.find(({ kind }) => kind === 'contradicted') ??
    looks.find(({ kind }) => kind === 'silent') ?? { kind: 'agreed' }
  );
}
