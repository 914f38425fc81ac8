import { hasTrait } from '@/lib/evm/token-standards';
import { parseInteger } from '@/lib/format/amount';
import { decimalsOf } from './asset-decimals';
import type { AssetValue, Part } from './describe-transaction';

const COIN_DECIMALS = 18;
const PRICE_DECIMALS = 36;

/** The price between two amounts in parentheses: of one unit of the dearer one, ` (1 WETH = 1,973.44 USDC)`; empty if it is not known. */
export function describePrice(one: AssetValue, other: AssetValue): Part[] {
  const [first, second] = [toUnits(one), toUnits(other)];
  if (first === undefined || second === undefined) return [];
  const isDearer = first <= second;
  const [unit, counter] = isDearer ? [one, other] : [other, one];
  const [size, price] = isDearer ? [first, second] : [second, first];
  const asset = priced(counter, (price * 10n ** BigInt(COIN_DECIMALS)) / size);
  return [' (', { asset: priced(unit, 10n ** BigInt(COIN_DECIMALS)) }, ' = ', { asset, isPrice: true }, ')'];
}

/** An amount in units of 10⁻³⁶ whole tokens; undefined if it or its decimals are not known, or it is 0. */
function toUnits({ token, token_id, amount }: AssetValue): bigint | undefined {
  const decimals = decimalsOf({ token });
  const value = parseInteger(amount) ?? 0n;
  const isUnit = token_id === null && !hasTrait(token?.type, 'ids');
  if (!isUnit || decimals === undefined || decimals > PRICE_DECIMALS || value === 0n) return undefined;
  return (value < 0n ? -value : value) * 10n ** BigInt(PRICE_DECIMALS - decimals);
}

/** An amount of an asset with 18 decimals. */
function priced({ token }: AssetValue, amount: bigint): AssetValue {
  const shown = token === null ? null : { ...token, decimals: String(COIN_DECIMALS) };
  return { token: shown, token_id: null, amount: String(amount) };
}
