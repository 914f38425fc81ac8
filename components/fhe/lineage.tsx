import { Age } from '@/components/chain/age';
import { TransactionLink } from '@/components/chain/transaction-link';
import { type Column, DataTable } from '@/components/ui/data-table';
import { Panel } from '@/components/ui/panel';
import { Pill } from '@/components/ui/pill';
import { ScrollArea, ScrollHint } from '@/components/ui/scroll-area';
import type { FheHandleLineage } from '@/lib/endpoints/fhe-handle';
import { buildFheGraph, type FheGraph } from '@/lib/fhe/graph';
import { type GraphOperation, normalizeHandle } from '@/lib/fhe/graph-operation';
import { formatFheOperation } from '@/lib/fhe/names';
import { shortenHash } from '@/lib/format/hash';
import { groupDigits } from '@/lib/format/number';
import { msg, t } from '@/lib/language/t';
import { ExpressionCode } from './expression-code';
import { GraphSvg } from './graph-svg';
import { HandleLink } from './handle-link';

type Listed = FheHandleLineage['operations'][number];
type Line = Readonly<{ operation: GraphOperation; listed: Listed }>;
type Props = {
  handle: string;
  lineage: FheHandleLineage;
  /** Path below which the pages of the chain are. */
  root: string;
  /** Link to the same graph with more steps; undefined when all are shown, or no more can be. */
  moreHref: string | undefined;
};

const STEP = 3;
const STEP_WIDTH = 132;
const MIN_WIDTH = 560;
const MARGINS = 156;
const MAX_OPERANDS = 3;
/** More than the operations of a lineage; with four times as many operands, lists are drawn as one. */
const MAX_NODES = 64;

/** The operations before and after a handle: as a graph, and as a table. */
export function Lineage({ handle, lineage, root, moreHref }: Props) {
  const { graph, lanes, width } = drawLineage(handle, lineage);
  const lines = graph.operations.flatMap((operation, index): Line[] => {
    const listed = lineage.operations[index];
    return listed === undefined ? [] : [{ operation, listed }];
  });
  const rest = [...new Set([...lineage.has_more_before, ...lineage.has_more_after])];
  return (
    <Panel title={t('Life line')} id="lineage" aside={t('across transactions, one band for each')}>
      <ScrollHint className="lg:hidden" />
      <ScrollArea
        label={t('Graph of the operations before and after, also shown as a table')}
        className="px-4 py-4"
      >
        <GraphSvg
          graph={graph}
          callers={lanes}
          steps={{ handleHref: (one) => `${root}/handle/${one}`, width }}
        />
      </ScrollArea>
      <DataTable
        caption={t('Operations before and after the value, oldest first')}
        columns={COLUMNS}
        rows={lines}
        narrow="max-md:grid-cols-[auto_minmax(0,1fr)]"
      />
      <p className="border-t border-line px-4 py-2 text-xs text-faint">
        {t('The outlined box is this value; a box leads to the page of its result.')}{' '}
        {rest.length > 0 &&
          t(
            '{count, plural, one {One value has} other {{shown} values have}} more before or after than is shown: open its page.',
            { count: rest.length, shown: groupDigits(rest.length) },
          )}{' '}
        {moreHref !== undefined && <a href={moreHref}>{t('Show more steps')}</a>}
      </p>
    </Panel>
  );
}

/** By steps instead of HCU: each operation is one step after the last of its operands; a lane is a transaction. */
function drawLineage(handle: string, { operations }: FheHandleLineage) {
  const levels = new Map<string, number>();
  const listed = operations.map((one) => {
    const words = Object.values(one.inputs).flatMap((word) =>
      typeof word === 'object' ? word : String(word),
    );
    const level = Math.max(0, ...words.map((word) => (levels.get(normalizeHandle(word)) ?? -1) + 1));
    levels.set(normalizeHandle(one.result), level);
    const depth = STEP * level + STEP - 1;
    return { ...one, caller: { hash: one.transaction_hash }, hcu_cost: STEP - 1, hcu_depth: depth };
  });
  const graph = buildFheGraph(listed, { nameOperation: formatFheOperation, maxNodes: MAX_NODES });
  const { drawing } = graph;
  const highlighted: FheGraph = {
    ...graph,
    drawing: {
      ...drawing,
      nodes: drawing.nodes.map((node) => ({ ...node, isCritical: node.handle === handle })),
      edges: drawing.edges.map((edge) => ({ ...edge, isCritical: edge.handle === handle })),
    },
  };
  const lanes = new Map(
    operations.map(({ transaction_hash: hash, block_number: block }) => [
      hash,
      t('Block {block} · {transaction}', { block: groupDigits(block), transaction: shortenHash(hash) }),
    ]),
  );
  const steps = Math.max(0, ...levels.values()) + 1;
  return { graph: highlighted, lanes, width: Math.max(MIN_WIDTH, MARGINS + steps * STEP_WIDTH) };
}

const COLUMNS: readonly Column<Line>[] = [
  {
    head: msg('Step'),
    className: 'md:w-28',
    cell: ({ listed: { distance } }) =>
      distance === 0 ? <Pill tone="secret">{t('this value')}</Pill> : <Step distance={distance} />,
  },
  {
    head: msg('Operation'),
    className: 'max-md:col-span-2',
    cell: ({ operation }) => <ExpressionCode operation={operation} />,
  },
  {
    head: msg('Result'),
    className: 'md:w-36',
    cell: ({ operation }) => <HandleLink handle={operation.handle} />,
  },
  {
    head: msg('Operands'),
    className: 'md:w-72',
    cell: ({ operation: { operands } }) => {
      const handles = [...new Set(operands.flatMap(({ handle }) => handle ?? []))];
      return (
        <span className="flex flex-wrap gap-x-2">
          {handles.slice(0, MAX_OPERANDS).map((handle) => (
            <HandleLink key={handle} handle={handle} />
          ))}
          {handles.length > MAX_OPERANDS &&
            t('… {count} more', { count: groupDigits(handles.length - MAX_OPERANDS) })}
        </span>
      );
    },
  },
  {
    head: msg('Transaction'),
    className: 'md:w-40',
    cell: ({ listed }) => <TransactionLink hash={listed.transaction_hash} part="/fhe" />,
  },
  { head: msg('Age'), className: 'md:w-36', cell: ({ listed }) => <Age timestamp={listed.timestamp} /> },
];

function Step({ distance }: { distance: number }) {
  const count = Math.abs(distance);
  return distance < 0
    ? t('{count, plural, one {# step} other {# steps}} before', { count })
    : t('{count, plural, one {# step} other {# steps}} after', { count });
}
