import { hasTrait } from '@/lib/evm/token-standards';
import { parseDecimals } from '@/lib/format/amount';
import type { AssetValue } from './describe-transaction';

const COIN_DECIMALS = 18;

/** The decimals of an amount: none of NFTs, which are counted; undefined where the token's are not known. */
export function decimalsOf({ token }: Pick<AssetValue, 'token'>): number | undefined {
  if (token === null) return COIN_DECIMALS;
  return hasTrait(token.type, 'items') ? 0 : parseDecimals(token.decimals);
}
