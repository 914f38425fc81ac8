import type { ReactNode } from 'react';
import { Frame } from '@/components/layout/frame';
import { HeadStatus } from '@/components/layout/head-status';
import { PageAsData } from '@/components/layout/page-as-data';
import { TopBar } from '@/components/layout/top-bar';
import { callExtra } from '@/lib/client/call';
import { type Chain, findChainList } from '@/lib/client/chains';
import { listBlocks } from '@/lib/endpoints/block';
import { getIndexingStatus } from '@/lib/endpoints/indexing-status';
import { readDisplay } from './display';
import { readConfig } from './read-config';

type Props = { chain: Chain; withoutSearch?: boolean; children: ReactNode };

/** The frame of the pages of one chain, with the state of its index. */
export async function ChainFrame({ chain, withoutSearch = false, children }: Props) {
  const [chains, display, status, newest] = await Promise.all([
    findChainList(),
    readDisplay(),
    callExtra(getIndexingStatus, { chain: chain.id, params: {} }),
    callExtra(listBlocks, { chain: chain.id, params: {}, query: { items_count: '1' } }),
  ]);
  const { apiIsElsewhere, publicUrl } = readConfig();
  return (
    <Frame
      chainId={chain.id}
      data={<PageAsData openChain={apiIsElsewhere ? undefined : chains?.[0]?.id} site={publicUrl} />}
      bar={
        <TopBar
          chain={chain}
          chains={chains ?? [chain]}
          display={display}
          withoutSearch={withoutSearch}
          status={
            status && (
              <HeadStatus
                indexed={status.indexed_block ?? newest?.items[0]?.height ?? null}
                head={status.head_block}
                timestamp={newest?.items[0]?.timestamp}
              />
            )
          }
        />
      }
    >
      {children}
    </Frame>
  );
}
