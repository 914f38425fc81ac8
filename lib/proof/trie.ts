import { keccak256 } from '@/lib/evm/keccak';
import { encodeItems, encodeList, joinList } from './encode-rlp';
import { indexToNibbles, packPath } from './trie-path';

/** `branch` collects the nodes on the way to `index`, leaf first. */
type BranchSearch = Readonly<{ index: number; branch: Buffer[] }>;
type TrieEntry = Readonly<{ index: number; path: Uint8Array; value: Uint8Array }>;
/** The entries from `start` to before `end`, whose paths agree up to `depth`. */
type EntryRange = Readonly<{ entries: readonly TrieEntry[]; start: number; end: number; depth: number }>;

const HASH_LENGTH = 32;
const CHILDREN = 16;
/** The RLP of no bytes, and the first byte of that of a hash. */
const EMPTY = Buffer.of(0x80);
const HASH = Buffer.of(0x80 + HASH_LENGTH);

/** The root (32 bytes) of the Merkle Patricia trie of a list, whose keys are the RLP of the indexes. */
export function deriveRoot(values: readonly Uint8Array[]): Buffer {
  return derive(values);
}

/**
 * The nodes from the root to the value at `index`, as `eth_getProof` lists them: each as RLP; a node that is embedded in its
 * parent is not listed. Throws RangeError for an index outside the list.
 */
export function deriveBranch(values: readonly Uint8Array[], index: number): Buffer[] {
  if (values[index] === undefined) throw new RangeError(`no index ${index} among ${values.length} values`);
  const branch: Buffer[] = [];
  derive(values, { index, branch });
  return branch.reverse();
}

function derive(values: readonly Uint8Array[], search?: BranchSearch): Buffer {
  if (values.length === 0) return keccak256(EMPTY);
  const root = encodeNode({ entries: sortEntries(values), start: 0, end: values.length, depth: 0 }, search);
  // The root is hashed, and listed, however short it is.
  search?.branch.push(root);
  return keccak256(root);
}

/** In the order of their keys: as RLP is 0 the byte 0x80, between 127 (0x7f) and 128 (0x8180). */
function sortEntries(values: readonly Uint8Array[]): TrieEntry[] {
  const entries = values.map((value, index) => ({ index, path: indexToNibbles(index), value }));
  const first = entries.splice(0, 1);
  entries.splice(Math.min(entries.length, 127), 0, ...first);
  return entries;
}

/** The RLP of the node above a range: a leaf, an extension or a branch. */
function encodeNode(range: EntryRange, search?: BranchSearch): Buffer {
  const { entries, start, end, depth } = range;
  const first = entries[start];
  const last = entries[end - 1];
  if (!first || !last) throw new RangeError('no entries in a node');
  if (first === last) return encodeList([packPath(first.path.subarray(depth), true), first.value]);
  // In sorted order the first and the last path share what all share.
  let shared = depth;
  while (first.path[shared] === last.path[shared]) shared += 1;
  if (shared === depth) return joinList(encodeChildren(range, search));
  const child = encodeReference({ ...range, depth: shared }, search);
  return joinList([encodeItems([packPath(first.path.subarray(depth, shared), false)]), child]);
}

/** No key is the beginning of another (RLP), so the seventeenth item, a branch's own value, is always empty. */
function encodeChildren(range: EntryRange, search?: BranchSearch): Uint8Array[] {
  const { entries, end, depth } = range;
  const children: Uint8Array[] = new Array(CHILDREN + 1).fill(EMPTY);
  for (let start = range.start; start < end; ) {
    const nibble = entries[start]?.path[depth];
    if (nibble === undefined) throw new RangeError('a key ends within another');
    let next = start + 1;
    while (next < end && entries[next]?.path[depth] === nibble) next += 1;
    children[nibble] = encodeReference({ entries, start, end: next, depth: depth + 1 }, search);
    start = next;
  }
  return children;
}

/** A child in its parent: the RLP of its hash, or the node itself when that is shorter than a hash. */
function encodeReference(range: EntryRange, search?: BranchSearch): Buffer {
  const node = encodeNode(range, search);
  if (node.length < HASH_LENGTH) return node;
  if (search && holds(range, search.index)) search.branch.push(node);
  return Buffer.concat([HASH, keccak256(node)]);
}

function holds({ entries, start, end }: EntryRange, index: number): boolean {
  for (let at = start; at < end; at += 1) if (entries[at]?.index === index) return true;
  return false;
}
