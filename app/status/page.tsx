import type { Metadata } from 'next';
import { readDisplay } from '@/app/display';
import { IndexStatus } from '@/components/chain/index-status';
import { Frame } from '@/components/layout/frame';
import { PageHeader } from '@/components/layout/page-header';
import { TopBar } from '@/components/layout/top-bar';
import { Notice } from '@/components/ui/notice';
import { callExtra } from '@/lib/client/call';
import { type Chain, findChainList } from '@/lib/client/chains';
import { listBlocks } from '@/lib/endpoints/block';
import { getIndexingStatus } from '@/lib/endpoints/indexing-status';

export const metadata: Metadata = {
  title: 'Status',
  description: 'Indexing progress and latest block of every chain.',
  alternates: { canonical: '/status' },
};

/** Index status of all chains; an unreachable API leads to the error page. */
export default async function StatusPage() {
  const [chains, display] = await Promise.all([findChainList(), readDisplay()]);
  const states = await Promise.all((chains ?? []).map(readState));
  return (
    <Frame bar={<TopBar chain={undefined} display={display} />}>
      <div className="mx-auto flex max-w-3xl flex-col gap-4">
        <PageHeader title="Status" about="Indexing progress of every chain" />
        {chains === undefined && (
          <Notice icon="cube" title="This API does not list its chains">
            It responds, but does not report what it has indexed.
          </Notice>
        )}
        {states.map((state) => (
          <IndexStatus key={state.chain.id} {...state} />
        ))}
      </div>
    </Frame>
  );
}

async function readState(chain: Chain) {
  const [status, newest] = await Promise.all([
    callExtra(getIndexingStatus, { chain: chain.id, params: {} }),
    callExtra(listBlocks, { chain: chain.id, params: {}, query: { items_count: '1' } }),
  ]);
  return { chain, status, timestamp: newest?.items[0]?.timestamp };
}
