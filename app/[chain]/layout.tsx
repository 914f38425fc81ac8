import type { ReactNode } from 'react';
import { ChainFrame } from '@/app/chain-frame';
import { getChain } from './get-chain';

type Props = { children: ReactNode; params: Promise<{ chain: string }> };

/** The pages of one chain. The first segment of a URL is a chain only if it is a number that the API serves. */
export default async function ChainLayout({ children, params }: Props) {
  return <ChainFrame chain={await getChain(params)}>{children}</ChainFrame>;
}
