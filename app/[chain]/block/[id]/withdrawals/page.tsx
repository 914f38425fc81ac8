import type { Metadata } from 'next';
import { BlockHeader } from '@/components/block/block-header';
import { EmptyState } from '@/components/ui/empty-state';
import { ListBody } from '@/components/ui/list-body';
import { Pager } from '@/components/ui/pager';
import { Panel } from '@/components/ui/panel';
import { WithdrawalsTable } from '@/components/withdrawal/withdrawals-table';
import { call, callExtra } from '@/lib/client/call';
import { getIndexingStatus } from '@/lib/endpoints/indexing-status';
import { listBlockWithdrawals } from '@/lib/endpoints/withdrawal';
import { groupDigits } from '@/lib/format/number';
import { pageLinks, readListQuery, type SearchParams } from '../../../list-query';
import { getPageBlock, type Params } from '../load';

type Props = { params: Params; searchParams: Promise<SearchParams> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { chain, block } = await getPageBlock(params);
  return {
    title: `Withdrawals of block #${groupDigits(block.height)} on ${chain.name}`,
    alternates: { canonical: `/${chain.id}/block/${block.height}/withdrawals` },
  };
}

/** What the consensus layer paid out with a block, a page at a time. */
export default async function BlockWithdrawalsPage({ params, searchParams }: Props) {
  const { chain, block } = await getPageBlock(params);
  const asked = readListQuery(listBlockWithdrawals.query.shape, await searchParams);
  const where = { chain: chain.id, params: { block_hash_or_number_param: block.hash } };
  const [page, status] = await Promise.all([
    callExtra(listBlockWithdrawals, { ...where, query: asked.query }),
    call(getIndexingStatus, { chain: chain.id, params: {} }),
  ]);
  const withdrawals = page?.items ?? [];
  const path = `/${chain.id}/block/${block.height}/withdrawals`;
  return (
    <article className="flex flex-col gap-4">
      <BlockHeader block={block} range={status} />
      <Panel
        title="Withdrawals"
        id="withdrawals"
        aside={<a href={`/${chain.id}/block/${block.height}`}>Back to block</a>}
      >
        <ListBody
          what="the withdrawals of a block"
          page={page}
          isFirst={asked.isFirst}
          href={path}
          empty={
            <EmptyState icon="none" title="No withdrawals">
              This block has no withdrawals, or they are not indexed.
            </EmptyState>
          }
        >
          <WithdrawalsTable
            caption="Withdrawals of this block, newest first"
            withdrawals={withdrawals}
            symbol={chain.symbol}
            of="block"
          />
        </ListBody>
      </Panel>
      <Pager {...pageLinks(path, asked, page?.next_page_params)} />
    </article>
  );
}
