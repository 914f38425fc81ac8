import type { FheGraph } from '@/lib/fhe/graph';
import type { DrawingEdge, DrawingNode } from '@/lib/fhe/graph-drawing';
import { type GraphLayout, layoutGraph, type NodeBox } from '@/lib/fhe/graph-layout';
import { formatFheType } from '@/lib/fhe/names';
import { shortenHash } from '@/lib/format/hash';
import { groupDigits } from '@/lib/format/number';
import { displayText } from '@/lib/format/text';
import { msg, t } from '@/lib/language/t';
import { categoryOf } from './categories';
import { rowHref } from './operations-table';

const AXIS = 26;
const LETTER = 6.7;
const PADDING = 8;

type Names = ReadonlyMap<string, string | null>;

type Props = {
  graph: FheGraph;
  callers: Names;
  /** Place of the first row of the table of operations on the page. */
  from?: number;
  /** Links to handles, for a graph across transactions: by steps instead of HCU, and this wide in pixels. */
  steps?: { handleHref: (handle: string) => string; width: number } | undefined;
};

/** Operations link to their table rows. Hidden from screen readers and keyboard, as the table says the same. */
export function GraphSvg({ graph, callers, steps, from = 0 }: Props) {
  const layout = layoutGraph(graph.drawing, steps ? { width: steps.width } : {});
  const { drawing, operations } = graph;
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 ${-AXIS} ${layout.width} ${layout.height + AXIS}`}
      className={`diagram block ${steps ? 'max-w-none' : 'w-full min-w-[60rem]'}`}
      {...(steps && { width: layout.width, height: layout.height + AXIS })}
    >
      <Lanes layout={layout} graph={graph} callers={callers} />
      {!steps && <Axis layout={layout} />}
      <Edges edges={drawing.edges} paths={layout.edges} />
      {drawing.nodes.map((node, index) => {
        const box = layout.boxes[index];
        const place = node.members[0] ?? -1;
        const member = operations[place];
        if (box === undefined) return null;
        const key = `${node.kind} ${index}`;
        const handleHref = node.handle === null ? undefined : steps?.handleHref(node.handle);
        if (member === undefined) return <Source key={key} node={node} box={box} href={handleHref} />;
        const style = {
          color: categoryOf(member.category).text,
          href: handleHref ?? rowHref(place, { logIndex: member.logIndex, from }),
        };
        return <Operation key={key} node={node} box={box} {...style} isStep={steps !== undefined} />;
      })}
    </svg>
  );
}

function Lanes({ layout, graph, callers }: { layout: GraphLayout; graph: FheGraph; callers: Names }) {
  return layout.lanes.map((lane, index) => {
    const { caller = null, isRest = false } = graph.drawing.lanes[index] ?? {};
    const name = caller === null ? null : callers.get(caller);
    const text =
      caller === null
        ? isRest
          ? t('other callers')
          : t('unknown caller')
        : typeof name === 'string'
          ? displayText(name, 40)
          : shortenHash(caller);
    return (
      <g key={caller ?? `none ${index}`} data-same={caller?.toLowerCase()}>
        <rect x="0" y={lane.y} width={layout.width} height={lane.height} rx="6" className="fill-sunken" />
        <text x="16" y={lane.y + 16} className="fill-soft text-[11px] font-medium">
          <title>{caller ?? text}</title>
          {text}
        </text>
      </g>
    );
  });
}

/** HCU axis: the horizontal position of an operation is its depth. */
function Axis({ layout }: { layout: GraphLayout }) {
  const last = layout.ticks.at(-1);
  return (
    <g>
      {layout.ticks.map(({ hcu, x }) => (
        <g key={hcu}>
          <line x1={x} x2={x} y1={-6} y2={layout.height} className="stroke-line" />
          <text
            x={x}
            y={-11}
            textAnchor={hcu === last?.hcu && hcu > 0 ? 'end' : 'middle'}
            className="fill-faint text-[11px]"
          >
            {groupDigits(hcu)}
            {hcu === last?.hcu && ` ${t('HCU')}`}
          </text>
        </g>
      ))}
    </g>
  );
}

/** Those of the critical path above the others; what edges share is told once, as there are hundreds. */
function Edges({ edges, paths }: { edges: readonly DrawingEdge[]; paths: readonly string[] }) {
  const draw = (isCritical: boolean) =>
    edges.map((edge, index) =>
      edge.isCritical === isCritical ? (
        <path key={`${edge.from}>${edge.to}`} d={paths[index]} data-same={edge.handle ?? undefined} />
      ) : null,
    );
  return (
    <>
      <g fill="none" className="stroke-edge" strokeWidth={1.25} strokeOpacity={0.9}>
        {draw(false)}
      </g>
      <g fill="none" className="stroke-secret" strokeWidth={2.5}>
        {draw(true)}
      </g>
    </>
  );
}

function Operation(props: { node: DrawingNode; box: NodeBox; color: string; href: string; isStep: boolean }) {
  const { node, box, color, href, isStep } = props;
  const words = listWords(node);
  const fitting = words.find((text) => text.length * LETTER + PADDING <= box.width);
  const shape = (
    <g className={color} data-same={node.handle ?? undefined}>
      <title>{isStep ? words[0] : describeOperation(node)}</title>
      <rect {...box} rx="4" className="box" strokeWidth={node.isCritical ? 2.5 : undefined} />
      {fitting !== undefined && (
        <text
          x={box.x + box.width / 2}
          y={box.y + box.height / 2 + 4}
          textAnchor="middle"
          className="mono fill-ink text-[11px]"
        >
          {fitting}
        </text>
      )}
    </g>
  );
  return node.count > 1 ? (
    shape
  ) : (
    <a href={href} tabIndex={-1}>
      {shape}
    </a>
  );
}

/** Labels of a box, longest first; the first that fits is used. */
function listWords({ label, fheType, count }: DrawingNode): string[] {
  const name = displayText(label === '' ? 'mixed' : label, 24);
  if (count > 1) return [`${name} × ${groupDigits(count)}`, name];
  return [...(fheType === null ? [] : [`${name} ${formatFheType(fheType)}`]), name];
}

function describeOperation(node: DrawingNode): string {
  const [words = ''] = listWords(node);
  return t(
    '{operation}: {cost} HCU, from {start} to {end}{isCritical, select, true {, on the critical path} other {}}',
    {
      operation: words,
      cost: groupDigits(node.cost),
      start: groupDigits(node.start),
      end: groupDigits(node.end),
      isCritical: String(node.isCritical),
    },
  );
}

const SOURCES = {
  input: {
    style: 'fill-secret-wash stroke-secret',
    text: 'fill-secret',
    name: msg('Encrypted input or stored ciphertext'),
  },
  constant: { style: 'fill-surface stroke-edge', text: 'fill-soft', name: msg('Plaintext') },
  random: { style: 'fill-surface stroke-pink', text: 'fill-pink', name: msg('Random value') },
} as const;

function Source({ node, box, href }: { node: DrawingNode; box: NodeBox; href: string | undefined }) {
  if (node.kind === 'operation') return null;
  const { style, text, name } = SOURCES[node.kind];
  const type = node.fheType === null ? '' : ` ${formatFheType(node.fheType)}`;
  const label = node.count > 1 ? t(SOURCE_NOUNS[node.kind], { count: node.count }) : `${node.label}${type}`;
  const shape = (
    <g data-same={node.handle ?? undefined}>
      <title>
        {node.handle === null
          ? `${t(name)} ${node.label}`
          : t('{source}, handle {handle}', { source: t(name), handle: node.handle })}
      </title>
      <rect
        {...box}
        rx="9"
        className={style}
        strokeDasharray={node.kind === 'input' ? '3 2' : undefined}
        strokeWidth={node.isCritical ? 2.5 : undefined}
      />
      <text
        x={box.x + box.width / 2}
        y={box.y + box.height / 2 + 3.5}
        textAnchor="middle"
        className={`mono text-[10px] ${text}`}
      >
        {displayText(label, 15)}
      </text>
    </g>
  );
  return href === undefined ? (
    shape
  ) : (
    <a href={href} tabIndex={-1}>
      {shape}
    </a>
  );
}

const SOURCE_NOUNS = {
  input: msg('{count, plural, one {# input} other {# inputs}}'),
  constant: msg('{count, plural, one {# constant} other {# constants}}'),
  random: msg('{count, plural, one {# random value} other {# random values}}'),
} as const;
