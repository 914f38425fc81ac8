import { joinSegments, type PathContext, redirectToDefaultChain } from '@/app/default-chain';

export async function GET(_: Request, { params }: PathContext): Promise<Response> {
  const [id = ''] = (await params).path;
  return redirectToDefaultChain(`/block${joinSegments([id])}`);
}
