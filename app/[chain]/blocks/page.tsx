import { BlocksTable } from '@/components/block/blocks-table';
import { ListToolbar } from '@/components/layout/list-toolbar';
import { EmptyState } from '@/components/ui/empty-state';
import { call } from '@/lib/client/call';
import { type Block, listBlocks } from '@/lib/endpoints/block';
import { groupDigits } from '@/lib/format/number';
import { msg, t } from '@/lib/language/t';
import { ChainList } from '../chain-list';
import { describeChainPage, getChainPage } from '../chain-page';
import { jumpTo } from '../jump';
import { loadList, type SearchParams } from '../load-list';

type Props = { params: Promise<{ chain: string }>; searchParams: Promise<SearchParams> };

export const generateMetadata = describeChainPage('blocks', {
  title: msg('Blocks on {name}'),
  description: msg('All blocks on {name}, newest first, with their transactions, gas used and fees.'),
});

export default async function BlocksPage({ params, searchParams }: Props) {
  const page = await getChainPage(params, 'blocks');
  const { chain, where } = page;
  const [list, newest] = await Promise.all([
    loadList(listBlocks, page, {
      searchParams: jumpTo(chain.id, 'blocks', searchParams),
      ignored: ['type', 'to_period'],
      filters: ['order'],
      positionOf: (block: Block) => ({ block_number: block.height }),
    }),
    call(listBlocks, { ...where, query: { items_count: '1' } }),
  ]);
  const { items: blocks } = list;
  const [first, last] = [blocks[0], blocks.at(-1)];
  const latest = newest?.items[0]?.height;
  return (
    <ChainList
      list={list}
      what={t('blocks')}
      end={{ title: msg('No more blocks'), link: msg('Latest blocks') }}
      about={first && last ? describeRange(first.height, last.height, latest) : chain.name}
      tools={<ListToolbar list={list} chainId={chain.id} newest={latest} />}
      empty={
        <EmptyState icon="cube" title={t('No blocks indexed yet')}>
          {t('Indexing has just started. The first blocks will appear in a moment.')}
        </EmptyState>
      }
    >
      <BlocksTable blocks={blocks} symbol={chain.symbol} list={list} />
    </ChainList>
  );
}

function describeRange(first: number, last: number, latest: number | undefined): string {
  const range = { first: groupDigits(first), last: groupDigits(last) };
  return latest === undefined
    ? t('#{first} to #{last}', range)
    : t('#{first} to #{last}; latest #{latest}', { ...range, latest: groupDigits(latest) });
}
