import { SERVICE_PREFIX } from '@/lib/endpoints/endpoint';
import { JSON_RPC_PATH } from '@/lib/endpoints/json-rpc';
import { MCP_PATH } from '@/lib/endpoints/mcp';
import { SOCKET_PATH } from '@/lib/endpoints/socket';
import { NOT_OFFERED } from '@/lib/endpoints/upstream';
import type { Operation } from '../implement';
import type { ServedChains } from '../served-chains';

/** The surface of a path, and the unvalidated chain ID on the multichain one. */
export type Route = Readonly<{ surface: 'multichain' | 'instance' | 'none'; chainId: string }>;

/** Nothing is below the prefix of the modules. */
const PREFIXES = Object.values(SERVICE_PREFIX)
  .filter((prefix) => prefix !== SERVICE_PREFIX.modules)
  .map((prefix) => `${prefix}/`);
/** Etherscan V2: the chain is in the query. */
const V2 = /^\/v2\/api\/?$/;
/** Sourcify's API: the chain is in the path, which is open as those of the default chain. */
const SOURCIFY = /^\/v2\/(verify|contracts?)\/./;
const OF_INSTANCE = new RegExp(`^(${JSON_RPC_PATH}|${MCP_PATH}|${SOCKET_PATH})/?$`);

/**
 * Routes a path to a surface; `api` and `stats-service` outside the services' prefixes are on none. `chainOfQuery` gives
 * the chain of `/v2/api`.
 */
export function routeOf(path: string, chainOfQuery: () => string | undefined = () => undefined): Route {
  if (V2.test(path)) return { surface: 'multichain', chainId: chainOfQuery() ?? '' };
  if (OF_INSTANCE.test(path) || SOURCIFY.test(path)) return { surface: 'instance', chainId: '' };
  const [, first = '', more] = /^\/([^/]*)(\/.)?/s.exec(path) ?? [];
  if (first === 'api' || first === 'stats-service') {
    const isInstance = /^\/api\/?$/.test(path) || PREFIXES.some((prefix) => `${path}/`.startsWith(prefix));
    return { surface: isInstance ? 'instance' : 'none', chainId: '' };
  }
  return more === undefined ? { surface: 'none', chainId: '' } : { surface: 'multichain', chainId: first };
}

/** Finds the chain of a route: that of its ID, or on the instance surface the default one. */
export function findChainOf(chains: Pick<ServedChains, 'find'>, { surface, chainId }: Route) {
  return chains.find(surface === 'instance' ? undefined : chainId);
}

/** An operation's routes; `operation` is undefined for known paths without an operation here. */
type Routes = { operation: Operation | undefined; paths: string[] };

/** Hono routes of the operations on both surfaces, fewest parameters first, because the first match wins. */
export function routesOf(operations: readonly Operation[]): Routes[] {
  const offered = operations.map((operation) => ({ operation, path: patternOf(pathOf(operation)) }));
  const absent = NOT_OFFERED.map((path) => ({ operation: undefined, path: patternOf(path) }));
  return [...offered, ...absent]
    .sort((one, other) => one.path.split(':').length - other.path.split(':').length)
    .map(({ operation, path }) => ({
      operation,
      paths: [path, `/:${CHAIN_PARAMETER}${path}`].flatMap((pattern) => [pattern, `${pattern}/`]),
    }));
}

/** Path parameter of the chain ID; no endpoint uses this name. */
export const CHAIN_PARAMETER = 'chain_id';

/** Hono routes of JSON-RPC on both surfaces. */
export const JSON_RPC_PATHS = [JSON_RPC_PATH, `/:${CHAIN_PARAMETER}${JSON_RPC_PATH}`];

/** Hono routes of the websocket on both surfaces. */
export const SOCKET_PATHS = [SOCKET_PATH, `/:${CHAIN_PARAMETER}${SOCKET_PATH}`];

const pathOf = ({ endpoint }: Operation) => SERVICE_PREFIX[endpoint.service] + endpoint.path;

/** Parameters of paths without an operation are named by number. */
function patternOf(path: string): string {
  let unnamed = 0;
  return path.replace(/\{(\w*)\}/g, (_, name: string) => {
    unnamed += 1;
    return `:${name || `p${unnamed}`}`;
  });
}
