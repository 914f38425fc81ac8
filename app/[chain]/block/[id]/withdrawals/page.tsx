import type { Metadata } from 'next';
import { ListBody } from '@/components/layout/list-page';
import { PageCall } from '@/components/layout/page-call';
import { EmptyState } from '@/components/ui/empty-state';
import { Pager } from '@/components/ui/pager';
import { Panel } from '@/components/ui/panel';
import { WithdrawalsTable } from '@/components/withdrawal/withdrawals-table';
import { call } from '@/lib/client/call';
import { getIndexingStatus } from '@/lib/endpoints/indexing-status';
import { listBlockWithdrawals } from '@/lib/endpoints/withdrawal';
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
    title: t('Withdrawals of block #{height} on {name}', of),
    description: t(
      'Validator withdrawals in block #{height} on {name}, with their recipients and amounts.',
      of,
    ),
    alternates: { canonical: `${path}/withdrawals` },
  };
}

export default async function BlockWithdrawalsPage({ params, searchParams }: Props) {
  const page = await getPageBlock(params);
  const { chain } = page;
  const [list, status] = await Promise.all([
    loadList(listBlockWithdrawals, page, { tab: 'withdrawals', searchParams }),
    call(getIndexingStatus, { chain: chain.id, params: {} }),
  ]);
  return (
    <BlockFrame page={page} range={status} tab={t('Withdrawals')}>
      <Panel title={t('Withdrawals')} id="withdrawals">
        <ListBody
          list={list}
          what={t('the withdrawals of a block')}
          empty={
            <EmptyState icon="none" title={t('No withdrawals')}>
              {t('This block has no withdrawals, or they are not indexed.')}
            </EmptyState>
          }
        >
          <WithdrawalsTable
            caption={t('Withdrawals of this block, newest first')}
            withdrawals={list.items}
            symbol={chain.symbol}
            of="block"
          />
        </ListBody>
      </Panel>
      <Pager {...list} />
      <PageCall path={list.call} />
    </BlockFrame>
  );
}
