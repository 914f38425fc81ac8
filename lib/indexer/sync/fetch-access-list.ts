import { AppError } from '@/lib/errors';
import { hexToBuffer, isHexData } from '@/lib/evm/hex';
import { checkAccessList, encodeAccessList, type ListedBlock } from '@/lib/proof/access-list';
import { parseAccessList } from '@/lib/rpc/access-list';
import type { Rpc } from '@/lib/rpc/client';
import { malformed } from '@/lib/rpc/read-fields';
import { NoAnswerError } from '@/lib/rpc/rpc-error';
import type { CheckedAccessList } from './bundle';
import type { BlockSource } from './fetch-block';

/** The shorter form first; few providers offer it. */
const METHODS = ['debug_getRawBlockAccessList', 'eth_getBlockAccessList'] as const;
/** No block waits for a node that does not answer these methods. */
const PAUSE_MS = 5 * 60_000;

/**
 * The access list of a block, checked against its header; null where the header commits to none, or no endpoint has it. A
 * block is stored without it, so each endpoint is tried once. Never throws AppError.
 */
export async function fetchAccessList(
  { rpc, tracing }: Pick<BlockSource, 'rpc' | 'tracing'>,
  block: BlockAtHeight,
): Promise<CheckedAccessList | null> {
  if (block.blockAccessListHash === null || Date.now() < (tracing.listsAfter ?? 0)) return null;
  // another one is asked when the first to answer is wrong
  for (const endpoint of rpc.hosts.length === 1 ? [rpc] : [rpc, ...rpc.endpoints]) {
    const found = await fetchFrom(endpoint, block);
    if (found.kind === 'late') tracing.listsAfter = Date.now() + PAUSE_MS;
    if (found.kind === 'list') return found.checked;
    if (found.kind !== 'wrong') return null;
  }
  return null;
}

/** The height of a block, and what its list is checked against. */
type BlockAtHeight = ListedBlock & Readonly<{ number: number }>;
type Found = Readonly<{ kind: 'list'; checked: CheckedAccessList } | { kind: 'none' | 'late' | 'wrong' }>;

async function fetchFrom(rpc: Rpc, block: BlockAtHeight): Promise<Found> {
  let kind: 'none' | 'wrong' = 'none';
  for (const method of METHODS) {
    try {
      const answer = await rpc.request(method, [`0x${block.number.toString(16)}`], { isOnce: true });
      if (answer === null) continue;
      return { kind: 'list', checked: check(method, answer, block) };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error instanceof NoAnswerError) return { kind: 'late' };
      if (error.code === 'proof') kind = 'wrong';
    }
  }
  return { kind };
}

function check(method: (typeof METHODS)[number], answer: unknown, block: ListedBlock): CheckedAccessList {
  const rlp =
    method === 'eth_getBlockAccessList' ? encodeAccessList(parseAccessList(answer)) : readRaw(answer);
  return { rlp, list: checkAccessList(rlp, block) };
}

function readRaw(answer: unknown): Buffer {
  if (!isHexData(answer)) throw malformed('access list');
  return hexToBuffer(answer);
}
