import { SERVICE_PREFIX } from '@/lib/endpoints/endpoint';
import type { Operation } from '../implement';

/** Where a path leads: to which surface, and on the multichain one to which chain, which is any text. */
export type Route = Readonly<{ surface: 'multichain' | 'instance' | 'none'; chainId: string }>;

const PREFIXES = Object.values(SERVICE_PREFIX).map((prefix) => `${prefix}/`);

/** The per-instance surface is below the prefixes of the services; beside them `api` and `stats-service` hold nothing. */
export function routeOf(path: string): Route {
  const [, first = '', more] = /^\/([^/]*)(\/.)?/s.exec(path) ?? [];
  if (first === 'api' || first === 'stats-service') {
    const isInstance = PREFIXES.some((prefix) => `${path}/`.startsWith(prefix));
    return { surface: isInstance ? 'instance' : 'none', chainId: '' };
  }
  return more === undefined ? { surface: 'none', chainId: '' } : { surface: 'multichain', chainId: first };
}

/**
 * Hono's routes of these operations on both surfaces. A slash at the end means nothing. Hono takes the first route
 * that fits, so that those with fewer parameters come first.
 */
export function routesOf(operations: readonly Operation[]): { operation: Operation; paths: string[] }[] {
  return operations
    .map((operation) => ({ operation, path: patternOf(operation) }))
    .sort((one, other) => one.path.split(':').length - other.path.split(':').length)
    .map(({ operation, path }) => ({
      operation,
      paths: [path, `/:${CHAIN_PARAMETER}${path}`].flatMap((pattern) => [pattern, `${pattern}/`]),
    }));
}

/** The name of the chain's segment, which no endpoint has for a parameter. */
export const CHAIN_PARAMETER = 'chain_id';

function patternOf({ endpoint }: Operation): string {
  return `${SERVICE_PREFIX[endpoint.service]}${endpoint.path.replace(/\{(\w+)\}/g, ':$1')}`;
}
