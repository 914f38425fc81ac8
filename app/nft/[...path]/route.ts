import { joinSegments, type PathContext, redirectToDefaultChain } from '@/app/default-chain';

/** Redirects `/nft/{token}/{id}`, as other explorers have it. */
export async function GET(_: Request, { params }: PathContext): Promise<Response> {
  const [token = '', ...id] = (await params).path;
  const instance = id.length === 0 ? '' : `/instance${joinSegments(id.slice(0, 1))}`;
  return redirectToDefaultChain(`/token${joinSegments([token])}${instance}`);
}
