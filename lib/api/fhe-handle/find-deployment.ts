import type { DeploymentRow } from '@/lib/api/fhe-deployment/query';
import { readWord, WORD } from '@/lib/evm/words';
import type { HandleLogRow } from './query';

type Evidence = Readonly<{
  /** Who computed it, or checked the proof of an input. */
  executor: Buffer | undefined;
  /** Logs that name it, of the deployments' contracts and others. */
  logs: readonly (Pick<HandleLogRow, 'kind' | 'address'> & Partial<Pick<HandleLogRow, 'data'>>)[];
}>;

/**
 * The deployment that a handle is of: the one with its executor, else with the bridge that sent or received it or the ACL that
 * gave rights to it. Undefined where several have these.
 */
export function findDeployment(
  deployments: readonly DeploymentRow[],
  handle: Buffer,
  { executor, logs }: Evidence,
): DeploymentRow | undefined {
  if (executor) return deployments.find((one) => one.executor.equals(executor));
  const [first, ...others] = deployments.filter(({ acl, bridge }) =>
    logs.some(({ kind, address, data }) => {
      if (kind === 'Allowed' || kind === 'AllowedForDecryption') return acl?.equals(address) === true;
      const isOwn = kind === 'BridgeHandle' || (data !== undefined && isReceived({ kind, data }, handle));
      return isOwn && bridge?.equals(address) === true;
    }),
  );
  return others.length === 0 ? first : undefined;
}

/** Whether a log says that a handle came over the bridge: not the one that it left as, which is of another chain. */
export function isReceived({ kind, data }: Pick<HandleLogRow, 'kind' | 'data'>, handle: Buffer): boolean {
  return kind === 'HandleBridged' && readWord(data, WORD)?.equals(handle) === true;
}
