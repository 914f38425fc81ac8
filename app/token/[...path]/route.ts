import { joinSegments, type PathContext, redirectToDefaultChain } from '@/app/default-chain';

/** Redirects a chainless token URL; `?a=` names one of its NFTs, as in other explorers' links. */
export async function GET(request: Request, { params }: PathContext): Promise<Response> {
  const { path } = await params;
  const id = new URL(request.url).searchParams.get('a') ?? '';
  const isInstance = path.length === 1 && /^\d{1,78}$/.test(id);
  return redirectToDefaultChain(`/token${joinSegments(path)}${isInstance ? `/instance/${id}` : ''}`);
}
