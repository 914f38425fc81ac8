import { joinSegments, type PathContext, redirectToDefaultChain } from '@/app/default-chain';

/** A token's URL without a chain; `?a=` names one NFT of it, as in the links of other explorers. */
export async function GET(request: Request, { params }: PathContext): Promise<Response> {
  const { path } = await params;
  const id = new URL(request.url).searchParams.get('a') ?? '';
  const isInstance = path.length === 1 && /^\d{1,78}$/.test(id);
  return redirectToDefaultChain(`/token${joinSegments(path)}${isInstance ? `/instance/${id}` : ''}`);
}
