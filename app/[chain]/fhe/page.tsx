import { DECRYPTIONS_CHART, FheActivityFacts } from '@/components/fhe/activity-facts';
import { FheBlocksPanel } from '@/components/fhe/blocks-panel';
import { FheKinds } from '@/components/fhe/breakdown';
import { FheCallersTable } from '@/components/fhe/callers-table';
import { ConfidentialTokens } from '@/components/fhe/confidential-tokens';
import { DeploymentsPanel } from '@/components/fhe/deployments-panel';
import { ExplainedTransaction } from '@/components/fhe/explained-transaction';
import { FheTransactionsTable } from '@/components/fhe/fhe-transactions-table';
import { EmptyState } from '@/components/ui/empty-state';
import { NotOffered } from '@/components/ui/not-offered';
import { Panel } from '@/components/ui/panel';
import { callExtra } from '@/lib/client/call';
import type { Chain } from '@/lib/client/chains';
import { listChartSeries } from '@/lib/endpoints/chart';
import {
  type FheActivity,
  type FheTransaction,
  getFheActivity,
  listFheBlocks,
  listFheCallers,
  listFheTransactions,
} from '@/lib/endpoints/fhe-activity';
import { msg, t } from '@/lib/language/t';
import { ChainList } from '../chain-list';
import { describeChainPage, getChainPage } from '../chain-page';
import { explainNewest } from '../explain-newest';
import { loadList, type SearchParams } from '../load-list';

type Props = { params: Promise<{ chain: string }>; searchParams: Promise<SearchParams> };

const PAGE_SIZE = '20';
const CALLERS = '10';
const DAYS = 30;

export const generateMetadata = describeChainPage('fhe', {
  title: msg('Confidential activity on {name}'),
  description: msg(
    'Computation on encrypted values (FHE) on {name}: operations, HCU of blocks, callers, confidential tokens and transactions.',
  ),
});

/** What a chain computes on encrypted values: on the first page of its FHE transactions all of it. */
export default async function FheActivityPage({ params, searchParams }: Props) {
  const page = await getChainPage(params, 'fhe');
  const { chain } = page;
  const [list, activity] = await Promise.all([
    loadList(listFheTransactions, page, {
      ...{ searchParams, filters: ['caller'], fixed: { items_count: PAGE_SIZE } },
    }),
    callExtra(getFheActivity, page.where),
  ]);
  const isWhole = list.isFirst && !list.isFiltered && activity !== undefined;
  return (
    <ChainList
      list={list}
      what={t('the FHE transactions of a chain')}
      about={t('Computation on encrypted values (FHE): the operations are public, the values are not.')}
      tools={
        <>
          {isWhole && <Overview chain={chain} activity={activity} newest={list.items} />}
          <h2 className="text-md font-semibold">{t('FHE transactions')}</h2>
        </>
      }
      missing={<NotOffered what={t('the FHE transactions of a chain')} />}
      filtered={{ title: t('No matching transactions'), link: t('Show all FHE transactions.') }}
      empty={<NoActivity hasDeployment={(activity?.deployments.length ?? 0) > 0} />}
    >
      <FheTransactionsTable transactions={list.items} list={list} />
    </ChainList>
  );
}

function NoActivity({ hasDeployment }: { hasDeployment: boolean }) {
  return (
    <EmptyState icon="lock" title={t('No confidential activity yet')}>
      {hasDeployment
        ? t(
            'The contracts above are known, but no indexed transaction has computed on encrypted values with them.',
          )
        : t('This chain has no known fhEVM deployment: no contract on it computes on encrypted values.')}
    </EmptyState>
  );
}

type OverviewProps = { chain: Chain; activity: FheActivity; newest: readonly FheTransaction[] };

async function Overview({ chain, activity, newest }: OverviewProps) {
  if (activity.operations_count === '0') return <DeploymentsPanel {...activity} />;
  const at = { chain: chain.id, params: {} };
  const [callers, blocks, overview, charts] = await Promise.all([
    callExtra(listFheCallers, { ...at, query: { items_count: CALLERS } }),
    callExtra(listFheBlocks, at),
    explainNewest(chain.id, newest),
    callExtra(listChartSeries, { ...at, query: { ids: DECRYPTIONS_CHART } }),
  ]);
  const { sample } = activity;
  const ofSample = t('of the latest {count, plural, one {# operation} other {# operations}}', {
    count: sample.operation_count,
  });
  return (
    <>
      <FheActivityFacts activity={activity} decryptions={charts?.series[0]?.points.slice(-DAYS)} />
      {overview && <ExplainedTransaction overview={overview} chain={chain} />}
      {blocks !== undefined && blocks.items.length > 0 && <FheBlocksPanel blocks={blocks.items} />}
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Panel title={t('Operations by kind')} id="kinds" aside={ofSample}>
          <div className="px-4 py-4">
            <FheKinds kinds={activity.kinds} total={sample.total_hcu} />
          </div>
        </Panel>
        <DeploymentsPanel {...activity} />
      </div>
      {callers !== undefined && callers.items.length > 0 && (
        <Panel title={t('Callers')} id="callers" aside={ofSample}>
          <FheCallersTable callers={callers.items} total={callers.sample.total_hcu} />
        </Panel>
      )}
      <ConfidentialTokens tokens={activity.tokens} chainId={chain.id} />
    </>
  );
}
