import { listChains } from '@/lib/client/chains';
import { redirectTo } from './redirect-to';

/** A URL without a chain, as other explorers have it: leads to that path of the default chain. */
export async function redirectToDefaultChain(path: string): Promise<Response> {
  const [chain] = await listChains();
  return redirectTo(chain === undefined ? '/' : `/${chain.id}${path}`);
}

/** Segments of a path as one, whatever they hold. */
export function joinSegments(segments: readonly string[]): string {
  return segments.map((segment) => `/${encodeURIComponent(segment)}`).join('');
}

/** The parameters of routes that take any number of segments. */
export type PathContext = Readonly<{ params: Promise<{ path: string[] }> }>;
