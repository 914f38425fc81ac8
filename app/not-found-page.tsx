import type { Metadata } from 'next';
import { NotFoundState } from '@/components/layout/not-found-state';
import { call } from '@/lib/client/call';
import type { Chain } from '@/lib/client/chains';
import { getIndexingStatus } from '@/lib/endpoints/indexing-status';
import { askedPath, findAskedChain, ProblemFrame } from './problem-frame';

/** Of every page that is not found. */
export const notFoundMetadata: Metadata = { title: 'Not found', robots: { index: false } };

/** What to show where nothing is: what was asked, why it may be missing, and where to go from here. */
export async function NotFoundPage() {
  const [path, chain] = await Promise.all([askedPath(), findAskedChain()]);
  return (
    <ProblemFrame chain={chain}>
      <NotFoundState path={path} chain={chain} status={chain && (await findStatus(chain))} />
    </ProblemFrame>
  );
}

const findStatus = (chain: Chain) => call(getIndexingStatus, { chain: chain.id, params: {} });
