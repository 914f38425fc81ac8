import type { Metadata } from 'next';
import { NotFoundState } from '@/components/layout/not-found-state';
import { call } from '@/lib/client/call';
import type { Chain } from '@/lib/client/chains';
import { getIndexingStatus } from '@/lib/endpoints/indexing-status';
import { t } from '@/lib/language/t';
import { findRequestedChain, ProblemFrame } from './problem-frame';
import { requestedPath } from './requested-path';

export const notFoundMetadata = (): Metadata => ({ title: t('Not found'), robots: { index: false } });

/** The 404 page: what was requested, why it may be missing, and where to go next. */
export async function NotFoundPage() {
  const [path, chain] = await Promise.all([requestedPath(), findRequestedChain()]);
  return (
    <ProblemFrame chain={chain}>
      <NotFoundState path={path} chain={chain} status={chain && (await findStatus(chain))} />
    </ProblemFrame>
  );
}

const findStatus = (chain: Chain) => call(getIndexingStatus, { chain: chain.id, params: {} });
