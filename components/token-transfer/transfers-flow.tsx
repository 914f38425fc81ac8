import { use } from 'react';
import { readCoin } from '@/components/chain/coin-unit';
import { Panel } from '@/components/ui/panel';
import { ScrollArea, ScrollHint } from '@/components/ui/scroll-area';
import type { Address } from '@/lib/endpoints/address-mention';
import type { AssetMovement, NetChanges } from '@/lib/endpoints/net-change';
import type { Transaction } from '@/lib/endpoints/transaction';
import type { Coin } from '@/lib/format/amount';
import { shortenHash, ZERO_ADDRESS_HASH } from '@/lib/format/hash';
import { groupDigits } from '@/lib/format/number';
import { displayText } from '@/lib/format/text';
import { t } from '@/lib/language/t';
import type { AssetValue } from '@/lib/sentence/describe-transaction';
import { roleOf } from '../transaction/role-of';
import { assetText } from './asset-amount';
import { type FlowEdge, type FlowLayout, type FlowNode, layoutFlows, mergeFlows } from './flow-layout';

const MAX_FLOWS = 60;
const WIDTH = 960;
const NODE_WIDTH = 168;
const LABEL_WIDTH = 320;
const LABEL_HEIGHT = 18;
const PADDING = 8;
/** Colors of assets, in the order in which they appear. */
const STROKES = [
  'stroke-blue',
  'stroke-orange',
  'stroke-green',
  'stroke-purple',
  'stroke-cyan',
  'stroke-pink',
  'stroke-yellow',
] as const;

type Props = { transaction: Transaction; net: NetChanges; chain: { id: string; symbol: string } };
type Movements = Readonly<{
  movements: readonly FlowEdge[];
  accounts: ReadonlyMap<string, Pick<Address, 'hash' | 'name'>>;
  assets: ReadonlyMap<string, Pick<AssetValue, 'token' | 'token_id'>>;
}>;

/** The movements with accounts and assets by key; a wrapped coin's contract gives and takes what is wrapped. */
function readMovements(movements: readonly AssetMovement[]): Movements {
  const accounts = new Map<string, Pick<Address, 'hash' | 'name'>>();
  const assets = new Map<string, Pick<AssetValue, 'token' | 'token_id'>>();
  const endOf = ({ kind, token }: AssetMovement, address: Address | null) => {
    const isWrap = (kind === 'wrap' || kind === 'unwrap') && token !== null;
    const nobody = {
      hash: isWrap ? token.address_hash : ZERO_ADDRESS_HASH,
      name: isWrap ? token.name : null,
    };
    const end = address ?? nobody;
    accounts.set(end.hash.toLowerCase(), end);
    return end.hash.toLowerCase();
  };
  const edges = movements.map((movement) => {
    const { token, token_id, amount, count } = movement;
    const asset = `${token?.address_hash} ${token_id}`;
    assets.set(asset, { token, token_id });
    const [from, to] = [endOf(movement, movement.from), endOf(movement, movement.to)];
    return { from, to, asset, amount: amount === null ? null : BigInt(amount), count };
  });
  return { movements: edges, accounts, assets };
}

