import { bufferToHex } from '@/lib/evm/hex';
import { keccak256 } from '@/lib/evm/keccak';
import { encodeHeader } from '@/lib/proof/header';
import { parseBlock } from '@/lib/rpc/block';
import { RpcError } from '@/lib/rpc/rpc-error';
import { AMSTERDAM } from './amsterdam-chain';
import type { Answer } from './lying-node';
import { type BlockAnswers, makeProvableBlock, withOwnHash, withOwnType } from './provable-block';

/** A chain ID that no chain of Ethereum has. */
export const FORKING_CHAIN_ID = 7_928;

/** What a version before Amsterdam takes for fields of unknown meaning. */
const LATER_NAMES = { blockAccessListHash: 'laterHash', slotNumber: 'laterSlot' } as const;

type Chain = { head: number; forkAt: number };

/** A node of a chain that forks at a height, and can be reorganized. */
export type ForkingNode = Readonly<{
  answer: Answer;
  /** From `forkAt` on headers have Amsterdam's fields, and gas is counted by its rules. */
  chain: Chain;
  /** Other blocks above `ancestor`, by the changed chain. */
  reorganize(ancestor: number, changes: Partial<Chain>): void;
}>;

/**
 * `isLater`: the fields of the fork have names that nobody knows, so that this version is an old one. `isRollup`: the fork is
 * the upgrade of a rollup of its own rules: a header that no known rule hashes, and transactions of a type of its own.
 */
export function createForkingNode(
  chain: Chain,
  { isLater = false, isRollup = false }: Readonly<{ isLater?: boolean; isRollup?: boolean }> = {},
): ForkingNode {
  const blocks: Promise<BlockAnswers>[] = [];
  let branch = 0;
  const makeBlock = async (height: number): Promise<BlockAnswers> => {
    const parent = height === 0 ? undefined : (await blockAt(height - 1)).block.hash;
    const { block, receipts } = await makeProvableBlock(
      height,
      parent === undefined ? undefined : String(parent),
    );
    const fields = { ...block, extraData: `0x0${branch}` };
    if (isRollup) {
      const sealed = { block: withOwnHash(fields), receipts };
      return height < chain.forkAt ? sealed : upgradeRollup(sealed);
    }
    const forked = {
      blockAccessListHash: `0x${'5a'.repeat(32)}`,
      slotNumber: `0x${height}0`,
      gasUsed: '0x20000',
    };
    return { block: withOwnHash(height < chain.forkAt ? fields : { ...fields, ...forked }), receipts };
  };
  const blockAt = (height: number): Promise<BlockAnswers> => {
    blocks[height] ??= makeBlock(height);
    return blocks[height];
  };
  const tell = ({ block }: BlockAnswers) =>
    isLater
      ? Object.fromEntries(Object.entries(block).map(([name, value]) => [laterName(name), value]))
      : block;
  const find = (tag: unknown) => (Number(tag) <= chain.head ? blockAt(Number(tag)) : undefined);
  return {
    chain,
    answer: answerBlocks(
      async (tag) => {
        const found = await find(tag);
        return found && { ...found, block: tell(found) };
      },
      () => chain.head,
    ),
    reorganize: (ancestor, changes) => {
      branch += 1;
      blocks.length = ancestor + 1;
      Object.assign(chain, changes);
    },
  };
}

/** With a field that is hashed in a way of its own, and a first transaction of an own type. */
function upgradeRollup(sealed: BlockAnswers): BlockAnswers {
  const { block, receipts } = withOwnType(sealed);
  const header = encodeHeader(parseBlock({ ...block, transactions: [] }));
  const hash = bufferToHex(keccak256(Buffer.concat([header, Buffer.from('rollup')])));
  return { block: { ...block, rollupRoot: `0x${'77'.repeat(32)}`, hash }, receipts };
}

const laterName = (name: string) => new Map<string, string>(Object.entries(LATER_NAMES)).get(name) ?? name;

/** A node of the chain after Amsterdam that was made with ethereumjs: blocks 1 to 10. */
export const answerAmsterdam: Answer = answerBlocks(
  async (tag) => AMSTERDAM.blocks.find(({ block }) => Number(block.number) === Number(tag)),
  () => AMSTERDAM.blocks.length,
);

function answerBlocks(
  find: (tag: unknown) => Promise<Readonly<{ block: object; receipts: readonly object[] }> | undefined>,
  head: () => number,
): Answer {
  return async (method, [tag]) => {
    if (method === 'eth_chainId') return `0x${FORKING_CHAIN_ID.toString(16)}`;
    if (method === 'eth_blockNumber') return `0x${head().toString(16)}`;
    if (method === 'eth_getBlockByNumber') return (await find(tag))?.block ?? null;
    if (method === 'eth_getBlockReceipts') return (await find(tag))?.receipts ?? null;
    if (method === 'eth_getCode') return '0x';
    throw new RpcError(method, { code: -32601, message: 'the method does not exist' });
  };
}
