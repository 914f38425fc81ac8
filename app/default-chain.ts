import { listChains } from '@/lib/client/chains';
import { redirectTo } from './redirect-to';

/** Redirects a chainless URL, as other explorers use them, to the default chain. */
export async function redirectToDefaultChain(path: string): Promise<Response> {
  const [chain] = await listChains();
  return redirectTo(chain === undefined ? '/' : `/${chain.id}${path}`);
}

/** Joins path segments, encoding each. */
export function joinSegments(segments: readonly string[]): string {
  return segments.map((segment) => `/${encodeURIComponent(segment)}`).join('');
}

/** Context of catch-all routes. */
export type PathContext = Readonly<{ params: Promise<{ path: string[] }> }>;