/** Senders left, receivers right, a line per asset. Hidden from screen readers, as the list says the same. */
export function TransfersFlow({ transaction, net, chain }: Props) {
  const moved = readMovements(net.movements);
  const flows = mergeFlows(moved.movements, MAX_FLOWS);
  const layout = layoutFlows(flows);
  const shown = countAll(flows);
  const total = countAll(moved.movements);
  return (
    <Panel title={t('Flow')} id="flow" aside={t('left to right')}>
      <ScrollHint className="md:hidden" />
      <ScrollArea label={t('Flow diagram')} className="p-4">
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${WIDTH} ${layout.height}`}
          className="diagram block w-full min-w-[46rem]"
        >
          <Lines layout={layout} moved={moved} coin={use(readCoin(chain.symbol))} />
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
        {shown < total &&
          `${t('The {limit} most frequent flows: {shown} of {count, plural, one {# movement} other {# movements}}.', { limit: MAX_FLOWS, shown: groupDigits(shown), count: total })} `}
        {net.movements_count > net.movements.length &&
          `${t('Only the first {count} different movements are counted.', { count: groupDigits(net.movements.length) })} `}
        {net.coin_source === 'traces' || net.coin_source === 'logs'
          ? t(
              'Token transfers, transaction value and {symbol} transferred by calls; equal flows are combined.',
              { symbol: chain.symbol },
            )
          : t(
              'Token transfers and transaction value; equal flows are combined. {symbol} transferred by calls is unknown.',
              { symbol: chain.symbol },
            )}
      </p>
    </Panel>
  );
}

const countAll = (edges: readonly FlowEdge[]) => edges.reduce((sum, { count }) => sum + count, 0);

function Lines({ layout, moved, coin }: { layout: FlowLayout; moved: Movements; coin: Coin }) {
  const strokes = new Map(
    [...moved.assets.keys()].map((asset, index) => [asset, STROKES[index % STROKES.length]]),
  );
  const begin = NODE_WIDTH + LABEL_WIDTH;
  const end = WIDTH - NODE_WIDTH - 7;
  const bend = (begin + end) / 2;
  return layout.edges.map((edge) => {
    const key = `${edge.from} ${edge.to} ${edge.asset}`;
    return (
      <g key={key} fill="none" className={strokes.get(edge.asset)} strokeWidth="1.75">
        <path
          d={`M${NODE_WIDTH} ${edge.fromY}H${begin}C${bend} ${edge.fromY} ${bend} ${edge.toY} ${end} ${edge.toY}`}
        />
        <Label
          at={{ x: NODE_WIDTH + PADDING, y: edge.fromY - LABEL_HEIGHT / 2, width: LABEL_WIDTH - PADDING }}
          text={describe(edge, moved.assets.get(edge.asset), coin)}
          className="bg-surface px-2 text-ink"
        />
        <path d={`M${end} ${edge.toY}h6m-5 -4l5 4l-5 4`} />
      </g>
    );
  });
}

/** A text that ends in an ellipsis where its place ends: anyone can choose the names in it. */
function Label(props: { at: { x: number; y: number; width: number }; text: string; className: string }) {
  const { at, text, className } = props;
  return (
    <foreignObject {...at} height={LABEL_HEIGHT}>
      <p dir="ltr" className="flex">
        <span title={text} className={`truncate text-[12px] leading-[18px] ${className}`}>
          <bdi>{text}</bdi>
        </span>
      </p>
    </foreignObject>
  );
}

type AccountProps = {
  node: FlowNode;
  x: number;
  moved: Movements;
  transaction: Transaction;
  chain: { id: string };
};

const ROLE_COLORS = { from: 'text-sender', to: 'text-receiver', other: 'text-ink' } as const;

function Account({ node, x, moved, transaction, chain }: AccountProps) {
  const address = moved.accounts.get(node.account);
  const isNobody = node.account === ZERO_ADDRESS_HASH;
  const nobody = x === 0 ? t('minted') : t('burnt');
  const name = address?.name ?? null;
  const color = address === undefined || isNobody ? 'text-faint' : ROLE_COLORS[roleOf(address, transaction)];
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
      <Label
        at={{ x: x + PADDING, y: node.top + 3, width: NODE_WIDTH - 2 * PADDING }}
        text={isNobody ? nobody : nameAccount(node.account, moved)}
        className={`font-medium ${color} ${name === null && !isNobody ? 'font-mono' : ''}`}
      />
    </a>
  );
}

/** Its name, with its digits where another account has the same one. */
function nameAccount(account: string, moved: Movements): string {
  const { hash = account, name = null } = moved.accounts.get(account) ?? {};
  if (name === null) return shortenHash(hash);
  if (!isShared(name, moved)) return displayText(name, 40);
  return `${displayText(name, 9)} ${account.slice(0, 6)}…${account.slice(-4)}`;
}

/** True if another account in the diagram has the same name. */
function isShared(name: string, { accounts }: Movements): boolean {
  return [...accounts.values()].filter((account) => account.name === name).length > 1;
}

/** Amount and asset; never a number if encrypted. */
function describe(edge: FlowEdge, asset: Pick<AssetValue, 'token' | 'token_id'> | undefined, coin: Coin) {
  const times = edge.count === 1 ? '' : ` ${t('({count} times)', { count: groupDigits(edge.count) })}`;
  const amount = edge.amount === null ? null : String(edge.amount);
  return `${assetText({ token: null, token_id: null, ...asset, amount }, coin, true)}${times}`;
}
