import type { Metadata } from 'next';
import { BlockDetails } from '@/components/block/block-details';
import { BlockFacts } from '@/components/block/block-facts';
import { BlockHeader } from '@/components/block/block-header';
import { BlockHcu } from '@/components/fhe/block-hcu';
import { TransactionsTable } from '@/components/transaction/transactions-table';
import { EmptyState } from '@/components/ui/empty-state';
import { ListEnd } from '@/components/ui/list-end';
import { Pager } from '@/components/ui/pager';
import { Panel } from '@/components/ui/panel';
import { call } from '@/lib/client/call';
import { type Block, listBlockTransactions } from '@/lib/endpoints/block';
import { getIndexingStatus } from '@/lib/endpoints/indexing-status';
import { countOf, groupDigits } from '@/lib/format/number';
import {
  type ListQuery,
  pageLinks,
  previousPlace,
  readListQuery,
  type SearchParams,
  toQuery,
} from '../../list-query';
import { getPageBlock, type Params } from './load';

type Props = { params: Params; searchParams: Promise<SearchParams> };

const PAGE_SIZE = 50;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { chain, block } = await getPageBlock(params);
  const height = groupDigits(block.height);
  return {
    title: `Block #${height} on ${chain.name}`,
    description: `Block #${height} of ${chain.name}: ${countOf(block.transactions_count, 'transaction')}, gas, fees, ${block.hash}.`,
    alternates: { canonical: `/${chain.id}/block/${block.height}` },
  };
}

/** A block: what it is, what it earned, the transactions that it holds, a page of them at a time. */
export default async function BlockPage({ params, searchParams }: Props) {
  const { chain, block } = await getPageBlock(params);
  const { block_number: _, ...shape } = listBlockTransactions.query.shape;
  const asked = readListQuery(shape, await searchParams);
  const where = { chain: chain.id, params: { block_hash_or_number_param: block.hash } };
  const [page, status] = await Promise.all([
    call(listBlockTransactions, { ...where, query: withHeight(asked.query, block) }),
    call(getIndexingStatus, { chain: chain.id, params: {} }),
  ]);
  const transactions = page?.items ?? [];
  const path = `/${chain.id}/block/${block.height}`;
  return (
    <article className="flex flex-col gap-4">
      <BlockHeader block={block} range={status} />
      <BlockFacts block={block} symbol={chain.symbol} />
      <BlockHcu block={block} />
      <Panel
        title="Transactions"
        id="transactions"
        aside={transactions.length === 0 ? undefined : describePage(transactions, block)}
      >
        {transactions.length === 0 ? (
          <NoTransactions isFirst={asked.isFirst} href={path} />
        ) : (
          <TransactionsTable
            caption="Transactions of this block, newest first"
            transactions={transactions}
            symbol={chain.symbol}
            of={{ block: block.height }}
          />
        )}
      </Panel>
      <Pager {...linksOf(path, asked, { block, next: page?.next_page_params })} />
      <BlockDetails block={block} />
    </article>
  );
}

/** The cursor of the API names the block again. */
function withHeight(query: Record<string, string>, block: Block): Record<string, string> {
  return query.index === undefined ? query : { ...query, block_number: String(block.height) };
}

/** Positions have no gaps, so the page before this one is known; the block stands in the path already. */
function linksOf(
  path: string,
  asked: ListQuery,
  found: { block: Block; next: Readonly<{ index: number }> | null | undefined },
) {
  const { query, kept } = asked;
  const at = query.index === undefined ? undefined : Number(query.index);
  const size = Number(query.items_count ?? PAGE_SIZE);
  const previous = previousPlace(at, size, found.block.transactions_count);
  return {
    ...pageLinks(path, asked, found.next && { index: found.next.index }),
    previous: previous && `${path}${toQuery({ ...kept, index: previous.place })}`,
  };
}

function describePage(shown: readonly { position: number | null }[], block: Block): string {
  const count = block.transactions_count;
  const [last, first] = [shown[0]?.position ?? null, shown.at(-1)?.position ?? null];
  if (shown.length >= count || first === null || last === null) return 'newest first';
  return `${groupDigits(count - last)}–${groupDigits(count - first)} of ${groupDigits(count)}, newest first`;
}

function NoTransactions({ isFirst, href }: { isFirst: boolean; href: string }) {
  return isFirst ? (
    <EmptyState icon="cube" title="Empty block">
      This block has no transactions.
    </EmptyState>
  ) : (
    <ListEnd href={href} />
  );
}
