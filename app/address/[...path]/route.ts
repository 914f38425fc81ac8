import { joinSegments, type PathContext, redirectToDefaultChain } from '@/app/default-chain';

/** Tab names in other explorers' URLs -> paths here. */
const TABS: Readonly<Record<string, string>> = {
  token_transfers: '/token-transfers',
  tokens: '/tokens',
  logs: '/logs',
};

/** Redirects a chainless address URL, keeping another explorer's tab. */
export async function GET(request: Request, { params }: PathContext): Promise<Response> {
  const { path } = await params;
  const tab = TABS[new URL(request.url).searchParams.get('tab') ?? ''] ?? '';
  return redirectToDefaultChain(`/address${joinSegments(path)}${path.length === 1 ? tab : ''}`);
}
