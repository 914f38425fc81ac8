import {
  type AccountAccess,
  type BlockAccessList,
  countAccesses,
  type IndexedValue,
} from '@/lib/evm/block-access-list';
import { keccak256 } from '@/lib/evm/keccak';
import { broken } from './broken-proof';
import { decodeList, type RlpItem, toBytes, toInteger, toList } from './decode-rlp';
import { encodeList } from './encode-rlp';

/** Fields of the header that commit to a list or bound it, and the number of transactions. */
export type ListedBlock = Readonly<{
  blockAccessListHash: Buffer | null;
  gasLimit: bigint;
  transactionsCount: number;
}>;

/** Several times what a gas limit of 200 million allows. */
export const MAX_ACCESS_LIST_BYTES = 16 * 1024 * 1024;
/** Gas for each account and slot (EIP-7928), which bounds their number. */
const ITEM_GAS = 2_000n;
const ADDRESS = 20;
const MAX_NONCE = 2n ** 64n - 1n;
const MAX_INDEX = 2n ** 32n - 1n;

/** The list as RLP, whose Keccak-256 hash is in the header. */
export function encodeAccessList(list: BlockAccessList): Buffer {
  return encodeList(
    list.map((account) => [
      account.address,
      account.storageChanges.map(({ slot, changes }) => [slot, changes.map(toPair)]),
      account.storageReads,
      account.balanceChanges.map(toPair),
      account.nonceChanges.map(toPair),
      account.codeChanges.map(toPair),
    ]),
  );
}

const toPair = <Value>({ index, value }: IndexedValue<Value>) => [index, value] as const;

/** The list that this RLP encodes. Throws AppError `proof` for another form or order, and too many bytes. */
export function decodeAccessList(rlp: Uint8Array): BlockAccessList {
  if (rlp.length > MAX_ACCESS_LIST_BYTES) throw broken(`an access list of ${rlp.length} bytes`);
  const list = decodeList(rlp, 'the access list').map(decodeAccount);
  requireOrder(list);
  return list;
}

/**
 * Checks a list against the header of its block. Throws AppError `proof` unless it is in order, within the limits of the block
 * and has the header's hash.
 */
export function checkAccessList(rlp: Uint8Array, block: ListedBlock): BlockAccessList {
  const { blockAccessListHash, gasLimit, transactionsCount } = block;
  // first, as it costs least
  if (
    !blockAccessListHash ||
    rlp.length > MAX_ACCESS_LIST_BYTES ||
    !keccak256(rlp).equals(blockAccessListHash)
  )
    throw broken('the access list does not have the hash of the header');
  const list = decodeAccessList(rlp);
  if (!encodeAccessList(list).equals(rlp)) throw broken('the access list is not canonical RLP');
  const { accounts, changedSlots, readSlots } = countAccesses(list);
  if (BigInt(accounts + changedSlots + readSlots) > gasLimit / ITEM_GAS)
    throw broken('the access list has more items than the gas limit allows');
  if (list.some((account) => lastIndexOf(account) > transactionsCount + 1))
    throw broken('the access list has an index beyond the transactions');
  return list;
}

function lastIndexOf({ storageChanges, balanceChanges, nonceChanges, codeChanges }: AccountAccess): number {
  const lists = [balanceChanges, nonceChanges, codeChanges, ...storageChanges.map(({ changes }) => changes)];
  return lists.reduce((last, changes) => Math.max(last, changes.at(-1)?.index ?? 0), 0);
}

function decodeAccount(item: RlpItem): AccountAccess {
  const [address, storage, reads, balances, nonces, codes] = toTuple(item, 6, 'an account');
  return {
    address: toBytes(address, 'an address', ADDRESS),
    storageChanges: toList(storage, 'storage').map((one) => {
      const [slot, changes] = toTuple(one, 2, 'a slot');
      return { slot: toInteger(slot, 'a slot'), changes: decodeChanges(changes, toWord) };
    }),
    storageReads: toList(reads, 'the slots read').map((slot) => toInteger(slot, 'a slot')),
    balanceChanges: decodeChanges(balances, toWord),
    nonceChanges: decodeChanges(nonces, toNonce),
    codeChanges: decodeChanges(codes, (code) => toBytes(code, 'a code')),
  };
}

const toWord = (item: RlpItem | undefined) => toInteger(item, 'a value');

function toNonce(item: RlpItem | undefined): bigint {
  const nonce = toInteger(item, 'a nonce');
  if (nonce > MAX_NONCE) throw broken('a nonce has more than 64 bits');
  return nonce;
}

function decodeChanges<Value>(
  item: RlpItem | undefined,
  read: (value: RlpItem | undefined) => Value,
): IndexedValue<Value>[] {
  return toList(item, 'changes').map((change) => {
    const [at, value] = toTuple(change, 2, 'a change');
    const index = toInteger(at, 'an index');
    if (index > MAX_INDEX) throw broken('an index has more than 32 bits');
    return { index: Number(index), value: read(value) };
  });
}

function toTuple(item: RlpItem | undefined, length: number, what: string): readonly RlpItem[] {
  const list = toList(item, what);
  if (list.length !== length) throw broken(`${what} has ${list.length} parts`);
  return list;
}

/** Accounts by address, slots by number, changes by index, each once; a slot is changed or only read. */
function requireOrder(list: BlockAccessList): void {
  requireAscending(list, (one, other) => Buffer.compare(one.address, other.address) < 0);
  for (const { storageChanges, storageReads, balanceChanges, nonceChanges, codeChanges } of list) {
    requireAscending(storageChanges, (one, other) => one.slot < other.slot);
    requireAscending(storageReads, (one, other) => one < other);
    const changed = new Set(storageChanges.map(({ slot }) => slot));
    if (storageReads.some((slot) => changed.has(slot))) throw broken('a slot is both changed and only read');
    if (storageChanges.some(({ changes }) => changes.length === 0)) throw broken('a slot without changes');
    for (const { changes } of storageChanges) requireAscending(changes, isEarlier);
    requireAscending(balanceChanges, isEarlier);
    requireAscending(nonceChanges, isEarlier);
    requireAscending(codeChanges, isEarlier);
  }
}

const isEarlier = (one: IndexedValue<unknown>, other: IndexedValue<unknown>) => one.index < other.index;

function requireAscending<Item>(items: readonly Item[], isBelow: (one: Item, other: Item) => boolean): void {
  for (const [at, item] of items.entries()) {
    const before = items[at - 1];
    if (before !== undefined && !isBelow(before, item)) throw broken('the access list is out of order');
  }
}
