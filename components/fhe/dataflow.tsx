import { Panel } from '@/components/ui/panel';
import { ScrollArea } from '@/components/ui/scroll-area';
import type { FheGraph } from '@/lib/fhe/graph';
import { countOf, groupDigits } from '@/lib/format/number';
import { categoryOf } from './categories';
import { GraphSvg } from './graph-svg';

type Props = { graph: FheGraph; callers: ReadonlyMap<string, string | null> };

/** The picture of what was computed from what, with what it takes to read it. */
export function Dataflow({ graph, callers }: Props) {
  const { drawing, criticalPath, totals } = graph;
  return (
    <Panel title="Dataflow" id="dataflow" aside="from left to right, as long as the work takes">
      <figure>
        <ScrollArea label="Dataflow, also told by the table of operations" className="px-4 py-4">
          <GraphSvg graph={graph} callers={callers} />
        </ScrollArea>
        <figcaption className="flex flex-col gap-2 border-t border-line px-4 py-2.5 text-sm text-soft">
          <Legend graph={graph} />
          <p>
            The thick way is the critical path: {countOf(criticalPath.length, 'operation')}, each of which
            waits for the one before, {groupDigits(totals.maxDepthHcu)} HCU in all.
            {drawing.isCollapsed &&
              ` There is too much to draw one by one: a box stands for all operations of one name and caller${drawing.hiddenEdgeCount > 0 ? `, and ${groupDigits(drawing.hiddenEdgeCount)} lighter ways are left out` : ''}.`}
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
          {categoryOf(category).name}
        </li>
      ))}
      {kinds.has('input') && (
        <li className="flex items-center gap-1.5">
          <span
            aria-hidden="true"
            className="h-2.5 w-4 rounded-full border border-dashed border-secret bg-secret-wash"
          />
          Encrypted value from outside
        </li>
      )}
      {kinds.has('constant') && (
        <li className="flex items-center gap-1.5">
          <span aria-hidden="true" className="h-2.5 w-4 rounded-full border border-edge bg-surface" />
          Plain number
        </li>
      )}
      {kinds.has('random') && (
        <li className="flex items-center gap-1.5">
          <span aria-hidden="true" className="h-2.5 w-4 rounded-full border border-random bg-surface" />
          Chance
        </li>
      )}
    </ul>
  );
}
