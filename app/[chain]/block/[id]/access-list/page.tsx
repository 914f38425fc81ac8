import type { Metadata } from 'next';
import { AccessListSize } from '@/components/access-list/access-list-size';
import { AccessesTable } from '@/components/access-list/accesses-table';
import { ListBody } from '@/components/layout/list-page';
import { PageCall } from '@/components/layout/page-call';
import { EmptyState } from '@/components/ui/empty-state';
import { Pager } from '@/components/ui/pager';
import { Panel } from '@/components/ui/panel';
import { call } from '@/lib/client/call';
import { listBlockAccesses } from '@/lib/endpoints/access-list';
import { getIndexingStatus } from '@/lib/endpoints/indexing-status';
import { groupDigits } from '@/lib/format/number';
import { t } from '@/lib/language/t';
import { loadList, type SearchParams } from '../../../load-list';
import { BlockFrame } from '../block-frame';
import { getPageBlock, type Params } from '../load';

type Props = { params: Params; searchParams: Promise<SearchParams> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { chain, block, path } = await getPageBlock(params);
  const of = { height: groupDigits(block.height), name: chain.name };
  return {
    title: t('Access list of block #{height} on {name}', of),
    description: t('Accounts and storage that block #{height} on {name} accessed and changed.', of),
    alternates: { canonical: `${path}/access-list` },
  };
}

/** The accounts in a block's access list. */
export default async function BlockAccessListPage({ params, searchParams }: Props) {
  const page = await getPageBlock(params);
  const { chain, block } = page;
  const [list, status] = await Promise.all([
    loadList(listBlockAccesses, page, { tab: 'access-list', searchParams }),
    call(getIndexingStatus, { chain: chain.id, params: {} }),
  ]);
  return (
    <BlockFrame page={page} range={status} tab={t('Access list')}>
      <Panel
        title={t('Access list')}
        id="access-list"
        aside={block.access_list === null ? undefined : <AccessListSize size={block.access_list} />}
      >
        <ListBody
          list={list}
          what={t('the access list of a block')}
          empty={
            <EmptyState icon="none" title={t('No access list')}>
              {t('The header of this block commits to none, or no node gave it.')}
            </EmptyState>
          }
        >
          <AccessesTable accesses={list.items} symbol={chain.symbol} />
        </ListBody>
        {list.page?.is_proven === true && (
          <p className="border-t border-line px-4 py-2 text-xs text-faint">
            {t('Proven: the list has the hash that is in the header of the block.')}
          </p>
        )}
      </Panel>
      <Pager {...list} />
      <PageCall path={list.call} />
    </BlockFrame>
  );
}
