import type { Metadata } from 'next';
import { BlocksTable } from '@/components/block/blocks-table';
import { ListPage } from '@/components/layout/list-page';
import { ListToolbar } from '@/components/layout/list-toolbar';
import { PageHeader } from '@/components/layout/page-header';
import { EmptyState } from '@/components/ui/empty-state';
import { call } from '@/lib/client/call';
import { type Block, listBlocks } from '@/lib/endpoints/block';
import { groupDigits } from '@/lib/format/number';
import { getChain } from '../get-chain';
import { jumpTo } from '../jump';
import { loadList, type SearchParams } from '../load-list';

type Props = { params: Promise<{ chain: string }>; searchParams: Promise<SearchParams> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const chain = await getChain(params);
  return {
    title: `Blocks on ${chain.name}`,
    description: `All blocks on ${chain.name}, newest first, with their transactions, gas used and fees.`,
    alternates: { canonical: `/${chain.id}/blocks` },
  };
}

export default async function BlocksPage({ params, searchParams }: Props) {
  const chain = await getChain(params);
  const where = { chain: chain.id, params: {} };
  const [list, newest] = await Promise.all([
    loadList(
      listBlocks,
      { where, path: `/${chain.id}/blocks` },
      {
        searchParams: jumpTo(chain.id, searchParams),
        ignored: ['type', 'to_period'],
        filters: ['order'],
        positionOf: (block: Block) => ({ block_number: block.height }),
      },
    ),
    call(listBlocks, { ...where, query: { items_count: '1' } }),
  ]);
  const { items: blocks } = list;
  const [first, last] = [blocks[0], blocks.at(-1)];
  const latest = newest?.items[0]?.height;
  return (
    <ListPage
      list={list}
      what="blocks"
      end={{ title: 'No more blocks', link: 'Latest blocks' }}
      head={
        <>
          <PageHeader
            title="Blocks"
            about={
              first && last
                ? `#${groupDigits(first.height)} to #${groupDigits(last.height)}${latest === undefined ? '' : `; latest #${groupDigits(latest)}`}`
                : chain.name
            }
          />
          <ListToolbar list={list} chainId={chain.id} newest={latest} />
        </>
      }
      empty={
        <EmptyState icon="cube" title="No blocks indexed yet">
          Indexing has just started. The first blocks will appear in a moment.
        </EmptyState>
      }
    >
      <BlocksTable blocks={blocks} symbol={chain.symbol} list={list} />
    </ListPage>
  );
}
