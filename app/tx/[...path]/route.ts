import { redirectTo } from '@/app/redirect-to';
import { listChains } from '@/lib/client/chains';

/** Tab names in other explorers' URLs -> paths here. */
const TABS: Readonly<Record<string, string>> = {
  token_transfers: '/token-transfers',
  fhe_operations: '/fhe',
};

type Context = { params: Promise<{ path: string[] }> };

export async function GET(request: Request, { params }: Context): Promise<Response> {
  const [chain] = await listChains();
  if (chain === undefined) return redirectTo('/');
  const { path } = await params;
  const tab = TABS[new URL(request.url).searchParams.get('tab') ?? ''] ?? '';
  return redirectTo(
    `/${chain.id}/tx/${path.map(encodeURIComponent).join('/')}${path.length === 1 ? tab : ''}`,
  );
}
