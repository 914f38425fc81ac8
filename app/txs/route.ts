import { joinSegments, redirectToDefaultChain } from '@/app/default-chain';

/** Redirects to the default chain's transactions; `?block=` and `?a=` name a block or an address, as elsewhere. */
export async function GET(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const [block, address] = [searchParams.get('block') ?? '', searchParams.get('a') ?? ''];
  if (block !== '') return redirectToDefaultChain(`/block${joinSegments([block])}`);
  if (address !== '') return redirectToDefaultChain(`/address${joinSegments([address])}`);
  return redirectToDefaultChain('/txs');
}
