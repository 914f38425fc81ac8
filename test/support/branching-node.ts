import { AppError } from '@/lib/errors';
import type { Send } from '@/lib/rpc/failover';
import { SYNTHETIC_CHAIN_ID } from '../synthetic/cast';
import { answerAsNode } from '../synthetic/node';

const SIZE = { transactions: 3_000, perBlock: 5 };

/** How a node lies or fails: `finalized` and `head` are heights; `lacks` are heights whose blocks it does not have. */
type Behavior = {
  chainId: number;
  head: number;
  finalized: number | null;
  lacks: (height: number) => boolean;
  isSilent: boolean;
};

/** A node of a synthetic chain that can be reorganized. */
export type BranchingNode = Readonly<{
  send: Send;
  behavior: Behavior;
  /** Replaces all blocks above `ancestor`. */
  reorganize(ancestor: number): void;
  /** The branches of all heights, to `restore`. */
  save(): readonly number[];
  restore(branches: readonly number[]): void;
}>;

const MAX_HEIGHT = 500;
let lastBranch = 0;

/** `branches` of another node make it one of the same chain; by default the chain is like no other. */
export function createBranchingNode(head: number, given?: readonly number[]): BranchingNode {
  lastBranch += 1;
  let branches = given ?? Array.from({ length: MAX_HEIGHT }, () => lastBranch);
  const behavior: Behavior = {
    ...{ chainId: SYNTHETIC_CHAIN_ID, head, finalized: null },
    ...{ lacks: () => false, isSilent: false },
  };
  const answer = answerAsNode(SIZE, (height) => branches[height] ?? 0);
  const findBlock: Send = async (method, [tag, ...rest]) => {
    const height = tag === 'finalized' ? behavior.finalized : Number(tag);
    if (height === null || height > behavior.head || behavior.lacks(height)) return null;
    return answer(method, [`0x${height.toString(16)}`, ...rest]);
  };
  return {
    behavior,
    send: async (method, params) => {
      if (behavior.isSilent) throw new AppError('node_unreachable', 'made to be silent');
      if (method === 'eth_chainId') return `0x${behavior.chainId.toString(16)}`;
      if (method === 'eth_blockNumber') return `0x${behavior.head.toString(16)}`;
      if (method === 'eth_getBlockByNumber' || method === 'eth_getBlockReceipts')
        return findBlock(method, params);
      if (method === 'web3_clientVersion') return 'branching/1';
      return answer(method, params);
    },
    reorganize: (ancestor) => {
      lastBranch += 1;
      const branch = lastBranch;
      branches = branches.map((own, height) => (height > ancestor ? branch : own));
    },
    save: () => branches,
    restore: (saved) => {
      branches = saved;
    },
  };
}
