import { keccak256 } from '@/lib/evm/keccak';
import { broken } from './broken-proof';
import { decodeList, type RlpItem } from './decode-rlp';
import { indexToNibbles, unpackPath } from './trie-path';

/** A list's trie (`root`, 32 bytes), an index in the list, and the nodes from root to value as `deriveBranch` lists them. */
export type BranchProof = Readonly<{ root: Uint8Array; index: number; branch: readonly Uint8Array[] }>;

type Step = { value: Uint8Array } | { child: RlpItem; path: Uint8Array };

/** Twice the RLP of the largest index of 64 bits, and the root. */
const MAX_NODES = 20;
const CHILDREN = 16;

/**
 * The value that the list with this root has at this index. Throws AppError `proof` unless the nodes, each named by its hash
 * in the one before, lead there.
 */
export function checkBranch({ root, index, branch }: BranchProof): Uint8Array {
  if (!Number.isSafeInteger(index) || index < 0) throw broken(`${index} is no index`);
  if (branch.length > MAX_NODES) throw broken(`a branch of ${branch.length} nodes`);
  let path = indexToNibbles(index);
  let expected: RlpItem = root;
  let used = 0;
  for (;;) {
    // A list is a node embedded in its parent, bytes are the hash of the next node.
    const node: readonly RlpItem[] =
      expected instanceof Uint8Array ? openNode(branch[used++], expected) : expected;
    const step = takeStep(node, path);
    if ('child' in step) {
      expected = step.child;
      path = step.path;
    } else if (used === branch.length) {
      return step.value;
    } else {
      throw broken(`${branch.length - used} nodes after the value`);
    }
  }
}

function openNode(node: Uint8Array | undefined, hash: Uint8Array): readonly RlpItem[] {
  if (!node) throw broken('the branch ends before the value');
  if (!keccak256(node).equals(hash)) throw broken('a node does not have the hash that leads to it');
  return decodeList(node, 'a node');
}

function takeStep(node: readonly RlpItem[], path: Uint8Array): Step {
  if (node.length === CHILDREN + 1) return enterChild(node[path[0] ?? -1], path.subarray(1));
  const [key, next] = node;
  const packed = node.length === 2 && key instanceof Uint8Array ? unpackPath(key) : undefined;
  if (!packed || next === undefined) throw broken('a node is neither branch, extension nor leaf');
  if (packed.nibbles.some((nibble, at) => nibble !== path[at])) throw broken('the branch leads elsewhere');
  const rest = path.subarray(packed.nibbles.length);
  if (!packed.isLeaf) return enterChild(next, rest);
  if (rest.length > 0 || !(next instanceof Uint8Array)) throw broken('the branch leads elsewhere');
  return { value: next };
}

function enterChild(child: RlpItem | undefined, path: Uint8Array): Step {
  const isNothing = child === undefined || (child instanceof Uint8Array && child.length === 0);
  if (isNothing) throw broken('nothing is at this index');
  return { child, path };
}
