import type { Metadata } from 'next';
import type { z } from 'zod';
import { chainBegun } from '@/components/address/watch-button';
import { WatchedTable } from '@/components/address/watched-table';
import { BlockLink } from '@/components/chain/block-link';
import { describeLateHead } from '@/components/chain/chain-health';
import { PageCall } from '@/components/layout/page-call';
import { PageHeader } from '@/components/layout/page-header';
import { EmptyPanel } from '@/components/ui/empty-state';
import { NotOffered } from '@/components/ui/not-offered';
import { Panel } from '@/components/ui/panel';
import { rich } from '@/components/ui/rich';
import { callExtra, callPath } from '@/lib/client/call';
import { findOverview } from '@/lib/client/chains';
import { listAddressNews } from '@/lib/endpoints/address-activity';
import type { getChainOverview } from '@/lib/endpoints/chain-overview';
import { t } from '@/lib/language/t';
import { getChainPage } from '../chain-page';
import type { SearchParams } from '../load-list';

type Props = { params: Promise<{ chain: string }>; searchParams: Promise<SearchParams> };

export const generateMetadata = (): Metadata => ({ title: t('Watch list'), robots: { index: false } });

/**
 * The addresses that the visitor watches on a chain, and what is new at each. The browser, which keeps them, opens this
 * page with them (`?watched=0x…:100,…`).
 */
export default async function WatchListPage({ params, searchParams }: Props) {
  const { chain, where } = await getChainPage(params, 'watchlist');
  const { watched: text } = await searchParams;
  const watched =
    typeof text === 'string' && listAddressNews.query.safeParse({ watched: text }).success ? text : '';
  const asked = { ...where, query: { watched } };
  const [news, overview] = await Promise.all([
    watched === '' ? undefined : callExtra(listAddressNews, asked),
    findOverview(chain.id),
  ]);
  const head = overview?.head;
  const block = head?.indexed_block ?? undefined;
  return (
    <div
      data-watchlist={chain.id}
      data-shown={watched}
      {...chainBegun(chain.id, overview?.development)}
      className="flex flex-col gap-4"
    >
      <PageCall path={watched === '' ? undefined : callPath(listAddressNews, asked)} />
      <PageHeader
        title={t('Watch list')}
        about={t(
          'The addresses that you watch on {name}. Your browser keeps them, and sends them to this site to learn what is new.',
          {
            name: chain.name,
          },
        )}
        aside={
          news &&
          block !== undefined && (
            <button
              type="button"
              data-see-all={chain.id}
              data-seen={block}
              className="needs-script h-8 rounded-md border border-edge px-3 text-sm font-medium text-ink hover:bg-hover"
            >
              {t('Mark all as seen')}
            </button>
          )
        }
      />
      {watched === '' ? (
        <NothingWatched />
      ) : (
        <Panel title={t('New since you last looked')} id="news" aside={<Reach head={head} />}>
          {news === undefined ? (
            <NotOffered what={t('what is new at addresses')} />
          ) : (
            <WatchedTable chainId={chain.id} news={news.items} block={block ?? 0} />
          )}
        </Panel>
      )}
      <p className="text-sm text-soft">
        {rich(
          'What is new is counted from the block that you last saw: by opening the page of an address or by marking all as seen. Import and export: <link>settings</link>.',
          { link: (words) => <a href="/settings">{words}</a> },
        )}
      </p>
    </div>
  );
}

/** Shown by the script that reads the list, if it is empty. */
function NothingWatched() {
  return (
    <>
      <noscript>
        <EmptyPanel icon="clock" title={t('The watch list needs JavaScript')}>
          {t('It is kept in your browser.')}
        </EmptyPanel>
      </noscript>
      <div data-none="" hidden>
        <EmptyPanel icon="clock" title={t('You watch no address on this chain')}>
          {t('“Watch” on the page of an address puts it here, with what is new at it since your last visit.')}
        </EmptyPanel>
      </div>
    </>
  );
}

type Head = z.output<typeof getChainOverview.response>['head'];

/** To which block the news reach, and why that is not the head of the chain. */
function Reach({ head }: { head: Head | undefined }) {
  if (!head || head.indexed_block === null) return t('no blocks yet');
  const { indexed_block: indexed, head_block: last, timestamp } = head;
  const facts = { indexed, head: last, timestamp: timestamp ?? undefined, usualMs: undefined };
  const late = describeLateHead(facts, Date.now());
  return (
    <>
      {rich('to block {block}', { block: <BlockLink height={indexed} /> })}
      {late !== undefined && <span className="text-pending"> · {late}</span>}
    </>
  );
}
