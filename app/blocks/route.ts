import { redirectToDefaultChain } from '@/app/default-chain';

/** The list of blocks of the default chain. */
export async function GET(): Promise<Response> {
  return redirectToDefaultChain('/blocks');
}
