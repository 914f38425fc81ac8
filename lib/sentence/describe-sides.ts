import type { AssetChange, NetChanges } from '@/lib/endpoints/net-change';
import type { Transaction } from '@/lib/endpoints/transaction';
import { nameExchange } from '@/lib/format/known-exchanges';
import { type Msg, msg } from '@/lib/language/t';
import { isCountable, isMadeAnew, isSame, isSameAsset, type Sides } from './account-sides';
import type { Part } from './describe-transaction';
import { listAssets, listSwapped } from './list-assets';
import { phrase } from './phrase';

/** The contract that was called, where the sender's changes are known. */
type Deal = Readonly<{ transaction: Transaction; net: NetChanges; chainId: string; sides: Sides }>;

/** Verbs of functions by which an account gives assets to a contract. */
const GIVING: readonly (readonly [RegExp, Msg])[] = [
  [
    /bridge|^(outboundTransfer|deposit(ETH|ERC20)(To)?$|depositTransaction|depositForBurn|send(To|ToL)?L[123]|relayTokens|anySwapOut|requestL2|transferRemote|swapAndStart|startBridge|sendFrom$|sendNative$|sendCrossChain)/i,
    msg('bridged {gave} through {to}'),
  ],
  [/^(stake|submit$|restake|delegate)/i, msg('staked {gave} in {to}')],
  [/^(repay|payback)/i, msg('repaid {gave} to {to}')],
  [/^(lock|createLock|increaseAmount|vest)/i, msg('locked {gave} in {to}')],
  [/^(deposit|supply|addCollateral|provide|enter)/i, msg('deposited {gave} into {to}')],
  [/^(mint|claim|purchase|buy)/i, msg('paid {gave} to {to}')],
];
/** Verbs of functions by which an account gets assets from a contract. */
const GETTING: readonly (readonly [RegExp, Msg])[] = [
  [/^borrow/i, msg('borrowed {got} from {to}')],
  [/claim|harvest|^(get|collect|compound).*(reward|fee)|^(redeem)?airdrop/i, msg('claimed {got} from {to}')],
  [/^collect/i, msg('collected {got} from {to}')],
  [/withdraw|unstake|^(exit|unlock|release|redeem|leave|bond)/i, msg('withdrew {got} from {to}')],
];
const SWAPPED = msg('swapped {gave} for {got} {where}');
const EXCHANGED = msg('exchanged {gave} for {got} {where}');

/** What the sender gave and got by a call, in words; undefined if both are nothing. */
export function describeSides(deal: Deal): Part[] | undefined {
  const { gave, got, isWhole } = deal.sides;
  if (gave.length === 0 && got.length === 0) return undefined;
  const template =
    gave.length === 0 ? oneSided(deal, GETTING) : got.length === 0 ? oneSided(deal, GIVING) : twoSided(deal);
  if (template === undefined) return undefined;
  const { to } = deal.transaction;
  const list = template === SWAPPED ? listSwapped : listAssets;
  const parts = phrase<Part>(template, {
    gave: list(gave, isWhole),
    got: list(got, isWhole),
    where: whereOf(deal),
    to: to === null ? [] : [{ address: to, part: 'to' }],
  });
  // without a place to name, a space is left
  return parts.at(-1) === ' ' ? parts.slice(0, -1) : parts;
}

function oneSided({ transaction: { method }, net, sides: { gave, got } }: Deal, verbs: typeof GIVING) {
  const named = verbs.find(([pattern]) => pattern.test(method ?? ''))?.[1];
  const isAnew = [...gave, ...got].every((change) => isMadeAnew(net, change));
  if (!isAnew || /^(borrow|repay)/.test(method ?? '')) return named;
  return gave.length > 0 ? msg('burnt {gave} {where}') : msg('minted {got} {where}');
}

/** How the two sides follow from each other: a sale, a swap, shares for a deposit. */
function twoSided({ transaction, net, sides: { gave, got } }: Deal): Msg | undefined {
  const [isPaid, isPayment] = [gave.every(isCountable), got.every(isCountable)];
  const method = transaction.method ?? '';
  const [isBurnt, isMinted] = [gave, got].map((side) => side.every((change) => isMadeAnew(net, change)));
  if (isPaid && got.every(({ token_id }) => token_id !== null)) {
    if (transaction.actions.some(({ type }) => type === 'mint'))
      return msg('added {gave} as liquidity for {got}');
    return isMinted ? msg('minted {got} for {gave} {where}') : msg('bought {got} for {gave} {where}');
  }
  if (isPayment && gave.every(({ token_id }) => token_id !== null)) {
    if (isBurnt) return msg('redeemed {gave} for {got} {where}');
    return /^borrow/i.test(method)
      ? msg('borrowed {got} against {gave} {where}')
      : msg('sold {gave} for {got} {where}');
  }
  if (!isPaid || !isPayment) return EXCHANGED;
  if (isMinted) {
    if (/liquidity/i.test(method)) return msg('added {gave} as liquidity for {got} {where}');
    return /^(stake|submit$|restake)/i.test(method)
      ? msg('staked {gave} for {got} {where}')
      : msg('deposited {gave} for {got} {where}');
  }
  if (isBurnt)
    return /liquidity/i.test(method)
      ? msg('removed {got} from liquidity for {gave} {where}')
      : msg('redeemed {gave} for {got} {where}');
  return gave.length === 1 && got.length === 1 && !isCoinAndItself(net, [...gave, ...got])
    ? SWAPPED
    : EXCHANGED;
}

/** Coin against the token that wraps it, but not as much: a fee and a gain rather than a price. */
function isCoinAndItself({ movements }: NetChanges, sides: readonly AssetChange[]): boolean {
  const wraps = movements.filter(({ kind }) => kind === 'wrap' || kind === 'unwrap');
  return (
    sides.some(({ token }) => token === null) &&
    sides.some((side) => wraps.some((movement) => isSameAsset(movement, side)))
  );
}

/** Where it was done, unless that is one of the tokens. */
function whereOf({ transaction: { to }, chainId, sides }: Deal): Part[] {
  const isOwn = [...sides.gave, ...sides.got].some(({ token }) => isSame(token?.address_hash, to?.hash));
  if (to === null || isOwn) return [];
  const exchange = nameExchange(chainId, to.hash);
  return exchange === undefined
    ? phrase<Part>('through {to}', { to: [{ address: to, part: 'to' }] })
    : [exchange];
}
