import type { ReactNode } from 'react';
import { Frame } from '@/components/layout/frame';
import { HeadStatus } from '@/components/layout/head-status';
import { PageAsData } from '@/components/layout/page-as-data';
import { PageCallProvider } from '@/components/layout/page-call';
import { TopBar } from '@/components/layout/top-bar';
import { callExtra } from '@/lib/client/call';
import { type Chain, findChainList } from '@/lib/client/chains';
import { listBlocks } from '@/lib/endpoints/block';
import { getIndexingStatus } from '@/lib/endpoints/indexing-status';
import { loadContents } from './[chain]/load-contents';
import { readDisplay } from './display';
import { readBrand } from './read-brand';
import { readConfig } from './read-config';
import { requestedPath, requestedSearch } from './requested-path';

type Props = { chain: Chain; withoutData?: boolean; children: ReactNode };

/** Frame of a chain's pages with its index status; `withoutData` for pages without a `PageCall`. */
export async function ChainFrame({ chain, withoutData = false, children }: Props) {
  const [path, text, chains, display, status, newest, contents] = await Promise.all([
    requestedPath(),
    requestedSearch(),
    findChainList(),
    readDisplay(),
    callExtra(getIndexingStatus, { chain: chain.id, params: {} }),
    callExtra(listBlocks, { chain: chain.id, params: {}, query: { items_count: '1' } }),
    loadContents(chain),
  ]);
  const { apiIsElsewhere, publicUrl } = readConfig();
  const brand = readBrand();
  const frame = (
    <Frame
      brand={brand}
      chainId={chain.id}
      data={
        withoutData ? undefined : (
          <PageAsData openChain={apiIsElsewhere ? undefined : chains?.[0]?.id} site={publicUrl} />
        )
      }
      bar={
        <TopBar
          brand={brand}
          chain={chain}
          chains={chains ?? [chain]}
          display={display}
          path={path}
          {...(contents && { offered: contents })}
          query={path === `/${chain.id}/search` ? text : undefined}
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
  return <PageCallProvider>{frame}</PageCallProvider>;
}
