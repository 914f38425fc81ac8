import { type DeploymentRow, listDeployments } from '@/lib/api/fhe-deployment/query';
import type { Database } from '@/lib/db/open-database';
import { HANDLE_COUNTS } from '@/lib/endpoints/fhe-handle';
import { eventsOf, HANDLE_KINDS, type HandleEventName, type HandleSource } from '@/lib/fhe/handle-logs';
import { findGranted, type LogSource } from './query';

/** Whose logs count for a handle. */
export type HandleSources = Readonly<{
  deployments: readonly DeploymentRow[];
  acls: readonly Buffer[];
  verifiers: readonly Buffer[];
  /** Contracts that may use it. */
  contracts: readonly Buffer[];
  accountsCount: number;
  /** Whether these are all. */
  areAllCounted: boolean;
  /** All logs that count. */
  all: readonly LogSource[];
  /** Those of some events. */
  of(...events: readonly HandleEventName[]): LogSource[];
}>;

const NO_EMITTER = Buffer.alloc(0);

/** Loads whose logs count: host contracts of the deployments, and contracts that an ACL of these lets use the handle. */
export async function loadSources(db: Database, handle: Buffer): Promise<HandleSources> {
  const deployments = await listDeployments(db);
  const acls = deployments.flatMap(({ acl }) => acl ?? []);
  const { grants } = HANDLE_COUNTS;
  const granted =
    acls.length === 0
      ? { accounts: 0, hasMore: false, contracts: [] }
      : await findGranted(db, handle, { acls, grants });
  const emitters: Readonly<Record<HandleSource, readonly Buffer[]>> = {
    executor: [NO_EMITTER],
    acl: acls,
    bridge: deployments.flatMap(({ bridge }) => bridge ?? []),
    app: granted.contracts,
  };
  const sourcesOf = (kind: string): LogSource[] => {
    const source = SOURCES.get(kind) ?? 'executor';
    return emitters[source].map((emitter) => ({ kind, emitter }));
  };
  return {
    deployments,
    acls,
    verifiers: deployments.flatMap(({ kms_verifier }) => kms_verifier ?? []),
    contracts: granted.contracts,
    accountsCount: granted.accounts,
    areAllCounted: !granted.hasMore,
    all: HANDLE_KINDS.flatMap(sourcesOf),
    of: (...events) => events.flatMap(sourcesOf),
  };
}

/** Sources by event; operands are logged by executors. */
const SOURCES: ReadonlyMap<string, HandleSource> = new Map(
  (['executor', 'acl', 'bridge', 'app'] as const).flatMap((source) =>
    eventsOf(source).map((event) => [event, source] as const),
  ),
);
