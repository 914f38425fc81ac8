import { redirectToDefaultChain } from '@/app/default-chain';

export async function GET(): Promise<Response> {
  return redirectToDefaultChain('/gas');
}
