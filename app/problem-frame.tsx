import type { ReactNode } from 'react';
import { type Chain, findChain } from '@/lib/client/chains';
import { AppError } from '@/lib/errors';
import { ChainFrame } from './chain-frame';
import { isApiFine, readApiAnswer, requestedPath } from './requested-path';
import { SiteFrame } from './site-frame';

/** The chain in the requested path; undefined if there is none or the API does not answer. */
export async function findRequestedChain(): Promise<Chain | undefined> {
  if (!isApiFine(await readApiAnswer())) return undefined;
  const id = (await requestedPath()).split('/')[1] ?? '';
  try {
    return /^\d{1,20}$/.test(id) ? await findChain(id) : undefined;
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/** Frame of an error page, with the requested chain if known. */
export async function ProblemFrame({ chain, children }: { chain: Chain | undefined; children: ReactNode }) {
  if (chain !== undefined)
    return (
      <ChainFrame chain={chain} withoutData>
        {children}
      </ChainFrame>
    );
  return <SiteFrame>{children}</SiteFrame>;
}
