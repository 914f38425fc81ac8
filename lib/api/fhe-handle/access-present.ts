import { type AddressMap, presentAddress, presentOptionalAddress } from '@/lib/api/address/present';
import type { FheAccountDelegation, FheGrantedHandle } from '@/lib/endpoints/fhe-access';
import { bufferToHex } from '@/lib/evm/hex';
import { handleType } from '@/lib/fhe/handles';
import type { GrantedRow } from './account-query';
import { type LoggedDelegation, presentDelegation } from './delegations-loader';
import { addressIn, presentPosition } from './present';

/** A value that an account may decrypt. */
export function presentGranted(row: GrantedRow, addresses: AddressMap): FheGrantedHandle {
  return {
    handle: bufferToHex(row.handle),
    fhe_type: handleType(row.handle),
    caller: presentOptionalAddress(addressIn(row.topic1), addresses),
    ...presentPosition(row),
  };
}

type AccountDelegation = LoggedDelegation & Pick<FheAccountDelegation, 'direction'>;

/** A delegation by or to an account, with its state at a time (Unix seconds). */
export function presentAccountDelegation(
  one: AccountDelegation,
  { addresses, now }: Readonly<{ addresses: AddressMap; now: number }>,
): FheAccountDelegation {
  const { direction, delegator, expiresAt } = one;
  const isRevoked = expiresAt === 0n;
  const isOver = expiresAt !== null && expiresAt <= BigInt(now);
  const { expires_at, ...delegation } = presentDelegation(one, addresses);
  return {
    direction,
    delegator: presentAddress(delegator, addresses),
    ...delegation,
    expires_at: isRevoked ? null : expires_at,
    state: isRevoked ? 'revoked' : isOver ? 'expired' : 'active',
  };
}
