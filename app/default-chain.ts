import { listChains } from '@/lib/client/chains';
import { linkPath } from '@/lib/format/link-path';
import { parseQuery } from '@/lib/format/parse-query';
import { redirectTo } from './redirect-to';

/** Redirects a chainless URL, as other explorers use them, to the default chain. */
export async function redirectToDefaultChain(path: string): Promise<Response> {
  const [chain] = await listChains();
  return redirectTo(chain === undefined ? '/' : `/${chain.id}${path}`);
}

/** What only this site has, beside its pages. */
const PAGE_AS_DATA = /\.(json|csv|md)$/;

/** Redirects a link without a chain, of this site or in the form of another explorer; an unknown one as it is. */
export async function redirectLink(request: Request, { params }: PathContext): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const [, page = ''] = pathname.split('/');
  const { path } = await params;
  const meant = PAGE_AS_DATA.test(pathname) ? undefined : linkPath(parseQuery(`${pathname}${search}`));
  return redirectToDefaultChain(meant ?? `/${page}${joinSegments(path)}`);
}

/** Joins path segments, encoding each. */
export function joinSegments(segments: readonly string[]): string {
  return segments.map((segment) => `/${encodeURIComponent(segment)}`).join('');
}

/** Context of catch-all routes. */
export type PathContext = Readonly<{ params: Promise<{ path: string[] }> }>;
