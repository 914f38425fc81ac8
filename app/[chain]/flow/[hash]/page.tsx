import type { Metadata } from 'next';
import { use } from 'react';
import { AddressLabel } from '@/components/chain/address';
import { Age } from '@/components/chain/age';
import { readCoin } from '@/components/chain/coin-unit';
import { TransactionLink } from '@/components/chain/transaction-link';
import { PageCall } from '@/components/layout/page-call';
import { PageHeader } from '@/components/layout/page-header';
import { arrangeFlow } from '@/components/money-flow/arrange-flow';
import { FlowDrawing } from '@/components/money-flow/flow-drawing';
import { FlowTable } from '@/components/money-flow/flow-table';
import { SPAN_INPUTS } from '@/components/transaction/transaction-filter';
import { Choices } from '@/components/ui/choices';
import { EmptyState } from '@/components/ui/empty-state';
import { type FilterField, FilterForm } from '@/components/ui/filter-form';
import { NotOffered } from '@/components/ui/not-offered';
import { Panel } from '@/components/ui/panel';
import { rich } from '@/components/ui/rich';
import { ScrollArea, ScrollHint } from '@/components/ui/scroll-area';
import { callPath } from '@/lib/client/call';
import { BUSY_FROM, getMoneyFlow, MAX_BRANCHES, MAX_FLOW_SCAN, MAX_OPENED } from '@/lib/endpoints/money-flow';
import { shortenHash } from '@/lib/format/hash';
import { withQuery } from '@/lib/format/link';
import { groupDigits } from '@/lib/format/number';
import { msg, t } from '@/lib/language/t';
import type { SearchParams } from '../../load-list';
import { linkNode, loadFlow, type PageFlow, type Params } from './load';

type Props = { params: Params; searchParams: Promise<SearchParams> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { chain, hash } = await params;
  return {
    title: t('Money flow of {hash}', { hash: shortenHash(hash) }),
    alternates: { canonical: `/${chain}/flow/${hash}` },
    robots: { index: false },
  };
}

const INPUTS: readonly FilterField[] = [
  { name: 'asset', label: msg('Asset'), placeholder: msg('native or 0x…') },
  { name: 'least', label: msg('Amount at least'), placeholder: msg('1.5') },
  ...SPAN_INPUTS,
];

/** Where the money of an address went, or came from: a drawing, and the same as a table. */
export default async function MoneyFlowPage({ params, searchParams }: Props) {
  const page = await loadFlow(params, await searchParams);
  const { hash, flow, path, request, own } = page;
  const direction = own.direction ?? 'out';
  const root = flow?.nodes[0]?.address;
  return (
    <section aria-label={t('Money flow')} className="flex flex-col gap-4">
      <PageHeader
        title={t('Follow the money')}
        about={
          <span className="inline-flex max-w-full flex-wrap items-center gap-x-1.5">
            {direction === 'out' ? t('Where it went from') : t('Where it came from to')}
            <AddressLabel address={root ?? { hash, name: null, is_contract: null }} withCopy />
            {own.transaction && (
              <span>
                {rich('in transaction {transaction}', {
                  transaction: <TransactionLink hash={own.transaction} />,
                })}{' '}
                <a href={withQuery(path, { ...page.params, transaction: '' })}>{t('at any time')}</a>
              </span>
            )}
          </span>
        }
        aside={
          <Choices
            label={t('Direction')}
            choices={(['out', 'in'] as const).map((one) => ({
              text: one === 'out' ? t('Where it went') : t('Where it came from'),
              href: withQuery(path, { ...page.params, open: '', direction: one === 'out' ? '' : one }),
              isOn: one === direction,
            }))}
          />
        }
      />
      <FilterForm list={page} fields={INPUTS} />
      {flow === undefined ? (
        <NoFlow isOfTransaction={own.transaction !== undefined} />
      ) : flow.edges.length === 0 ? (
        <>
          <EmptyState icon="none" title={t('No transfers')}>
            {t('No indexed transfer fits: see the filters, and the other direction.')}
          </EmptyState>
          <Bounds flow={flow} symbol={page.chain.symbol} />
        </>
      ) : (
        <Flow page={page} flow={flow} />
      )}
      <PageCall path={callPath(getMoneyFlow, request)} />
    </section>
  );
}

