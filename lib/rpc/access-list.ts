import type { AccountAccess, BlockAccessList, IndexedValue } from '@/lib/evm/block-access-list';
import {
  type Fields,
  malformed,
  readBytes,
  readFixed,
  readInteger,
  readList,
  readObject,
  readQuantity,
} from './read-fields';

const MAX_INDEX = 2 ** 32 - 1;

/**
 * Parses an `eth_getBlockAccessList` result: as the execution APIs specify it, or with the names of reth and of the
 * execution specifications. Not checked yet: order, limits and hash. Throws AppError `node_answer`.
 */
export function parseAccessList(value: unknown): BlockAccessList {
  if (!Array.isArray(value)) throw malformed('access list');
  return value.map(parseAccount);
}

function parseAccount(value: unknown): AccountAccess {
  const fields = readObject(value, 'account of an access list');
  return {
    address: readFixed(fields, 'address', 20),
    storageChanges: readList(fields, 'storageChanges').map((entry) => {
      const slot = readObject(entry, 'slot of an access list');
      return {
        slot: readRequired(slot, ['key', 'slot']),
        changes: parseChanges(slot, nameIn(slot, ['changes', 'slotChanges']), readWord),
      };
    }),
    storageReads: readList(fields, 'storageReads').map((slot) => readRequired({ slot }, ['slot'])),
    balanceChanges: parseChanges(fields, 'balanceChanges', readWord),
    nonceChanges: parseChanges(fields, 'nonceChanges', readWord),
    codeChanges: parseChanges(fields, 'codeChanges', (change) =>
      readBytes(change, nameIn(change, CODE_NAMES)),
    ),
  };
}

const VALUE_NAMES = ['value', 'newValue', 'postValue', 'postBalance', 'newNonce', 'postNonce'];
const CODE_NAMES = ['code', 'newCode'];
const INDEX_NAMES = ['index', 'blockAccessIndex'];

const readWord = (change: Fields) => readRequired(change, VALUE_NAMES);

function parseChanges<Value>(
  fields: Fields,
  name: string,
  read: (change: Fields) => Value,
): IndexedValue<Value>[] {
  return readList(fields, name).map((entry) => {
    const change = readObject(entry, 'change of an access list');
    return { index: readInteger(change, nameIn(change, INDEX_NAMES), MAX_INDEX), value: read(change) };
  });
}

/** The first of the names that the object has. Throws `malformed` if it has none. */
function nameIn(fields: Fields, names: readonly string[]): string {
  const found = names.find((name) => fields[name] != null);
  if (found === undefined) throw malformed(`access list: ${names[0]} is missing`);
  return found;
}

function readRequired(fields: Fields, names: readonly string[]): bigint {
  return readQuantity(fields, nameIn(fields, names));
}
