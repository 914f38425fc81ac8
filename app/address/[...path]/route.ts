import { joinSegments, type PathContext, redirectToDefaultChain } from '@/app/default-chain';
import { findTab } from '@/lib/format/explorer-tabs';

/** Redirects a chainless address URL, keeping another explorer's tab. */
export async function GET(request: Request, { params }: PathContext): Promise<Response> {
  const { path } = await params;
  const tab = findTab('address', new URL(request.url).searchParams.get('tab'));
  return redirectToDefaultChain(`/address${joinSegments(path)}${path.length === 1 ? tab : ''}`);
}