function NoFlow({ isOfTransaction }: { isOfTransaction: boolean }) {
  if (!isOfTransaction) return <NotOffered what={t('flows of money')} />;
  return (
    <EmptyState icon="none" title={t('No transfers')}>
      {t('No such transaction is indexed.')}
    </EmptyState>
  );
}

function Flow({ page, flow }: { page: PageFlow; flow: NonNullable<PageFlow['flow']> }) {
  const { chain, path, params } = page;
  const hrefOf = (node: (typeof flow.nodes)[number]) => linkNode(page, node);
  const layout = arrangeFlow(flow);
  return (
    <>
      <Panel
        title={t('Flow')}
        id="flow"
        aside={
          <span className="no-print flex gap-3">
            <a href={withQuery(`${path}/svg`, params)} download rel="nofollow">
              {t('Download SVG')}
            </a>
            <a href={withQuery(`${path}/csv`, params)} download rel="nofollow">
              {t('Download CSV')}
            </a>
          </span>
        }
      >
        <ScrollHint className="md:hidden" />
        <ScrollArea label={t('Flow diagram')} className="p-4">
          <svg
            aria-hidden="true"
            viewBox={`0 0 ${layout.width} ${layout.height}`}
            width={layout.width}
            className="flow-drawing block h-auto max-w-none"
          >
            <FlowDrawing flow={flow} layout={layout} coin={use(readCoin(chain.symbol))} hrefOf={hrefOf} />
          </svg>
        </ScrollArea>
        <Bounds flow={flow} symbol={chain.symbol} />
      </Panel>
      <div className="overflow-hidden rounded-md border border-line bg-surface shadow-panel">
        <FlowTable flow={flow} symbol={chain.symbol} hrefOf={hrefOf} />
      </div>
    </>
  );
}

/** What was read and what was not. */
function Bounds({ flow, symbol }: { flow: NonNullable<PageFlow['flow']>; symbol: string }) {
  const cut = flow.nodes.filter(({ read_to: end }) => end !== null);
  const more = flow.nodes.filter(({ branches_count: count }) => count > MAX_BRANCHES);
  return (
    <div className="flex flex-col gap-1 border-t border-line px-4 py-2 text-xs text-faint">
      <p>
        {flow.direction === 'out'
          ? t('A step has only transfers made after the money arrived.')
          : t('A step has only transfers made before the money left.')}{' '}
        {t(
          'Of each account up to {scan} transfers of each kind are read and {branches} branches shown, those with most transfers, or the largest of one asset; up to {opened} accounts can be opened. Nothing follows behind pools, token contracts, contracts with a label, and accounts with {busy} transactions or more.',
          {
            ...{ scan: groupDigits(MAX_FLOW_SCAN), branches: MAX_BRANCHES },
            ...{ opened: MAX_OPENED, busy: groupDigits(BUSY_FROM) },
          },
        )}{' '}
        {!flow.has_traces && t('{symbol} transferred by calls is unknown.', { symbol })}
      </p>
      {cut.map(({ address, read_to: end }) => (
        <p key={address.hash}>
          {rich('Transfers of {account} were read only up to {time}.', {
            account: shortenHash(address.hash),
            time: <Age timestamp={end ?? ''} />,
          })}
        </p>
      ))}
      {more.map(({ address, branches_count: count }) => (
        <p key={address.hash}>
          {t('{account} has {count} branches: {shown} are shown.', {
            account: shortenHash(address.hash),
            count: groupDigits(count),
            shown: MAX_BRANCHES,
          })}
        </p>
      ))}
    </div>
  );
}
