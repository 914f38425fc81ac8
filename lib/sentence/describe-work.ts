import type { Address } from '@/lib/endpoints/address-mention';
import type { NetChanges } from '@/lib/endpoints/net-change';
import type { Transaction } from '@/lib/endpoints/transaction';
import { t } from '@/lib/language/t';
import {
  isCountable,
  isMadeAnew,
  isSame,
  isSameAsset,
  type Sides,
  sidesOf,
  tipOf,
  withoutTip,
} from './account-sides';
import type { Part } from './describe-transaction';
import { listAssets, listSwapped } from './list-assets';
import { phrase } from './phrase';

type Account = Readonly<{ address: Address; sides: Sides }>;

/** The accounts whose assets a transaction changed, without what is a fee, a tip or a wrapped coin's own. */
type Accounts = Readonly<{
  sender: Account | undefined;
  called: Account | undefined;
  others: readonly Account[];
  isWhole: boolean;
}>;

/** What a call moved that the sender's own changes do not say: for other accounts, or of the contract's funds. */
export function describeWork(transaction: Transaction, net: NetChanges): Part[] | undefined {
  const { to } = transaction;
  if (to === null || net.coin_source === 'none') return undefined;
  const accounts = listAccounts(transaction, net);
  const tip = tipOf(net);
  const story =
    describeTrades(accounts) ??
    describeArbitrage(accounts, to) ??
    describeSwap(accounts, net) ??
    describeFlow(accounts, { transaction, to, net });
  return story && [...story, ...describeTip(tip)];
}

function describeTip(tip: bigint): Part[] {
  if (tip === 0n) return [];
  const asset: Part[] = [{ asset: { token: null, token_id: null, amount: String(tip) } }];
  return [', ', ...phrase<Part>('paying {asset} to the fee recipient of the block', { asset })];
}

function listAccounts({ from, to }: Transaction, net: NetChanges): Accounts {
  const tip = tipOf(net);
  const wrapped = net.movements.filter(({ kind }) => kind === 'wrap' || kind === 'unwrap');
  const all = net.items.flatMap(({ address }): Account[] => {
    const sides = sidesOf(net, address.hash, isSame(address.hash, from.hash));
    if (sides === undefined || wrapped.some(({ token }) => isSame(token?.address_hash, address.hash)))
      return [];
    const isPaid = isSame(address.hash, net.fee?.recipient?.hash);
    const told = isPaid
      ? { ...sides, got: sides.got.filter(({ token }) => token !== null) }
      : withoutTip(sides, tip);
    return told.gave.length + told.got.length === 0 ? [] : [{ address, sides: told }];
  });
  const find = (hash: string | undefined) => all.find(({ address }) => isSame(address.hash, hash));
  const [sender, called] = [find(from.hash), find(to?.hash)];
  const others = all.filter((account) => account !== sender && account !== called);
  return { sender, called, others, isWhole: net.items.length === net.accounts_count };
}

/** Pools exchanged assets in a circle, no account but them gave any, and one only gained. */
function describeArbitrage({ sender, called, others, isWhole }: Accounts, to: Address): Part[] | undefined {
  const winners = [sender, called].filter((account) => account !== undefined);
  const gainers = others.filter(({ sides: { gave } }) => gave.length === 0);
  const pools = others.filter(({ sides: { gave, got } }) => gave.length > 0 && got.length > 0);
  const isCircle = isWhole && pools.length > 1 && pools.length + gainers.length === others.length;
  const [winner, second] = winners.length > 0 ? winners : gainers;
  if (!isCircle || winner === undefined || second !== undefined) return undefined;
  const { gave, got } = winner.sides;
  if (gave.length > 0 || !got.every(isCountable)) return undefined;
  return phrase<Part>('gained {got} by arbitrage between {count} pools through {to}', {
    ...{ got: listAssets(got), count: [String(pools.length)] },
    to: [{ address: to, part: 'to' }],
  });
}

/** Accounts that exchanged assets without having sent the transaction: by orders that they signed. */
function describeTrades({ sender, others }: Accounts): Part[] | undefined {
  const traders = others.filter(
    ({ address, sides: { gave, got } }) => address.is_contract !== true && gave.length > 0 && got.length > 0,
  );
  const [trader] = traders;
  if (trader === undefined || sender !== undefined) return undefined;
  if (traders.length > 1) return [t('settled trades of {count} accounts', { count: traders.length })];
  const { gave, got, isWhole } = trader.sides;
  return phrase<Part>('settled a trade of {trader}: {gave} for {got}', {
    trader: [{ address: trader.address, part: 'other' }],
    ...{ gave: listSwapped(gave, isWhole), got: listSwapped(got, isWhole) },
  });
}

/** Assets of the called contract were exchanged, or those of the one account that traded with a pool. */
function describeSwap({ sender, called, others }: Accounts, net: NetChanges): Part[] | undefined {
  if (sender !== undefined && called !== undefined) return describePayout({ sender, called }, net);
  if (sender !== undefined) return describeGift(sender, others);
  const [only, ...more] = others.filter(({ address }) => !isPool(address));
  const trader = called ?? (more.length === 0 && others.length > 1 ? only : undefined);
  return trader && describeTrade(trader, trader.sides, net);
}

