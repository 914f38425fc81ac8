import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '@/lib/errors';
import type { Rpc } from '@/lib/rpc/client';
import { fetchChainId } from '@/lib/rpc/methods';
import type { Cache } from '../cache';

/** Why an answer is invalid. `isIncorrect`: its endpoint is benched once another endpoint gives a valid answer. */
export type InvalidAnswer = Readonly<{ reason: string; isIncorrect: boolean }>;

/** A request and the validation of its answer. `timeoutMs` covers all endpoints together. */
export type NodeRequest<T> = Readonly<{
  request: (rpc: Rpc) => Promise<T>;
  validate?: ((value: T) => InvalidAnswer | undefined) | undefined;
  timeoutMs: number;
}>;

/** A chain's endpoints; `chainIds` caches the chain ID of each host. */
export type ChainEndpoints = Readonly<{ rpc: Rpc; chainId: number; chainIds: Cache<number> }>;

/** An answer and the hosts that gave it; `invalid` is set when no endpoint gave a valid one. */
export type CheckedAnswer<T> = Readonly<{
  value: T;
  hosts: readonly string[];
  invalid: InvalidAnswer | undefined;
}>;

/**
 * Sends the request as usual, then, while the answer is invalid or from another chain, to each of the other endpoints in
 * turn. Undefined when every answer is from another chain. Throws what the first request throws.
 */
export async function requestValidated<T>(
  from: ChainEndpoints,
  sent: NodeRequest<T>,
): Promise<CheckedAnswer<T> | undefined> {
  const { rpc } = from;
  const end = performance.now() + sent.timeoutMs;
  const refuted = new Map<string, string | null>();
  let lastInvalid: CheckedAnswer<T> | undefined;
  for (const [at, client] of [rpc, ...rpc.endpoints].entries()) {
    if (client.hosts.every((host) => refuted.has(host))) continue;
    const left = rpc.endpoints.length + 1 - at;
    const share = at === 0 ? sent.timeoutMs : (end - performance.now()) / left;
    const checked = await requestOne(from, client, { ...sent, timeoutMs: share }).catch((error: unknown) => {
      if (at === 0 || !(error instanceof AppError)) throw error;
      return undefined;
    });
    if (!checked) continue;
    if ('others' in checked) {
      for (const host of checked.others) refuted.set(host, null);
      continue;
    }
    const { hosts, invalid } = checked;
    if (!invalid) {
      for (const [host, reason] of refuted) if (reason !== null) rpc.bench(host, reason);
      return checked;
    }
    // with several hosts it is unknown which one was wrong
    if (hosts.length === 1)
      for (const host of hosts) refuted.set(host, invalid.isIncorrect ? invalid.reason : null);
    if (!lastInvalid?.invalid?.isIncorrect) lastInvalid = checked;
  }
  return lastInvalid;
}

/** Benches endpoints of another chain and returns them as `others`. */
async function requestOne<T>(
  { rpc, chainId, chainIds }: ChainEndpoints,
  client: Rpc,
  { request, validate, timeoutMs }: NodeRequest<T>,
): Promise<CheckedAnswer<T> | Readonly<{ others: readonly string[] }>> {
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
  return { value, hosts, invalid: validate?.(value) };
}

/** Throws AppError `node_unreachable` when the answer does not arrive in time. */
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
