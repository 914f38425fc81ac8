import type { ReactNode } from 'react';
import { Frame } from '@/components/layout/frame';
import { HeadStatus } from '@/components/layout/head-status';
import { PageAsData } from '@/components/layout/page-as-data';
import { PageCallProvider } from '@/components/layout/page-call';
import { ResetNotice } from '@/components/layout/reset-notice';
import { TopBar } from '@/components/layout/top-bar';
import { type Chain, findOverview, toChain } from '@/lib/client/chains';
import { readDisplay } from './display';
import { readBrand } from './read-brand';
import { readConfig } from './read-config';
import { requestedPath, requestedSearch } from './requested-path';

type Props = { chain: Chain; withoutData?: boolean; children: ReactNode };

/** Frame of a chain's pages with its index status; `withoutData` for pages without a `PageCall`. */
export async function ChainFrame({ chain, withoutData = false, children }: Props) {
  const [path, text, display, overview] = await Promise.all([
    requestedPath(),
    requestedSearch(),
    readDisplay(),
    findOverview(chain.id),
  ]);
  const chains = overview?.networks.map(toChain) ?? [chain];
  const { head, contents, development } = overview ?? {};
  const { apiIsElsewhere, publicUrl } = readConfig();
  const brand = readBrand();
  const frame = (
    <Frame
      brand={brand}
      chainId={chain.id}
      since={head?.first_block ?? 0}
      notice={
        development && <ResetNotice chainId={chain.id} at={development.reset_at} to={development.reset_to} />
      }
      data={
        withoutData ? undefined : (
          <PageAsData openChain={apiIsElsewhere ? undefined : chains[0]?.id} site={publicUrl} />
        )
      }
      bar={
        <TopBar
          brand={brand}
          chain={chain}
          chains={chains}
          display={display}
          path={path}
          {...(contents && { offered: contents })}
          query={path === `/${chain.id}/search` ? text : undefined}
          status={
            head && (
              <HeadStatus
                indexed={head.indexed_block}
                head={head.head_block}
                timestamp={head.timestamp ?? undefined}
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
