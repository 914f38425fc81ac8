import { joinSegments, type PathContext, redirectToDefaultChain } from '@/app/default-chain';
import { findTab } from '@/lib/format/explorer-tabs';

/** Redirects a chainless token URL, keeping its tab; `?a=` names one of its NFTs, as in other explorers' links. */
export async function GET(request: Request, { params }: PathContext): Promise<Response> {
  const { path } = await params;
  const { searchParams } = new URL(request.url);
  const id = searchParams.get('a') ?? '';
  const below = /^\d{1,78}$/.test(id) ? `/instance/${id}` : findTab('token', searchParams.get('tab'));
  return redirectToDefaultChain(`/token${joinSegments(path)}${path.length === 1 ? below : ''}`);
}
