import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '@/lib/errors';
import type { Rpc } from '@/lib/rpc/client';
import { fetchChainId } from '@/lib/rpc/methods';
import type { Cache } from '../cache';

/** Why an answer is not believed. `isLie`: if another endpoint's answer holds, the one that gave it is benched. */
export type Doubt = Readonly<{ reason: string; isLie: boolean }>;

/** A request, and what is wrong with its answer if anything. `timeoutMs` is for all endpoints together. */
export type NodeRequest<T> = Readonly<{
  request: (rpc: Rpc) => Promise<T>;
  doubt?: ((value: T) => Doubt | undefined) | undefined;
  timeoutMs: number;
}>;

/** A chain's endpoints; `chainIds` holds for a while what they answered, by host. */
export type ChainEndpoints = Readonly<{ rpc: Rpc; chainId: number; chainIds: Cache<number> }>;

/** An answer and the hosts that gave it; `doubt` is set when no endpoint gave one that is believed. */
export type Judged<T> = Readonly<{ value: T; hosts: readonly string[]; doubt: Doubt | undefined }>;

/**
 * Asks as usual, then, while the answer is doubted or of another chain, each of the other endpoints in turn. Undefined
 * when all that answer are of another chain. Throws what the first request throws.
 */
export async function requestBelieved<T>(
  from: ChainEndpoints,
  sent: NodeRequest<T>,
): Promise<Judged<T> | undefined> {
  const { rpc } = from;
  const end = Date.now() + sent.timeoutMs;
  const refuted = new Map<string, string | null>();
  let doubted: Judged<T> | undefined;
  for (const [at, client] of [rpc, ...rpc.endpoints].entries()) {
    if (client.hosts.every((host) => refuted.has(host))) continue;
    const left = rpc.endpoints.length + 1 - at;
    const share = at === 0 ? sent.timeoutMs : (end - Date.now()) / left;
    const judged = await requestOne(from, client, { ...sent, timeoutMs: share }).catch((error: unknown) => {
      if (at === 0 || !(error instanceof AppError)) throw error;
      return undefined;
    });
    if (!judged) continue;
    if ('others' in judged) {
      for (const host of judged.others) refuted.set(host, null);
      continue;
    }
    const { hosts, doubt } = judged;
    if (!doubt) {
      for (const [host, reason] of refuted) if (reason !== null) rpc.bench(host, reason);
      return judged;
    }
    // of several, nobody knows which was wrong
    if (hosts.length === 1) for (const host of hosts) refuted.set(host, doubt.isLie ? doubt.reason : null);
    if (!doubted?.doubt?.isLie) doubted = judged;
  }
  return doubted;
}

/** Benches endpoints of another chain, `others`, instead of believing them. */
async function requestOne<T>(
  { rpc, chainId, chainIds }: ChainEndpoints,
  client: Rpc,
  { request, doubt, timeoutMs }: NodeRequest<T>,
): Promise<Judged<T> | Readonly<{ others: readonly string[] }>> {
  const view = client.observe();
  const value = await inTime(request(view), timeoutMs);
  const hosts = view.answeredBy();
  const ids = await Promise.all(
    rpc.endpoints
      .filter(({ hosts: [host = ''] }) => hosts.includes(host))
      .map(async (endpoint) => {
        const [host = ''] = endpoint.hosts;
        return { host, id: await chainIds(host, () => fetchChainId(endpoint)) };
      }),
  );
  const others = ids.filter(({ id }) => id !== chainId);
  for (const { host, id } of others) rpc.bench(host, `it answers as chain ${id}`);
  if (others.length > 0) return { others: others.map(({ host }) => host) };
  return { value, hosts, doubt: doubt?.(value) };
}

/** Throws AppError `node_unreachable` when the answer is not there in time. */
export async function inTime<T>(answer: Promise<T>, timeoutMs: number): Promise<T> {
  const stopped = new AbortController();
  const late = delay(Math.max(0, timeoutMs), undefined, { signal: stopped.signal, ref: false }).then(() => {
    throw new AppError('node_unreachable', 'The node did not answer in time.');
  });
  // Avoids an unhandled rejection when the answer wins.
  late.catch(() => undefined);
  try {
    return await Promise.race([answer, late]);
  } finally {
    stopped.abort();
  }
}
