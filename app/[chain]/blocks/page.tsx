import type { Metadata } from 'next';
import { BlocksTable } from '@/components/block/blocks-table';
import { PageHeader } from '@/components/layout/page-header';
import { EmptyState } from '@/components/ui/empty-state';
import { NotOffered } from '@/components/ui/not-offered';
import { Pager } from '@/components/ui/pager';
import { call } from '@/lib/client/call';
import { listBlocks } from '@/lib/endpoints/block';
import { groupDigits } from '@/lib/format/number';
import { getChain } from '../get-chain';
import {
  type ListQuery,
  pageLinks,
  previousPlace,
  readListQuery,
  type SearchParams,
  toQuery,
} from '../list-query';

type Props = { params: Promise<{ chain: string }>; searchParams: Promise<SearchParams> };

const PAGE_SIZE = 50;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const chain = await getChain(params);
  return {
    title: `Blocks on ${chain.name}`,
    description: `All blocks on ${chain.name}, newest first, with their transactions, gas used and fees.`,
    alternates: { canonical: `/${chain.id}/blocks` },
  };
}

/** All blocks, newest first, a page at a time. */
export default async function BlocksPage({ params, searchParams }: Props) {
  const chain = await getChain(params);
  const { type: _, ...shape } = listBlocks.query.shape;
  const asked = readListQuery(shape, await searchParams);
  const [page, newest] = await Promise.all([
    call(listBlocks, { chain: chain.id, params: {}, query: asked.query }),
    call(listBlocks, { chain: chain.id, params: {}, query: { items_count: '1' } }),
  ]);
  const blocks = page?.items ?? [];
  const path = `/${chain.id}/blocks`;
  const [first, last] = [blocks[0], blocks.at(-1)];
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title="Blocks"
        about={
          first && last
            ? `#${groupDigits(first.height)} to #${groupDigits(last.height)}, newest first`
            : chain.name
        }
      />
      <div className="rounded-md border border-line bg-surface shadow-panel">
        {page === undefined ? (
          <NotOffered what="blocks" />
        ) : blocks.length === 0 ? (
          <NoBlocks isFirst={asked.isFirst} href={path} />
        ) : (
          <BlocksTable blocks={blocks} symbol={chain.symbol} />
        )}
      </div>
      <Pager
        {...pageLinks(path, asked, page?.next_page_params)}
        previous={previousOf(path, asked, newest?.items[0]?.height ?? 0)}
      />
    </div>
  );
}

/** Heights have no gaps, so the page before this one is known. */
function previousOf(path: string, { query, kept }: ListQuery, newest: number): string | undefined {
  const at = query.block_number === undefined ? undefined : Number(query.block_number);
  const previous = previousPlace(at, Number(query.items_count ?? PAGE_SIZE), newest + 1);
  return previous && `${path}${toQuery({ ...kept, block_number: previous.place })}`;
}

function NoBlocks({ isFirst, href }: { isFirst: boolean; href: string }) {
  return isFirst ? (
    <EmptyState icon="cube" title="No blocks indexed yet">
      Indexing has just started. The first blocks will appear in a moment.
    </EmptyState>
  ) : (
    <EmptyState icon="cube" title="No more blocks">
      The list ends before this page. <a href={href}>Latest blocks</a>
    </EmptyState>
  );
}
