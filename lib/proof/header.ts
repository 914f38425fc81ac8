import type { RpcBlock } from '@/lib/rpc/block';
import { encodeList, type RlpItem } from './encode-rlp';

/** Fields that every header has; without one of them the hash cannot be checked. */
const REQUIRED = [
  'sha3Uncles',
  'stateRoot',
  'transactionsRoot',
  'receiptsRoot',
  'logsBloom',
  'mixHash',
] as const;

/** The names of fields that the node omits and without which the header's hash cannot be computed. */
export function listMissingFields(block: RpcBlock): string[] {
  const missing: string[] = REQUIRED.filter((name) => block[name] === null);
  if (block.nonce?.length !== 8) missing.push('nonce');
  if (block.difficulty === null) missing.push('difficulty');
  return missing;
}

/**
 * The header as RLP, whose Keccak-256 hash is the block's hash (Yellow Paper 4.3; later fields by EIP-1559, 4895, 4844,
 * 4788, 7685, 7928 and 7843, each present from its fork on). Throws RangeError when `listMissingFields` names any.
 */
export function encodeHeader(block: RpcBlock): Buffer {
  const { sha3Uncles, stateRoot, transactionsRoot, receiptsRoot, logsBloom, mixHash, nonce, difficulty } =
    block;
  if (!sha3Uncles || !stateRoot || !transactionsRoot || !receiptsRoot || !logsBloom || !mixHash || !nonce)
    throw new RangeError('the header is incomplete');
  return encodeList([
    block.parentHash,
    sha3Uncles,
    block.miner,
    stateRoot,
    transactionsRoot,
    receiptsRoot,
    logsBloom,
    difficulty ?? 0n,
    block.number,
    block.gasLimit,
    block.gasUsed,
    block.headerTimestamp,
    block.extraData,
    mixHash,
    nonce,
    ...listForkFields(block),
  ]);
}

/** The fields that forks appended, as far as the block has them. */
function listForkFields(block: RpcBlock): RlpItem[] {
  const fields = [
    block.baseFeePerGas,
    block.withdrawalsRoot,
    block.blobGasUsed,
    block.excessBlobGas,
    block.parentBeaconBlockRoot,
    block.requestsHash,
    block.blockAccessListHash,
    block.slotNumber,
  ];
  return fields.filter((field) => field !== null);
}