/** The called contract gave what it had, the sender got what that was exchanged for. */
function describePayout({ sender, called }: Record<'sender' | 'called', Account>, net: NetChanges) {
  if (sender.sides.gave.length + called.sides.got.length > 0) return undefined;
  return describeTrade(called, { ...called.sides, got: sender.sides.got }, net);
}

function describeTrade({ address }: Account, { gave, got }: Sides, net: NetChanges): Part[] | undefined {
  const [[paid, ...more], [gained, ...rest]] = [gave, got];
  if (paid === undefined || gained === undefined || more.length + rest.length > 0) return undefined;
  const isSwap = isCountable(paid) && isCountable(gained) && !isSameAsset(paid, gained);
  if (!isSwap || isMadeAnew(net, paid) || isMadeAnew(net, gained)) return undefined;
  return phrase<Part>('had {to} swap {gave} for {got}', {
    to: [{ address, part: 'other' }],
    ...{ gave: listSwapped(gave), got: listSwapped(got) },
  });
}

/** The sender paid pools for what another account got. */
function describeGift({ sides }: Account, others: readonly Account[]): Part[] | undefined {
  const pools = others.filter(({ sides: { gave, got } }) => gave.length > 0 && got.length > 0);
  const gainers = others.filter(
    (account) => account.address.is_contract !== true && account.sides.gave.length === 0,
  );
  const [receiver, second] = gainers;
  const isGift = sides.gave.length === 1 && sides.got.length === 0 && pools.length > 0;
  if (!isGift || receiver === undefined || second !== undefined || receiver.sides.got.length !== 1)
    return undefined;
  return phrase<Part>('swapped {gave} for {got}, received by {account}', {
    ...{ gave: listSwapped(sides.gave), got: listSwapped(receiver.sides.got) },
    account: [{ address: receiver.address, part: 'other' }],
  });
}

/** Whether its name follows from the tokens of a pool. */
const isPool = ({ metadata }: Address) => metadata?.tags[0]?.meta?.source === 'chain';

type Called = Readonly<{ transaction: Transaction; to: Address; net: NetChanges }>;

/** Assets that went one way: no account both gave and got. */
function describeFlow(accounts: Accounts, call: Called): Part[] | undefined {
  const { sender, called, others, isWhole } = accounts;
  const all = [sender, called, ...others].filter((account) => account !== undefined);
  const givers = all.filter(({ sides }) => sides.gave.length > 0);
  const takers = all.filter(({ sides }) => sides.got.length > 0);
  const [[giver, ...more], [taker, ...rest]] = [givers, takers];
  if (taker === undefined || givers.some((account) => takers.includes(account))) return undefined;
  const receivers = nameAll(takers, isWhole);
  const to: Part[] = [{ address: call.to, part: 'to' }];
  const got = listAssets(taker.sides.got, taker.sides.isWhole);
  if (giver === undefined) {
    const isMint = rest.length === 0 && taker.sides.got.every((change) => isMadeAnew(call.net, change));
    return isMint
      ? phrase<Part>('minted {got} for {receivers} through {to}', { got, receivers, to })
      : undefined;
  }
  if (more.length === 0)
    return describeSpread({ giver, taker: rest.length === 0 ? taker : undefined, receivers }, accounts, call);
  const from = nameAll(givers, isWhole);
  return rest.length > 0
    ? phrase<Part>('moved assets from {from} to {receivers}', { from, receivers })
    : phrase<Part>('gathered {got} from {from} for {receivers}', { got, from, receivers });
}

type Spread = Readonly<{ giver: Account; taker: Account | undefined; receivers: Part[] }>;

/** One account gave, others got; `taker`: the only one. */
function describeSpread(
  { giver, taker, receivers }: Spread,
  { sender, called }: Accounts,
  { transaction: { method }, to: callee }: Called,
): Part[] | undefined {
  const gave = listAssets(giver.sides.gave, giver.sides.isWhole);
  const from: Part[] = [{ address: giver.address, part: 'other' }];
  const to: Part[] = [{ address: callee, part: 'to' }];
  if (giver === sender && taker !== undefined && taker === called)
    return method === null
      ? undefined
      : phrase<Part>('paid {gave} to {to}, calling {method}', { gave, to, method: [{ method }] });
  const isOwnToken = giver.sides.gave.some(({ token }) => isSame(token?.address_hash, callee.hash));
  if (giver === sender)
    return isOwnToken
      ? phrase<Part>('sent {asset} to {to}', { asset: gave, to: receivers })
      : phrase<Part>('sent {gave} to {receivers} through {to}', { gave, receivers, to });
  if (taker !== undefined && taker === sender)
    return giver === called
      ? phrase<Part>('received {gave} from {from}', { gave, from })
      : phrase<Part>('received {gave} from {from} through {to}', { gave, from, to });
  return giver === called
    ? phrase<Part>('had {from} send {gave} to {receivers}', { from, gave, receivers })
    : phrase<Part>('moved {gave} from {from} to {receivers}', { gave, from, receivers });
}

function nameAll(accounts: readonly Account[], isWhole: boolean): Part[] {
  const [only, ...more] = accounts;
  if (only === undefined) return [];
  if (more.length === 0 && isWhole) return [{ address: only.address, part: 'other' }];
  const { length: count } = accounts;
  return [isWhole ? t('{count} accounts', { count }) : t('more than {count} accounts', { count })];
}
