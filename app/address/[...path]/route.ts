import { joinSegments, type PathContext, redirectToDefaultChain } from '@/app/default-chain';

/** The tabs of other explorers' URLs, and the path that shows the same here. */
const TABS: Readonly<Record<string, string>> = {
  token_transfers: '/token-transfers',
  tokens: '/tokens',
  logs: '/logs',
};

/** An address's URL without a chain, with the tab that another explorer names. */
export async function GET(request: Request, { params }: PathContext): Promise<Response> {
  const { path } = await params;
  const tab = TABS[new URL(request.url).searchParams.get('tab') ?? ''] ?? '';
  return redirectToDefaultChain(`/address${joinSegments(path)}${path.length === 1 ? tab : ''}`);
}
