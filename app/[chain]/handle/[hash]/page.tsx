import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { siteUrl } from '@/app/site-url';
import { LookAlikeNotice } from '@/components/chain/look-alike-notice';
import { HandleAccess } from '@/components/fhe/handle-access';
import { HandleCleartext, HandleFacts } from '@/components/fhe/handle-facts';
import { HandleHeader } from '@/components/fhe/handle-header';
import { HandleHistory } from '@/components/fhe/handle-history';
import { Lineage } from '@/components/fhe/lineage';
import { Breadcrumb, LastCrumb } from '@/components/layout/breadcrumb';
import { ListBody } from '@/components/layout/list-page';
import { PageCall } from '@/components/layout/page-call';
import { ViewAs } from '@/components/layout/view-as';
import { EmptyState } from '@/components/ui/empty-state';
import { Pager } from '@/components/ui/pager';
import { Panel } from '@/components/ui/panel';
import { call, callExtra, callPath } from '@/lib/client/call';
import {
  getFheHandle,
  getFheHandleLineage,
  listFheHandleAccess,
  listFheHandleHistory,
} from '@/lib/endpoints/fhe-handle';
import { HASH } from '@/lib/endpoints/formats';
import { shortenHandle } from '@/lib/format/hash';
import { findLookAlikes } from '@/lib/format/look-alikes';
import { t } from '@/lib/language/t';
import { getHash } from '../../get-chain';
import { loadList, type SearchParams } from '../../load-list';

type Params = Promise<{ chain: string; hash: string }>;
type Props = { params: Params; searchParams: Promise<SearchParams> };

const STEPS = '4';
const MAX_STEPS = '8';
const PAGE_SIZE = '25';

export async function generateMetadata({ params }: { params: Params }): Promise<Metadata> {
  const { chain, handle } = await getPageHandle(params);
  return {
    title: t('Handle {handle} on {name}', { handle: shortenHandle(handle.handle), name: chain.name }),
    description: t('Encrypted value {handle} on {name}: its origin, uses, and who may decrypt it.', {
      handle: handle.handle,
      name: chain.name,
    }),
    alternates: { canonical: `/${chain.id}/handle/${handle.handle}` },
  };
}

/** The handle of an encrypted value: origin, access, life line and history. */
export default async function HandlePage({ params, searchParams }: Props) {
  const { chain, handle, where } = await getPageHandle(params);
  const path = `/${chain.id}/handle/${handle.handle}`;
  const isLong = (await searchParams).steps === MAX_STEPS;
  const [lineage, access, history] = await Promise.all([
    callExtra(getFheHandleLineage, { ...where, query: { steps: isLong ? MAX_STEPS : STEPS } }),
    callExtra(listFheHandleAccess, where),
    loadList(listFheHandleHistory, { where, path }, { searchParams, fixed: { items_count: PAGE_SIZE } }),
  ]);
  const grants = access?.items ?? [];
  const hasMoreGrants = access?.next_page_params != null;
  const lookAlikes = findLookAlikes(grants.map(({ account }) => account.hash));
  const hasMore = lineage !== undefined && lineage.has_more_before.length + lineage.has_more_after.length > 0;
  return (
    <article className="flex flex-col gap-4">
      <Breadcrumb trail={[{ href: `/${chain.id}/fhe`, text: t('Confidential activity') }]}>
        <LastCrumb>{shortenHandle(handle.handle)}</LastCrumb>
      </Breadcrumb>
      <HandleHeader
        handle={handle}
        hasMoreGrants={hasMoreGrants}
        lookAlikes={lookAlikes}
        viewAs={<ViewAs base={path} site={siteUrl().origin} hasMarkdown={false} />}
      />
      <LookAlikeNotice lookAlikes={lookAlikes} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <HandleCleartext handle={handle} />
        <HandleFacts handle={handle} />
      </div>
      <HandleAccess handle={handle} grants={grants} hasMore={hasMoreGrants} />
      {lineage !== undefined && lineage.operations.length > 0 && (
        <Lineage
          handle={handle.handle}
          lineage={lineage}
          root={`/${chain.id}`}
          moreHref={hasMore && !isLong ? `${path}?steps=${MAX_STEPS}#lineage` : undefined}
        />
      )}
      <Panel title={t('History')} id="history" aside={t('newest first')}>
        <ListBody
          list={history}
          what={t('handles')}
          empty={
            <EmptyState icon="none" title={t('No logs')}>
              {t('No log that counts names it.')}
            </EmptyState>
          }
        >
          <HandleHistory events={history.items} />
        </ListBody>
      </Panel>
      <Pager {...history} />
      <PageCall path={callPath(getFheHandle, where)} />
    </article>
  );
}

/** Resolves the URL's chain and handle; 404 if the API does not know it. */
async function getPageHandle(params: Params) {
  const { chain, hash } = await getHash(params, HASH);
  const where = { chain: chain.id, params: { handle_param: hash.toLowerCase() } };
  const handle = (await call(getFheHandle, where)) ?? notFound();
  return { chain, handle, where };
}
