import type { Address } from '@/lib/endpoints/address-mention';
import type { AssetChange, NetChanges } from '@/lib/endpoints/net-change';
import type { Token } from '@/lib/endpoints/token';
import type { TokenTransfer } from '@/lib/endpoints/token-transfer';
import type { Transaction } from '@/lib/endpoints/transaction';
import { hasTrait } from '@/lib/evm/token-standards';
import { ZERO_ADDRESS_HASH } from '@/lib/format/hash';
import { nameExchange } from '@/lib/format/known-exchanges';
import { msg, t } from '@/lib/language/t';
import { isSame, sidesOf, tipOf, withoutTip } from './account-sides';
import { countTransfers } from './count-transfers';
import { type ApprovalEnds, describeApproval } from './describe-approval';
import { describeMethod } from './describe-method';
import { findSend, type SendEnds } from './describe-send';
import { describeSides } from './describe-sides';
import { describeWork } from './describe-work';
import { listAssets } from './list-assets';
import { phrase } from './phrase';
import { describeFailure } from './revert-reason';
import { describePrice } from './unit-price';
import { stateOf } from './verbs';

/** An amount of an asset: of the coin without a token, of an NFT with a token ID; null is encrypted or not known. */
export type AssetValue = Readonly<{ token: Token | null; token_id: string | null; amount: string | null }>;

/** A part of the sentence about a transaction: words, or something with a form of its own. */
export type Part =
  | string
  | Readonly<{ address: Address; part: 'from' | 'to' | 'other' }>
  | Readonly<{
      asset: AssetValue;
      /** One of the two sides of a swap. */
      isSwapped?: true;
      /** A quotient, whose digits have no end. */
      isPrice?: true;
    }>
  | Readonly<{ method: string }>
  | Readonly<{ link: 'token-transfers' | 'fhe'; text: string }>
  | Readonly<{ reason: string }>;

/** The net changes of a transaction, if they are known, its chain, and the ends of an approval (`readApprovalCall`) or of a transfer that failed (`readSendCall`). */
export type SentenceContext = Readonly<{
  net: NetChanges | undefined;
  chainId: string;
  approval?: ApprovalEnds | undefined;
  send?: SendEnds | undefined;
}>;

const SENDS = new Set(['transfer', 'safeTransfer', 'transferFrom', 'safeTransferFrom']);

/**
 * What the sender did, with the price of a swap, and, where it failed, why; without a period. Says only what transfers and
 * net changes show.
 */
export function describeTransaction(transaction: Transaction, context: SentenceContext): Part[] {
  const reason = describeFailure(transaction);
  const action = describeAction(transaction, context);
  const [gave, got] = action.flatMap((part) =>
    typeof part !== 'string' && 'isSwapped' in part ? part.asset : [],
  );
  const price = gave === undefined || got === undefined ? [] : describePrice(gave, got);
  return [...action, ...price, ...(reason === undefined ? [] : [': ', { reason }])];
}

/** `describeTransaction` without price and reason, as for titles. */
export function describeAction(transaction: Transaction, context: SentenceContext): Part[] {
  const sender: Part = { address: transaction.from, part: 'from' };
  return [sender, ' ', ...describePredicate(transaction, context)];
}

const MAX_CREATED = 20;

function describePredicate(transaction: Transaction, known: SentenceContext): Part[] {
  const { to, created_contract: contract, method, value } = transaction;
  const state = stateOf(transaction);
  const hasValue = value !== '0';
  const amount: Part[] = hasValue ? [{ asset: { ...COIN, amount: value } }] : [t('nothing')];
  const withValue: Part[] = hasValue ? [' ', ...phrase<Part>('with {amount}', { amount })] : [];
  if (to === null) {
    const what: Part[] =
      contract === null
        ? [t('a contract')]
        : phrase<Part>('the contract {contract}', { contract: [{ address: contract, part: 'other' }] });
    return [...phrase(CREATED, { what }, { state }), ...withValue, ...describeTokens(transaction)];
  }
  const receiver: Part[] = [{ address: to, part: 'to' }];
  if (method === null && (to.is_contract !== true || (hasValue && state !== 'done')))
    return [...phrase(SENT, { amount, to: receiver }, { state }), ...describeTokens(transaction)];
  const isDone = state === 'done';
  const story = isDone
    ? (describeTransfer(transaction) ??
      describeApproval(transaction, known.approval) ??
      describeMethod(transaction) ??
      describeDeal(transaction, known) ??
      (known.net && describeWork(transaction, known.net)))
    : undefined;
  if (story !== undefined) return [...story, ...describeFhe(transaction)];
  const call =
    method === null
      ? phrase(CALLED, { to: receiver }, { state })
      : phrase<Part>(CALLED_METHOD, { method: [{ method }], to: receiver }, { state });
  if (!isDone) return describeAttempt(transaction, { state, amount, known }) ?? [...call, ...withValue];
  const outcome = describeOutcome(transaction, known);
  const created = describeCreated(transaction);
  if (outcome === undefined && created.length > 0 && !hasValue && countTransfers(transaction).count === 0)
    return [...describeCreation(transaction, receiver), ...describeFhe(transaction)];
  if (method === null && hasValue) return phrase(SENT, { amount, to: receiver }, { state });
  const isIdle = created.length === 0 && transaction.token_transfers.length === 0 && !hasValue;
  const idle = isIdle && known.net?.coin_source === 'traces' && transaction.fhe_operations_count === 0;
  return outcome === undefined
    ? [
        ...call,
        ...withValue,
        ...created,
        ...(idle ? [', ', t('which moved no assets')] : describeTokens(transaction)),
      ]
    : [...call, ...outcome, ...created, ...describeFhe(transaction)];
}

