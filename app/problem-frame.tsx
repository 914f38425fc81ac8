import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { Frame } from '@/components/layout/frame';
import { TopBar } from '@/components/layout/top-bar';
import { type Chain, findChain } from '@/lib/client/chains';
import { AppError } from '@/lib/errors';
import { ChainFrame } from './chain-frame';
import { readDisplay } from './display';

/** The requested path, passed on by proxy.ts because an error page has no parameters of its own. */
export async function requestedPath(): Promise<string> {
  return (await headers()).get('x-requested-path') ?? '/';
}

/** The chain in the requested path; undefined if there is none or the API does not answer. */
export async function findRequestedChain(): Promise<Chain | undefined> {
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
  return <Frame bar={<TopBar chain={undefined} display={await readDisplay()} />}>{children}</Frame>;
}
