import type { SearchParams } from '@/app/[chain]/load-list';
import { toUnits } from '@/components/chain/amount-value';
import { readCoin } from '@/components/chain/coin-unit';
import type { CallFilter } from '@/components/internal-transaction/call-links';
import { CallTreePanel } from '@/components/internal-transaction/call-tree-panel';
import { listCallTokens } from '@/components/internal-transaction/inline-value';
import { NoCalls } from '@/components/internal-transaction/no-calls';
import { PageCall } from '@/components/layout/page-call';
import { callExtra, callPath } from '@/lib/client/call';
import { CALL_FILTERS, type CallTree, getCallTree, MAX_SEARCH } from '@/lib/endpoints/call-tree';
import { msg, t } from '@/lib/language/t';
import { describeTab } from '../describe-page';
import { countCoinTransfers, findTokens, getPageTransaction, type Params } from '../load';

type Props = { params: Params; searchParams: Promise<SearchParams> };

/** Rows of a page: with more, it would be above 280 KB. */
const SHOWN = '50';
const INDEX = /^\d{1,7}$/;

export const generateMetadata = describeTab('internal', msg('Internal transactions'));

/** The calls of a transaction as a tree; `call`, `from`, `only` and `q` of the URL choose a part of it, `depth` folds it. */
export default async function InternalPage({ params, searchParams }: Props) {
  const page = await getPageTransaction(params);
  const { call: root, log, from, only, q, depth } = readChoice(await searchParams);
  const query = {
    ...{ limit: SHOWN, ...(root && { root }), ...(from && { from }) },
    ...{ ...(only && { only }), ...(q && { q }), ...(log && { log }) },
  };
  const request = { ...page.where, query };
  const tree = await callExtra(getCallTree, request);
  const coin = await readCoin(page.chain.symbol);
  const tokens = await findTokens(page, listCallTokens(tree?.frames ?? []));
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
        <>
          {log !== undefined && !hasLog(tree, log) && (
            <p className="text-sm text-soft">
              {t('Which of the calls emitted log {index} cannot be told from the trace.', { index: log })}
            </p>
          )}
          <CallTreePanel
            tree={tree}
            transaction={page.transaction}
            coin={coin}
            units={toUnits(tokens, coin)}
            link={{ path: `${page.path}/internal`, chainId: page.chain.id, only, q, depth }}
          />
        </>
      )}
    </section>
  );
}

function hasLog({ frames }: CallTree, log: string): boolean {
  return frames.some(({ log_indexes: logs }) => logs.includes(Number(log)));
}

function readChoice(given: SearchParams): {
  call: string | undefined;
  log: string | undefined;
  from: string | undefined;
  only: CallFilter | undefined;
  q: string | undefined;
  depth: string | undefined;
} {
  const indexOf = (value: SearchParams[string]) =>
    typeof value === 'string' && INDEX.test(value) ? value : undefined;
  return {
    call: indexOf(given.call),
    log: indexOf(given.log),
    from: indexOf(given.from),
    only: CALL_FILTERS.find((filter) => filter === given.only),
    q: typeof given.q === 'string' ? given.q.trim().slice(0, MAX_SEARCH) || undefined : undefined,
    depth: typeof given.depth === 'string' && /^[1-9]$/.test(given.depth) ? given.depth : undefined,
  };
}