/** A transfer of a known token, or a swap on a known exchange, that failed, or did not happen yet. */
function describeAttempt(
  transaction: Transaction,
  { state, amount, known }: { state: string; amount: Part[]; known: SentenceContext },
): Part[] | undefined {
  const { to, method, value } = transaction;
  const send = findSend(transaction, known.send);
  if (send !== undefined) {
    const receiver: Part[] = [{ address: send.receiver, part: 'other' }];
    return phrase<Part>(SENT, { amount: [{ asset: send.asset }], to: receiver }, { state });
  }
  const exchange = to === null ? undefined : nameExchange(known.chainId, to.hash);
  if (exchange === undefined || !SWAPS.test(method ?? '')) return undefined;
  return phrase(SWAP, { amount: value === '0' ? [t('tokens')] : amount, where: [exchange] }, { state });
}

/** Contracts that its calls created; the API gives the first of them. */
function describeCreated({ created_contracts: [first, ...others] }: Transaction): Part[] {
  if (first === undefined) return [];
  const contract: Part[] = [{ address: first, part: 'other' }];
  const count = others.length + 1;
  if (count === 1) return [' ', ...phrase<Part>('and created the contract {contract}', { contract })];
  return [
    ' ',
    count < MAX_CREATED ? t('and created {count} contracts', { count }) : t('and created many contracts'),
  ];
}

/** A call that did nothing but create contracts. */
function describeCreation({ created_contracts: [first, ...others] }: Transaction, to: Part[]): Part[] {
  const count = others.length + 1;
  const contracts: Part[] =
    first !== undefined && count === 1
      ? [{ address: first, part: 'other' }]
      : [count < MAX_CREATED ? t('{count} contracts', { count }) : t('many contracts')];
  return phrase<Part>('created {contracts} through {to}', { contracts, to });
}

const CREATED = msg(
  '{state, select, done {created} failed {failed to create} waiting {wants to create} other {wanted to create}} {what}',
);
const SENT = msg(
  '{state, select, done {sent} failed {failed to send} waiting {wants to send} other {wanted to send}} {amount} to {to}',
);
const CALLED = msg(
  '{state, select, done {called} failed {failed to call} waiting {wants to call} other {wanted to call}} {to}',
);
const CALLED_METHOD = msg(
  '{state, select, done {called} failed {failed to call} waiting {wants to call} other {wanted to call}} {method} on {to}',
);
const SWAP = msg(
  '{state, select, failed {failed to swap} waiting {wants to swap} other {wanted to swap}} {amount} {where}',
);
/** Functions that exchange one asset for another, or run a list of commands that do. */
const SWAPS = /^(swap|exact(Input|Output)|unoswap|uniswapV3Swap|sellTo|transformERC20|multicall|execute)/;
const COIN = { token: null, token_id: null };

/** A call that did nothing but move one token: who sent what to whom. */
function describeTransfer(transaction: Transaction): Part[] | undefined {
  const [transfer] = transaction.token_transfers;
  const { count } = countTransfers(transaction);
  if (transfer === undefined || count !== 1 || transfer.type !== 'token_transfer') return undefined;
  if (!SENDS.has(transaction.method ?? '') || transaction.value !== '0') return undefined;
  if (!isSame(transfer.token.address_hash, transaction.to?.hash)) return undefined;
  const to: Part[] = [{ address: transfer.to, part: 'other' }];
  const asset: Part[] = [{ asset: assetOf(transfer) }];
  if (isSame(transfer.from.hash, transaction.from.hash)) return phrase('sent {asset} to {to}', { asset, to });
  const from: Part[] = [{ address: transfer.from, part: 'other' }];
  return phrase('moved {asset} from {from} to {to}', { asset, from, to });
}

