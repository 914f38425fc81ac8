import { type AddressMap, presentAddress } from '@/lib/api/address/present';
import { presentTokenOf, type TokenMap } from '@/lib/api/token/present';
import { presentCall } from '@/lib/api/transaction/call-present';
import { plainDecimal, readDecimals } from '@/lib/endpoints/csv';
import { bufferToAddress, bufferToHex } from '@/lib/evm/hex';
import type { Signatures } from '@/lib/evm/signatures';
import { hasTrait } from '@/lib/evm/token-standards';
import type { Movement } from './loader';

/** Columns of a file of movements; In less Out less Fee is how the balance of an asset changed. */
export const MOVEMENT_HEAD = [
  ...[
    'Date',
    'Block',
    'Transaction',
    'Kind',
    'Method',
    'Direction',
    'In',
    'Out',
    'Asset',
    'Token',
    'TokenId',
  ],
  ...['Fee', 'ValueUsd', 'FeeUsd', 'Counterparty', 'CounterpartyName', 'Status'],
];

/** What records mention. `priceOf` is in dollars for one whole unit at the time of the block, a decimal. */
export type MovementContext = Readonly<{
  address: Buffer;
  symbol: string;
  addresses: AddressMap;
  tokens: TokenMap;
  signatures: readonly Signatures[];
  priceOf(movement: Movement, token: Buffer | null): string | undefined;
}>;

const COIN_DECIMALS = 18;
const KINDS = {
  ...{ transaction: 'transaction', call: 'internal transaction', token: 'token transfer' },
  ...{ withdrawal: 'withdrawal', reward: 'priority fees of block' },
} as const;

/** The record of a movement: amounts with decimals; of unknown decimals in the smallest unit. */
export function presentMovement(movement: Movement, context: MovementContext): string[] {
  const { address, priceOf } = context;
  const { from, to, amount, fee, token, call } = movement;
  const [isIn, isOut] = [to?.equals(address) === true, from?.equals(address) === true];
  const decimals = decimalsOf(movement, context);
  const text = amount === null ? '' : plainDecimal(amount, decimals ?? 0);
  const other = isOut ? to : from;
  const mention = other === null ? undefined : presentAddress(other, context.addresses);
  const dollars = (value: bigint | null, asset: Buffer | null, places: number | undefined) =>
    value === null || value === 0n || places === undefined
      ? ''
      : toDollars({ value, places }, priceOf(movement, asset));
  return [
    new Date(movement.timestamp * 1000).toISOString().slice(0, 19).replace('T', ' '),
    String(movement.block_number),
    movement.hash === null ? '' : bufferToHex(movement.hash),
    // of the kinds that have a sender, only what a deposit creates has none
    movement.kind === 'transaction' && from === null ? 'minted by deposit' : KINDS[movement.kind],
    call === null ? '' : (presentCall(call, context).method ?? ''),
    isIn && isOut ? 'self' : isIn ? 'in' : 'out',
    isIn ? text : '',
    isOut ? text : '',
    token === null ? context.symbol : (presentTokenOf(token, context.tokens).symbol ?? ''),
    token === null ? '' : bufferToAddress(token.token_address),
    movement.tokenId ?? '',
    fee === null ? '' : plainDecimal(fee, COIN_DECIMALS),
    // a price is of the token, not of an ID
    movement.tokenId === null ? dollars(amount, token?.token_address ?? null, decimals) : '',
    dollars(fee, null, COIN_DECIMALS),
    other === null ? '' : bufferToAddress(other),
    mention?.name ?? mention?.ens_domain_name ?? '',
    movement.isFailed ? 'failed' : 'ok',
  ];
}

/** NFTs are counted. Undefined where they are unknown. */
function decimalsOf({ token, tokenId }: Movement, { tokens }: MovementContext): number | undefined {
  if (token === null) return COIN_DECIMALS;
  if (tokenId !== null || hasTrait(token.token_type, 'items')) return 0;
  return readDecimals(presentTokenOf(token, tokens).decimals);
}

const CENT_DECIMALS = 2;

/** An amount at a price, in dollars rounded half up to cents; empty without a price. */
function toDollars({ value, places }: { value: bigint; places: number }, price: string | undefined): string {
  const [, whole = '', fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(price ?? '') ?? [];
  if (whole === '') return '';
  const unit = 10n ** BigInt(places + fraction.length);
  const cents = (2n * value * BigInt(whole + fraction) * 100n + unit) / (2n * unit);
  return plainDecimal(cents, CENT_DECIMALS);
}
