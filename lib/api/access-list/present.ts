import { type AddressMap, presentAddress } from '@/lib/api/address/present';
import type { AccountAccess as PresentedAccess } from '@/lib/endpoints/access-list';
import type { AccountAccess } from '@/lib/evm/block-access-list';

/** Presents what a block did to an account. */
export function presentAccountAccess(account: AccountAccess, addresses: AddressMap): PresentedAccess {
  const { balanceChanges, nonceChanges, codeChanges, storageChanges, storageReads } = account;
  const [balance, nonce] = [balanceChanges.at(-1)?.value, nonceChanges.at(-1)?.value];
  return {
    address: presentAddress(account.address, addresses),
    balance: balance === undefined ? null : String(balance),
    nonce: nonce === undefined ? null : String(nonce),
    balance_changes_count: balanceChanges.length,
    nonce_changes_count: nonceChanges.length,
    code_changes_count: codeChanges.length,
    changed_slots_count: storageChanges.length,
    read_slots_count: storageReads.length,
  };
}
