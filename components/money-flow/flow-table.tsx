import { NamedAddress } from '@/components/chain/address';
import { Age } from '@/components/chain/age';
import { ListLookAlikes } from '@/components/chain/look-alike-notice';
import { TransactionLink } from '@/components/chain/transaction-link';
import { AssetAmount } from '@/components/token-transfer/asset-amount';
import { type Column, DataTable } from '@/components/ui/data-table';
import type { FlowEdge, FlowNode, MoneyFlow } from '@/lib/endpoints/money-flow';
import { findLookAlikes } from '@/lib/format/look-alikes';
import { groupDigits } from '@/lib/format/number';
import { msg, t } from '@/lib/language/t';
import { stopText } from './stop-text';

type Row = Readonly<{ edge: FlowEdge; from: FlowNode; to: FlowNode; far: FlowNode }>;
type FlowColumn = Column<Row>;

/** The edges of a flow with the accounts at their ends; `far` is the one of the next step. */
export function listFlowRows({ nodes, edges, direction }: MoneyFlow): Row[] {
  return edges.flatMap((edge) => {
    const [from, to] = [nodes[edge.from], nodes[edge.to]];
    return from && to ? [{ edge, from, to, far: direction === 'out' ? to : from }] : [];
  });
}

type Props = {
  flow: MoneyFlow;
  symbol: string;
  hrefOf: (node: FlowNode) => string;
};

/** The drawing as a table, with the links that open and close its branches. */
export function FlowTable({ flow, symbol, hrefOf }: Props) {
  const lookAlikes = findLookAlikes(flow.nodes.map(({ address }) => address.hash));
  return (
    <>
      <ListLookAlikes lookAlikes={lookAlikes} />
      <DataTable
        caption={t('Transfers between these accounts, step by step')}
        columns={[
          STEP,
          endColumn('from', lookAlikes),
          endColumn('to', lookAlikes),
          amountColumn(symbol),
          FIRST,
          TRANSACTION,
          followColumn(hrefOf),
        ]}
        rows={listFlowRows(flow)}
      />
    </>
  );
}

const STEP: FlowColumn = {
  head: msg('Step'),
  className: 'figure text-soft',
  cell: ({ far }) => (
    <>
      <span className="text-xs text-faint md:hidden">{t('Step')} </span>
      {far.hop}
    </>
  ),
};

const endColumn = (side: 'from' | 'to', lookAlikes: ReadonlySet<string>): FlowColumn => ({
  head: side === 'from' ? msg('From') : msg('To'),
  className: 'max-md:col-span-2 md:max-w-56',
  cell: (row) => (
    <span className="inline-flex max-w-full items-center gap-1.5">
      <span className="text-xs text-faint md:hidden">{side === 'from' ? t('From') : t('To')}</span>
      <NamedAddress address={row[side].address} lookAlikes={lookAlikes} />
    </span>
  ),
});

const amountColumn = (symbol: string): FlowColumn => ({
  head: msg('Amount'),
  className: 'units md:text-end max-md:col-span-2',
  cell: ({ edge }) => (
    <>
      <AssetAmount
        asset={{ token: edge.token, token_id: edge.token_id, amount: edge.amount }}
        symbol={symbol}
        isColumn
      />
      {edge.count > 1 && (
        <span className="text-xs whitespace-nowrap text-faint">
          {' '}
          {t('({count} times)', { count: groupDigits(edge.count) })}
        </span>
      )}
    </>
  ),
});

const FIRST: FlowColumn = {
  head: msg('First'),
  cell: ({ edge }) => <Age timestamp={edge.first.timestamp} className="text-soft" />,
};

const TRANSACTION: FlowColumn = {
  head: msg('Transaction'),
  className: 'max-md:justify-self-end',
  cell: ({ edge }) => <TransactionLink hash={edge.first.transaction_hash} part="/token-transfers" />,
};

const followColumn = (hrefOf: Props['hrefOf']): FlowColumn => ({
  head: msg('Next step'),
  className: 'md:text-end',
  cell: ({ far }) =>
    far.stop === null ? (
      <a href={hrefOf(far)} rel="nofollow" className="whitespace-nowrap">
        {far.is_open ? t('Close') : t('Follow')}
      </a>
    ) : (
      <span className="whitespace-nowrap text-faint">{stopText(far.stop)}</span>
    ),
});
