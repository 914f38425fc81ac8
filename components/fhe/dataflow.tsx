import { Panel } from '@/components/ui/panel';
import { ScrollArea, ScrollHint } from '@/components/ui/scroll-area';
import type { FheGraph } from '@/lib/fhe/graph';
import { groupDigits } from '@/lib/format/number';
import { t, textOf } from '@/lib/language/t';
import { categoryOf } from './categories';
import { GraphSvg } from './graph-svg';

type Props = {
  graph: FheGraph;
  callers: ReadonlyMap<string, string | null>;
  /** Place of the first row of the table of operations below. */
  from: number;
};

/** The data-flow graph with its legend. */
export function Dataflow({ graph, callers, from }: Props) {
  const { drawing, criticalPath, totals } = graph;
  return (
    <Panel title={t('Dataflow')} id="dataflow" aside={t('left to right, to scale in HCU')}>
      <figure>
        <ScrollHint className="lg:hidden" />
        <ScrollArea label={t('Dataflow graph, also shown as the table of operations')} className="px-4 py-4">
          <GraphSvg graph={graph} callers={callers} from={from} />
        </ScrollArea>
        <figcaption className="flex flex-col gap-2 border-t border-line px-4 py-2.5 text-sm text-soft">
          <Legend graph={graph} />
          <p>
            {t(
              'e1, e2, … are results of this transaction, x1, x2, … encrypted values from outside it, and numbers are plaintext. A box begins where all that it needs is computed and is as wide as it costs; each lane is a caller.',
            )}
          </p>
          <p>
            {t(
              'The bold path is the critical path: {count, plural, one {# operation} other {# operations}} that must run one after another, {maxDepthHcu} HCU in total.',
              { count: criticalPath.length, maxDepthHcu: groupDigits(totals.maxDepthHcu) },
            )}
            {drawing.isCollapsed &&
              ` ${t(
                'The graph is too large to draw in full: each box stands for all operations with the same name and caller{hidden, plural, =0 {} one {, and # minor edge is hidden} other {, and # minor edges are hidden}}.',
                { hidden: drawing.hiddenEdgeCount },
              )}`}
          </p>
        </figcaption>
      </figure>
    </Panel>
  );
}

function Legend({ graph }: { graph: FheGraph }) {
  const categories = [...new Set(graph.operations.map(({ category }) => category))];
  const kinds = new Set(graph.drawing.nodes.map(({ kind }) => kind));
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs">
      {categories.slice(0, 8).map((category) => (
        <li key={category} className="flex items-center gap-1.5">
          <span aria-hidden="true" className={`size-2.5 rounded-xs ${categoryOf(category).dot}`} />
          {textOf(categoryOf(category).name)}
        </li>
      ))}
      {kinds.has('input') && (
        <li className="flex items-center gap-1.5">
          <span
            aria-hidden="true"
            className="h-2.5 w-4 rounded-full border border-dashed border-secret bg-secret-wash"
          />
          {t('Encrypted input or stored ciphertext')}
        </li>
      )}
      {kinds.has('constant') && (
        <li className="flex items-center gap-1.5">
          <span aria-hidden="true" className="h-2.5 w-4 rounded-full border border-edge bg-surface" />
          {t('Plaintext')}
        </li>
      )}
      {kinds.has('random') && (
        <li className="flex items-center gap-1.5">
          <span aria-hidden="true" className="h-2.5 w-4 rounded-full border border-random bg-surface" />
          {t('Random value')}
        </li>
      )}
    </ul>
  );
}
