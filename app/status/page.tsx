import type { Metadata } from 'next';
import { SiteFrame } from '@/app/site-frame';
import { IndexStatus } from '@/components/chain/index-status';
import { PageHeader } from '@/components/layout/page-header';
import { Notice } from '@/components/ui/notice';
import { callExtra } from '@/lib/client/call';
import { type Chain, findChainList } from '@/lib/client/chains';
import { listBlocks } from '@/lib/endpoints/block';
import { getIndexingStatus } from '@/lib/endpoints/indexing-status';
import { t } from '@/lib/language/t';

export const generateMetadata = (): Metadata => ({
  title: t('Status'),
  description: t('Indexing progress and latest block of every chain.'),
  alternates: { canonical: '/status' },
});

/** Index status of all chains; an unreachable API leads to the error page. */
export default async function StatusPage() {
  const chains = await findChainList();
  const states = await Promise.all((chains ?? []).map(readState));
  return (
    <SiteFrame>
      <div className="mx-auto flex max-w-3xl flex-col gap-4">
        <PageHeader title={t('Status')} about={t('Indexing progress of every chain')} />
        {chains === undefined && (
          <Notice icon="cube" title={t('This API does not list its chains')}>
            {t('It responds, but does not report what it has indexed.')}
          </Notice>
        )}
        {states.map((state) => (
          <IndexStatus key={state.chain.id} {...state} />
        ))}
      </div>
    </SiteFrame>
  );
}

async function readState(chain: Chain) {
  const [status, newest] = await Promise.all([
    callExtra(getIndexingStatus, { chain: chain.id, params: {} }),
    callExtra(listBlocks, { chain: chain.id, params: {}, query: { items_count: '1' } }),
  ]);
  return { chain, status, timestamp: newest?.items[0]?.timestamp };
}