/** A deposit or withdrawal of a wrapped coin, or else what the sender gave and got. */
function describeDeal(transaction: Transaction, { net, chainId }: SentenceContext): Part[] | undefined {
  const own = net && sidesOf(net, transaction.from.hash, true);
  if (net === undefined || own === undefined || net.coin_source === 'none') return undefined;
  const [gave, got] = [own.gave[0], own.got[0]];
  if (gave !== undefined && got !== undefined && own.gave.length + own.got.length === 2) {
    const wrap = wrapOf(transaction, gave, got);
    if (wrap === 'wrapped') return phrase<Part>('wrapped {asset}', { asset: [{ asset: gave }] });
    if (wrap === 'unwrapped') return phrase<Part>('unwrapped {asset}', { asset: [{ asset: got }] });
  }
  return describeSides({ transaction, net, chainId, sides: withoutTip(own, tipOf(net)) });
}

/** Coin for as much of the token that was called, or back. */
function wrapOf(transaction: Transaction, gave: AssetChange, got: AssetChange) {
  const [transfer] = transaction.token_transfers;
  if (transaction.token_transfers.length !== 1 || transfer?.is_wrap !== true) return undefined;
  if (BigInt(gave.amount ?? 0) + BigInt(got.amount ?? 0) !== 0n) return undefined;
  if (gave.token === null && isSame(got.token?.address_hash, transaction.to?.hash)) return 'wrapped';
  if (got.token === null && isSame(gave.token?.address_hash, transaction.to?.hash)) return 'unwrapped';
  return undefined;
}

/** The assets that the sender gave and received by a call; undefined if none or unknown. */
function describeOutcome(transaction: Transaction, { net }: SentenceContext): Part[] | undefined {
  const sides = net && sidesOf(net, transaction.from.hash, true);
  if (sides === undefined) return undefined;
  const isCoinKnown = net?.coin_source !== 'none';
  // coin that came back is not known without traces: the value was sent, but maybe not kept
  const gave = isCoinKnown ? sides.gave : sides.gave.filter(({ token }) => token !== null);
  const withValue: Part[] =
    !isCoinKnown && transaction.value !== '0'
      ? [
          ' ',
          ...phrase<Part>('with {amount}', { amount: [{ asset: { ...COIN, amount: transaction.value } }] }),
        ]
      : [];
  const parts: Part[][] = [
    ...(gave.length === 0 ? [] : [phrase('sent {assets}', { assets: listAssets(gave, sides.isWhole) })]),
    ...(sides.got.length === 0
      ? []
      : [phrase('received {assets}', { assets: listAssets(sides.got, sides.isWhole) })]),
  ];
  if (parts.length === 0) return undefined;
  return [
    ...withValue,
    ...parts.flatMap((part, index): Part[] => [index === 0 ? ': ' : ` ${t('and')} `, ...part]),
  ];
}

/** Token transfers and FHE operations, where the sender's own changes say nothing. */
function describeTokens(transaction: Transaction): Part[] {
  const [transfer] = transaction.token_transfers;
  const { count, isMore } = countTransfers(transaction);
  const fhe = describeFhe(transaction);
  const joint = fhe.length > 0 ? ', ' : ` ${t('and')} `;
  if (transfer !== undefined && count === 1)
    return [
      joint,
      ...phrase<Part>(MOVED, { asset: [{ asset: assetOf(transfer) }] }, { kind: kindOf(transfer) }),
      ...fhe,
    ];
  if (count === 0) return fhe;
  const text = isMore
    ? t('more than {count, plural, one {# transfer} other {# transfers}}', { count })
    : t('{count, plural, one {# transfer} other {# transfers}}', { count });
  const transfers: Part[] = [{ link: 'token-transfers', text }];
  return [joint, ...phrase('transferred tokens in {transfers}', { transfers }), ...fhe];
}

function describeFhe({ fhe_operations_count: count }: Transaction): Part[] {
  if (count === 0) return [];
  const text = t('ran {count, plural, one {# FHE operation} other {# FHE operations}}', { count });
  return [` ${t('and')} `, { link: 'fhe', text }];
}

const MOVED = msg(
  '{kind, select, token_minting {minted} token_burning {burnt} token_spawning {created} wrap {wrapped} unwrap {unwrapped} other {transferred}} {asset}',
);

function kindOf({ type, is_wrap, from }: TokenTransfer): string {
  if (!is_wrap) return type;
  return from.hash === ZERO_ADDRESS_HASH ? 'wrap' : 'unwrap';
}

/** What a transfer moved. */
export function assetOf({
  token,
  token_type,
  total,
}: Pick<TokenTransfer, 'token' | 'token_type' | 'total'>): AssetValue {
  const isEncrypted = hasTrait(token_type ?? token.type, 'encrypted');
  const token_id = total?.token_id ?? null;
  const amount = isEncrypted ? null : (total?.value ?? (token_id === null ? null : '1'));
  return { token, token_id, amount };
}
