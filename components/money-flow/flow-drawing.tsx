import { assetText } from '@/components/token-transfer/asset-amount';
import type { FlowNode, MoneyFlow } from '@/lib/endpoints/money-flow';
import { nameOfAddress } from '@/lib/format/address-name';
import type { Coin } from '@/lib/format/amount';
import { shortenHash } from '@/lib/format/hash';
import { groupDigits } from '@/lib/format/number';
import { displayText } from '@/lib/format/text';
import { t } from '@/lib/language/t';
import { type FlowLayout, LABEL_WIDTH, NODE_WIDTH, type PlacedEdge, type PlacedNode } from './arrange-flow';
import { stopText } from './stop-text';

/** Colors of assets, in the order in which they appear. */
const STROKES = ['blue', 'orange', 'green', 'purple', 'cyan', 'pink', 'yellow'].map(
  (color) => `flow-${color}`,
);
const LETTERS = 30;

type Props = {
  flow: MoneyFlow;
  layout: FlowLayout;
  coin: Coin;
  /** Where a click on an account leads. */
  hrefOf: (node: FlowNode) => string;
};

/** Accounts step by step from left to right, with the amounts between them; the inside of an SVG. */
export function FlowDrawing({ flow, layout, coin, hrefOf }: Props) {
  const assets = [...new Set(flow.edges.map(({ token }) => token?.address_hash))];
  return (
    <>
      {layout.edges.map((placed, index) => {
        const { edge } = placed;
        const stroke = STROKES[assets.indexOf(edge.token?.address_hash) % STROKES.length] ?? '';
        return (
          <Line
            // biome-ignore lint/suspicious/noArrayIndexKey: a token with IDs has several edges between the same accounts
            key={index}
            placed={placed}
            stroke={stroke}
            coin={coin}
            isOut={flow.direction === 'out'}
          />
        );
      })}
      {layout.nodes.map((placed) => (
        <Account key={placed.index} placed={placed} href={hrefOf(placed.node)} />
      ))}
    </>
  );
}

function Line(props: { placed: PlacedEdge; stroke: string; coin: Coin; isOut: boolean }) {
  const { placed, stroke, coin, isOut } = props;
  const { edge, nearX, nearY, farX, farY } = placed;
  const begin = farX - LABEL_WIDTH;
  const bend = (nearX + begin) / 2;
  const times = edge.count === 1 ? '' : ` ${t('({count} times)', { count: groupDigits(edge.count) })}`;
  const text = `${assetText({ token: edge.token, token_id: edge.token_id, amount: edge.amount }, coin)}${times}`;
  const head = isOut ? `M${farX - 7} ${farY - 4}l6 4l-6 4` : `M${nearX + 7} ${nearY - 4}l-6 4l6 4`;
  return (
    <g>
      <title>{text}</title>
      <path
        className={`flow-line ${stroke}`}
        d={`M${nearX + 1} ${nearY}C${bend} ${nearY} ${bend} ${farY} ${begin} ${farY}H${farX - 1}${head}`}
      />
      <svg aria-hidden="true" x={begin} y={farY - 16} width={LABEL_WIDTH - 8} height="15">
        <text x="0" y="11" className="flow-amount">
          {isolate(displayText(text, LETTERS))}
        </text>
      </svg>
    </g>
  );
}

function Account({ placed, href }: { placed: PlacedNode; href: string }) {
  const { node, x, y, height } = placed;
  const { address } = node;
  // what looks like another name is shown by its digits
  const name = address.imitates === undefined ? nameOfAddress(address) : null;
  const digits = shortenHash(address.hash);
  const middle = height / 2;
  return (
    <a href={href} rel="nofollow" tabIndex={-1} data-same={address.hash.toLowerCase()}>
      <title>{address.hash}</title>
      <rect
        x={x + 0.5}
        y={y + 0.5}
        width={NODE_WIDTH - 1}
        height={height - 1}
        rx="5"
        className={node.hop === 0 ? 'flow-node flow-first' : 'flow-node'}
      />
      <svg aria-hidden="true" x={x + 8} y={y} width={NODE_WIDTH - 16} height={height}>
        <text x="0" y={middle - 4} className={name === null ? 'flow-name flow-mono' : 'flow-name'}>
          {name === null ? digits : isolate(displayText(name, 24))}
        </text>
        <text x="0" y={middle + 12} className="flow-note">
          {name === null ? noteOf(node) : `${digits} · ${noteOf(node)}`}
        </text>
      </svg>
    </a>
  );
}

function noteOf(node: FlowNode): string {
  if (node.stop !== null) return stopText(node.stop);
  if (!node.is_open) return `+ ${t('follow')}`;
  return t('{count, plural, =0 {nothing further} one {# branch} other {# branches}}', {
    count: node.branches_count,
  });
}

/** Keeps text of either direction to itself. */
const isolate = (text: string) => `\u2068${text}\u2069`;
