import type { Metadata } from 'next';
import type { SearchParams } from '@/app/[chain]/load-list';
import type { CallFilter } from '@/components/internal-transaction/call-links';
import { CallTreePanel } from '@/components/internal-transaction/call-tree-panel';
import { NoCalls } from '@/components/internal-transaction/no-calls';
import { PageCall } from '@/components/layout/page-call';
import { callExtra, callPath } from '@/lib/client/call';
import { CALL_FILTERS, getCallTree } from '@/lib/endpoints/call-tree';
import { t } from '@/lib/language/t';
import { describePage } from '../describe-page';
import { countCoinTransfers, getPageTransaction, type Params } from '../load';

type Props = { params: Params; searchParams: Promise<SearchParams> };

/** Rows of a page: with more, it would be above 300 KB. */
const SHOWN = '50';
const INDEX = /^\d{1,7}$/;

export const generateMetadata = ({ params }: Props): Promise<Metadata> =>
  describePage(params, { name: t('Internal transactions'), segment: 'internal' });

/** The calls of a transaction as a tree; `call`, `from` and `only` of the URL choose a part of it. */
export default async function InternalPage({ params, searchParams }: Props) {
  const page = await getPageTransaction(params);
  const { call: root, from, only } = readChoice(await searchParams);
  const query = { limit: SHOWN, ...(root && { root }), ...(from && { from }), ...(only && { only }) };
  const request = { ...page.where, query };
  const tree = await callExtra(getCallTree, request);
  return (
    <section aria-label={t('Internal transactions')} className="flex flex-col gap-3">
      <PageCall path={callPath(getCallTree, request)} />
      {tree === undefined || tree.frames.length === 0 ? (
        <NoCalls
          transaction={page.transaction}
          note={tree?.meta}
          isWithoutCall={tree === undefined && root !== undefined}
          coinHref={countCoinTransfers(page.overview) === 0 ? undefined : `${page.path}/coin-transfers`}
        />
      ) : (
        <CallTreePanel
          tree={tree}
          transaction={page.transaction}
          symbol={page.chain.symbol}
          link={{ path: `${page.path}/internal`, chainId: page.chain.id, only }}
        />
      )}
    </section>
  );
}

function readChoice(given: SearchParams): {
  call: string | undefined;
  from: string | undefined;
  only: CallFilter | undefined;
} {
  const indexOf = (value: SearchParams[string]) =>
    typeof value === 'string' && INDEX.test(value) ? value : undefined;
  return {
    call: indexOf(given.call),
    from: indexOf(given.from),
    only: CALL_FILTERS.find((filter) => filter === given.only),
  };
}
