import { createMiddleware } from 'hono/factory';
import { MCP_PATH } from '@/lib/endpoints/mcp';
import { SOCKET_PATH } from '@/lib/endpoints/socket';
import type { ServedChains } from '../served-chains';
import { type ApiEnv, setHeaders } from './respond';

/** RFC 9745: 2026-07-01, as announced upstream. */
const DEPRECATED_SINCE = '@1782864000';
const LASTING: readonly string[] = [MCP_PATH, SOCKET_PATH];

/** Marks all answers of the per-instance surface, but /mcp and the websocket, as deprecated and links the multichain path. */
export function createDeprecation(chains: ServedChains, publicUrl: string) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    if (c.get('route').surface !== 'instance' || LASTING.includes(c.req.path)) return next();
    setHeaders(c, { deprecation: DEPRECATED_SINCE });
    const chain = await chains.find(undefined);
    if (chain) {
      const successor = `${publicUrl}/${chain.chain_id}${new URL(c.req.url).pathname}`;
      setHeaders(c, { link: `<${successor}>; rel="successor-version"` });
    }
    return next();
  });
}
