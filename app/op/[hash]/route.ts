import { redirectTo } from '@/app/redirect-to';

type Context = Readonly<{ params: Promise<{ hash: string }> }>;

/** A user operation of a link without a chain is looked up. */
export async function GET(_: Request, { params }: Context): Promise<Response> {
  const { hash } = await params;
  return redirectTo(`/search?${new URLSearchParams({ q: `/op/${hash}` })}`);
}
