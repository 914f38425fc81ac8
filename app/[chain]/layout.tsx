import type { ReactNode } from 'react';
import { ChainFrame } from '@/app/chain-frame';
import { getChain } from './get-chain';

type Props = { children: ReactNode; params: Promise<{ chain: string }> };

/** Layout of the pages of one chain; 404 unless the first segment is a chain ID that the API serves. */
export default async function ChainLayout({ children, params }: Props) {
  return <ChainFrame chain={await getChain(params)}>{children}</ChainFrame>;
}
