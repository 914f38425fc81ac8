import { tokenSymbol } from '@/components/token/token-label';
import { Panel } from '@/components/ui/panel';
import { ScrollArea } from '@/components/ui/scroll-area';
import type { Transaction } from '@/lib/endpoints/transaction';
import { formatAmount, parseDecimals } from '@/lib/format/amount';
import { shortenHash, shortenTokenId } from '@/lib/format/hash';
import { countOf, groupDigits } from '@/lib/format/number';
import { displayText } from '@/lib/format/text';
import { roleOf } from '../transaction/role-of';
import { type AnyTransfer, type Asset, collectMovements, FEE, type Movements } from './collect-movements';
import { type FlowEdge, type FlowLayout, type FlowNode, layoutFlows, mergeFlows } from './flow-layout';

const MAX_FLOWS = 60;
const WIDTH = 960;
const NODE_WIDTH = 168;
const LABEL_WIDTH = 210;
const PADDING = 8;
const HUES = ['arithmetic', 'control', 'encryption', 'comparison', 'bitwise', 'random', 'unary'] as const;
const STROKES: Readonly<Record<(typeof HUES)[number], string>> = {
  arithmetic: 'stroke-arithmetic',
  control: 'stroke-control',
  encryption: 'stroke-encryption',
  comparison: 'stroke-comparison',
  bitwise: 'stroke-bitwise',
  random: 'stroke-random',
  unary: 'stroke-unary',
};
const NULL_ADDRESS = /^0x0{40}$/;

type Props = {
  transaction: Transaction;
  transfers: readonly AnyTransfer[];
  chain: { id: string; symbol: string };
};

/** Senders left, receivers right, a line per asset. Hidden from screen readers, as the list says the same. */
export function TransfersFlow({ transaction, transfers, chain }: Props) {
  const moved = collectMovements(transaction, transfers);
  const movements = moved.movements.filter(({ to }) => to !== FEE);
  const flows = mergeFlows(movements, MAX_FLOWS);
  const layout = layoutFlows(flows);
  const shown = flows.reduce((sum, { count }) => sum + count, 0);
  return (
    <Panel title="Flow" id="flow" aside="left to right">
      <ScrollArea label="Flow diagram" className="p-4">
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${WIDTH} ${layout.height}`}
          className="fhe-graph block w-full min-w-[46rem]"
        >
          <Lines layout={layout} moved={moved} symbol={chain.symbol} />
          {layout.left.map((node) => (
            <Account key={node.account} node={node} x={0} {...{ moved, transaction, chain }} />
          ))}
          {layout.right.map((node) => (
            <Account
              key={node.account}
              node={node}
              x={WIDTH - NODE_WIDTH}
              {...{ moved, transaction, chain }}
            />
          ))}
        </svg>
      </ScrollArea>
      <p className="border-t border-line px-4 py-2 text-xs text-faint">
        {shown < movements.length &&
          `The ${MAX_FLOWS} most frequent flows: ${groupDigits(shown)} of ${countOf(movements.length, 'movement')}. `}
        Token transfers and the value of the transaction; equal flows are added up.
      </p>
    </Panel>
  );
}

function Lines({ layout, moved, symbol }: { layout: FlowLayout; moved: Movements; symbol: string }) {
  const hues = new Map([...moved.assets.keys()].map((asset, index) => [asset, HUES[index % HUES.length]]));
  const begin = NODE_WIDTH + LABEL_WIDTH;
  const end = WIDTH - NODE_WIDTH - 7;
  const bend = (begin + end) / 2;
  return layout.edges.map((edge) => {
    const stroke = STROKES[hues.get(edge.asset) ?? 'arithmetic'];
    const key = `${edge.from} ${edge.to} ${edge.asset}`;
    return (
      <g key={key} fill="none" className={stroke} strokeWidth="1.75">
        <path
          d={`M${NODE_WIDTH} ${edge.fromY}H${begin}C${bend} ${edge.fromY} ${bend} ${edge.toY} ${end} ${edge.toY}`}
        />
        <text
          x={NODE_WIDTH + 2 * PADDING}
          y={edge.fromY + 4}
          strokeWidth="8"
          className="fill-ink stroke-surface text-[12px] [paint-order:stroke] [unicode-bidi:plaintext]"
        >
          {describe(edge, moved.assets.get(edge.asset), symbol)}
        </text>
        <path d={`M${end} ${edge.toY}h6m-5 -4l5 4l-5 4`} />
      </g>
    );
  });
}

type AccountProps = {
  node: FlowNode;
  x: number;
  moved: Movements;
  transaction: Transaction;
  chain: { id: string };
};

const ROLE_FILLS = { from: 'fill-sender', to: 'fill-receiver', other: 'fill-ink' } as const;

function Account({ node, x, moved, transaction, chain }: AccountProps) {
  const address = moved.accounts.get(node.account);
  const isNobody = NULL_ADDRESS.test(node.account);
  const name = address?.name ?? null;
  const text = isNobody
    ? x === 0
      ? 'minted'
      : 'burnt'
    : name === null
      ? shortenHash(address?.hash ?? node.account)
      : isShared(name, moved)
        ? `${displayText(name, 9)} ${node.account.slice(0, 6)}…${node.account.slice(-4)}`
        : displayText(name, 20);
  const fill = address === undefined || isNobody ? 'fill-faint' : ROLE_FILLS[roleOf(address, transaction)];
  return (
    <a href={`/${chain.id}/address/${address?.hash ?? node.account}`} tabIndex={-1} data-same={node.account}>
      <title>{address?.hash ?? node.account}</title>
      <rect
        x={x + 0.5}
        y={node.top + 0.5}
        width={NODE_WIDTH - 1}
        height={node.bottom - node.top - 1}
        rx="5"
        className="fill-sunken stroke-line"
      />
      <text
        x={x + 10}
        y={node.top + 16}
        className={`${fill} text-[12px] font-medium [unicode-bidi:plaintext] ${name === null && !isNobody ? 'font-mono' : ''}`}
      >
        {text}
      </text>
    </a>
  );
}

/** True if another account in the diagram has the same name. */
function isShared(name: string, { accounts }: Movements): boolean {
  return [...accounts.values()].filter((account) => account.name === name).length > 1;
}

/** Amount and asset; never a number if encrypted. */
function describe(edge: FlowEdge, asset: Asset | undefined, symbol: string): string {
  const times = edge.count === 1 ? '' : ` (${groupDigits(edge.count)} times)`;
  const name = asset?.token === undefined ? symbol : displayText(tokenSymbol(asset.token), 12);
  if (edge.amount === null)
    return `${asset?.isConfidential === true ? 'encrypted' : 'unknown'} ${name}${times}`;
  const tokenId = asset?.tokenId ?? null;
  if (tokenId !== null) {
    const many = edge.amount === 1n ? '' : `${groupDigits(edge.amount)} × `;
    return `${many}${name} #${shortenTokenId(tokenId)}${times}`;
  }
  const decimals = asset?.token === undefined ? 18 : parseDecimals(asset.token.decimals);
  return `${formatAmount(edge.amount, decimals ?? 0).text} ${name}${times}`;
}
