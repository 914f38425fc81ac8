import { joinSegments, redirectToDefaultChain } from '@/app/default-chain';

type Context = Readonly<{ params: Promise<{ path?: string[] }> }>;

export async function GET(_: Request, { params }: Context): Promise<Response> {
  const { path = [] } = await params;
  return redirectToDefaultChain(`/stats${joinSegments(path)}`);
}
