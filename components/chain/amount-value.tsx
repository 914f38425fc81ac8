import type { ReactNode } from 'react';
import { TokenLabel } from '@/components/token/token-label';
import type { Address } from '@/lib/endpoints/address-mention';
import type { Token } from '@/lib/endpoints/token';
import { type Coin, parseDecimals } from '@/lib/format/amount';
import { COIN_UNIT } from '@/lib/format/amount-unit';
import { SYSTEM_ADDRESS_HASH } from '@/lib/format/hash';
import { groupDigits } from '@/lib/format/number';
import { meaningOf } from '@/lib/format/parameter-meaning';
import { t } from '@/lib/language/t';
import { Amount, ShortNumber } from './amount';

/** The token of amounts. */
export type AmountToken = Pick<Token, 'address_hash' | 'name' | 'symbol' | 'decimals'>;
/** The unit of amounts: a token, or that of the native coin, which has no address. */
export type Unit = AmountToken | Readonly<{ symbol: string; decimals: string; coin: string }>;
/** Tokens by their lower-case addresses, and the coin. */
export type Units = ReadonlyMap<string, Unit>;
/** Addresses by their lower-case hashes, for their names. */
export type AddressNames = ReadonlyMap<string, Address>;
/** The function or event that a parameter belongs to. */
export type AmountContext = Readonly<{
  name: string;
  /** The recipient or emitting contract, if it is a token, or the coin whose transfer was logged. */
  token?: Unit | undefined;
  units?: Units | undefined;
  /** Those that values are called by. */
  names?: AddressNames | undefined;
  /** The units of amounts for which other parameters name them, as `findUnits` gives them. */
  named: ReadonlyMap<string, string>;
}>;

/** Tokens and the coin as units of amounts. */
export function toUnits(tokens: ReadonlyMap<string, AmountToken>, coin: Coin): Units {
  const ofTokens = [...tokens].map(([address, token]) => [address.toLowerCase(), token] as const);
  const unit = { symbol: coin.name, decimals: String(coin.decimals), coin: coin.symbol };
  return new Map<string, Unit>([...ofTokens, [COIN_UNIT, unit]]);
}

/** Addresses by hash. */
export function toNames(addresses: readonly Address[] = []): AddressNames {
  return new Map(addresses.map((address) => [address.hash.toLowerCase(), address]));
}

/** The token at an address, if it is known. */
export function tokenAt(units: Units, address: string): AmountToken | undefined {
  const unit = units.get(address.toLowerCase());
  return unit !== undefined && 'address_hash' in unit ? unit : undefined;
}

/** The unit of a log's amounts: its emitter, if that is a known token, or the coin. */
export function unitOfLog(
  units: Units,
  { address }: Readonly<{ address: { hash: string } }>,
): Unit | undefined {
  return address.hash.toLowerCase() === SYSTEM_ADDRESS_HASH
    ? units.get(COIN_UNIT)
    : tokenAt(units, address.hash);
}

type Parameter = Readonly<{ name: string; type: string; value: unknown }>;

/** An amount with all its digits and its unit, or an unlimited allowance, by the parameter's name; undefined for any other value. */
export function drawAmount(
  parameter: Parameter,
  { name, token, units, named }: AmountContext,
  drawUnit: (unit: Unit) => ReactNode = labelUnit,
): ReactNode | undefined {
  const { value } = parameter;
  if (typeof value !== 'string') return undefined;
  const key = named.get(parameter.name);
  // an amount of a named token is never one of the called token, even if the named one is unknown
  const unit = key === undefined ? token : units?.get(key);
  const hasNamedToken = key !== undefined && unit !== undefined;
  const meaning = meaningOf(parameter, { name, hasNamedToken });
  if (meaning === 'unlimited') return <ShortNumber value={BigInt(value)}>{t('unlimited')}</ShortNumber>;
  const decimals = parseDecimals(unit?.decimals ?? null);
  if (meaning !== 'amount' || unit === undefined || decimals === undefined) return undefined;
  return (
    <span title={t('{amount} in the smallest unit', { amount: groupDigits(value) })}>
      <Amount value={BigInt(value)} decimals={decimals} isExact>
        {drawUnit(unit)}
      </Amount>
    </span>
  );
}

const labelUnit = (unit: Unit) =>
  'address_hash' in unit ? <TokenLabel token={unit} /> : <bdi className="text-soft">{unit.symbol}</bdi>;
