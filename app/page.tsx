import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { SiteData } from '@/app/site-data';
import { SiteFrame } from '@/app/site-frame';
import { ChainPicker } from '@/components/chain/chain-picker';
import { SearchBox } from '@/components/layout/search-box';
import { Notice } from '@/components/ui/notice';
import { rich } from '@/components/ui/rich';
import { call } from '@/lib/client/call';
import { type Chain, findChainList } from '@/lib/client/chains';
import { getIndexingStatus } from '@/lib/endpoints/indexing-status';
import { AppError } from '@/lib/errors';
import { t } from '@/lib/language/t';

export const generateMetadata = (): Metadata => ({ alternates: { canonical: '/' } });

/** List of chains; redirects to the chain if there is only one. */
export default async function SitePage() {
  const chains = await findChainList();
  const [first] = chains ?? [];
  if (first !== undefined && chains?.length === 1) redirect(`/${first.id}`);
  const listed = await Promise.all(
    (chains ?? []).map(async (chain) => ({ ...chain, status: await findStatus(chain) })),
  );
  return (
    <SiteFrame isStart>
      <SiteData />
      <div className="mx-auto flex max-w-3xl flex-col gap-8 pt-8 md:pt-16">
        <h1 className="text-2xl font-semibold tracking-tight">
          {t('Search blocks, transactions and tokens')}
        </h1>
        <SearchBox chain={undefined} isLarge />
        {chains === undefined ? (
          <Notice icon="cube" title={t('This API does not list its chains')}>
            {rich('Open a chain by adding its ID to the URL of this site, as in {path}.', {
              path: <code>/1</code>,
            })}
          </Notice>
        ) : (
          <ChainPicker chains={listed} />
        )}
      </div>
    </SiteFrame>
  );
}

/** Index status of a chain; undefined if the request fails, so that the other chains still render. */
async function findStatus(chain: Chain) {
  try {
    return await call(getIndexingStatus, { chain: chain.id, params: {} });
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}
