import type { WholeChange } from '@/lib/api/access-list/change-loader';
import { type AddressMap, presentAddress } from '@/lib/api/address/present';
import type { StorageChanges } from '@/lib/endpoints/call-tree';
import { bufferToBigint, bufferToHex } from '@/lib/evm/hex';
import { keccak256 } from '@/lib/evm/keccak';
import { readDelegation } from '@/lib/evm/proxies';
import type { StorageChange } from '@/lib/evm/storage-changes';
import { wordToHex } from '@/lib/evm/words';
import type { SlotNames } from './slot-name-loader';

type Contract = StorageChanges['items'][number];
type Account = StorageChanges['accounts'][number];

/** Names of addresses, and variables of slots. */
export type SlotContext = Readonly<{ addresses: AddressMap; namesOf: SlotNames }>;

/** The changed slots of a contract of which `slots` are listed. */
export type ListedSlots = Readonly<{
  address: Buffer;
  slots: readonly (WholeChange & Readonly<{ slot: bigint }>)[];
  count: number;
}>;
/** The nonce and code of an account, null where they did not change. */
export type ChangedAccount = Readonly<{
  address: Buffer;
  nonce: WholeChange | null;
  code: WholeChange<Buffer> | null;
}>;

/** Presents the slots of a contract that the state diff of a node has. */
export function presentTracedSlots(
  { address, slots, count }: StorageChange & Readonly<{ count: number }>,
  { addresses, namesOf }: SlotContext,
): Contract {
  return {
    address: presentAddress(address, addresses),
    slots_count: count,
    slots: slots.map(({ slot, before, after }) => ({
      slot: bufferToHex(slot),
      variables: [...namesOf(address, bufferToBigint(slot))],
      before: bufferToHex(before),
      after: bufferToHex(after),
      is_before_proven: false,
    })),
  };
}

/** Presents the slots of a contract that an access list has. */
export function presentListedSlots(
  { address, slots, count }: ListedSlots,
  { addresses, namesOf }: SlotContext,
): Contract {
  return {
    address: presentAddress(address, addresses),
    slots_count: count,
    slots: slots.map(({ slot, before, after, isBeforeProven }) => ({
      slot: wordToHex(slot),
      variables: [...namesOf(address, slot)],
      before: before === null ? null : wordToHex(before),
      after: wordToHex(after),
      is_before_proven: isBeforeProven,
    })),
  };
}

/** Presents the changes of an account's nonce and code. */
export function presentAccountChange(
  { address, nonce, code }: ChangedAccount,
  addresses: AddressMap,
): Account {
  return {
    address: presentAddress(address, addresses),
    nonce: nonce && {
      before: nonce.before === null ? null : String(nonce.before),
      after: String(nonce.after),
      is_before_proven: nonce.isBeforeProven,
    },
    code: code && {
      before: code.before && presentCode(code.before, addresses),
      after: presentCode(code.after, addresses),
      is_before_proven: code.isBeforeProven,
    },
  };
}

function presentCode(code: Buffer, addresses: AddressMap) {
  const delegate = readDelegation(code);
  return {
    size: code.length,
    hash: bufferToHex(keccak256(code)),
    delegate: delegate ? presentAddress(delegate, addresses) : null,
  };
}
