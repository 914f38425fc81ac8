import type { Metadata } from 'next';
import { siteUrl } from '@/app/site-url';
import { BlockHeader } from '@/components/block/block-header';
import { Breadcrumb, LastCrumb } from '@/components/layout/breadcrumb';
import { ListBody } from '@/components/layout/list-page';
import { PageCall } from '@/components/layout/page-call';
import { ViewAs } from '@/components/layout/view-as';
import { blockProofHref } from '@/components/proof/proof-href';
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
import { getPageBlock, type Params } from '../load';

type Props = { params: Params; searchParams: Promise<SearchParams> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { chain, block, path } = await getPageBlock(params);
  return {
    title: t('Withdrawals of block #{height} on {name}', {
      height: groupDigits(block.height),
      name: chain.name,
    }),
    description: t('Validator withdrawals in block #{height} on {name}, with their recipients and amounts.', {
      height: groupDigits(block.height),
      name: chain.name,
    }),
    alternates: { canonical: `${path}/withdrawals` },
  };
}

export default async function BlockWithdrawalsPage({ params, searchParams }: Props) {
  const page = await getPageBlock(params);
  const { chain, block, path } = page;
  const [list, status] = await Promise.all([
    loadList(listBlockWithdrawals, page, { tab: 'withdrawals', searchParams }),
    call(getIndexingStatus, { chain: chain.id, params: {} }),
  ]);
  return (
    <article className="flex flex-col gap-4">
      <Breadcrumb
        trail={[
          { href: `/${chain.id}/blocks`, text: t('Blocks') },
          { href: path, text: `#${groupDigits(block.height)}` },
        ]}
      >
        <LastCrumb>{t('Withdrawals')}</LastCrumb>
      </Breadcrumb>
      <BlockHeader
        block={block}
        range={status}
        proofHref={blockProofHref(chain.id, block.height)}
        viewAs={<ViewAs base={path} site={siteUrl().origin} />}
      />
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
    </article>
  );
}
