import { type AddressMap, presentAddress, presentOptionalAddress } from '@/lib/api/address/present';
import type { LoadedHandle } from '@/lib/api/fhe-handle/loader';
import { presentCleartexts, presentPosition } from '@/lib/api/fhe-handle/present';
import { presentToken, type TokenMap } from '@/lib/api/token/present';
import { presentQuantity } from '@/lib/api/values';
import type { ConfidentialChange, ConfidentialToken } from '@/lib/endpoints/confidential-token';
import { bufferToHex } from '@/lib/evm/hex';
import type { Claims, LoadedChange } from './loader';

/** One change of the supply, or a disclosure. */
export function presentChange(
  { row, event, erc20, amount }: LoadedChange,
  addresses: AddressMap,
): ConfidentialChange {
  return {
    kind: event.kind === 'mint' && erc20 !== undefined ? 'wrap' : event.kind,
    handle: bufferToHex(event.handle),
    account: presentOptionalAddress(event.account, addresses),
    erc20_amount: presentQuantity(erc20 ?? null),
    amount: presentQuantity(amount?.value ?? null),
    certainty: amount?.certainty ?? null,
    ...presentPosition(row),
  };
}

/** What the contract says of its supply, `loaded` if it may use that handle. */
export function presentSupply(
  { supply }: Claims,
  loaded: LoadedHandle | undefined,
  addresses: AddressMap,
): ConfidentialToken['supply'] {
  if (supply === undefined) return null;
  return {
    handle: supply && bufferToHex(supply),
    is_granted: loaded !== undefined,
    is_public: loaded?.opened !== undefined,
    cleartexts: loaded ? presentCleartexts(loaded, addresses) : [],
  };
}

/** The underlying token, as the contract says. */
export function presentUnderlying(
  { underlying, rate, held }: Claims,
  { addresses, tokens }: Readonly<{ addresses: AddressMap; tokens: TokenMap }>,
): ConfidentialToken['underlying'] {
  if (underlying === undefined) return null;
  const token = tokens.get(underlying.toString('hex'));
  return {
    address: presentAddress(underlying, addresses),
    token: token ? presentToken(token) : null,
    rate: presentQuantity(rate ?? null),
    held_amount: presentQuantity(held ?? null),
  };
}
