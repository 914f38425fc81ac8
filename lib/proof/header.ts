import { toRlp } from 'viem/utils';
import type { RpcBlock } from '@/lib/rpc/block';
import { toRlpInteger } from './rlp-fields';

/** Fields that every header has; a node that omits one cannot be checked. */
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
 * 4788 and 7685, each present from its fork on). Throws RangeError when `listMissingFields` names any.
 */
export function encodeHeader(block: RpcBlock): Buffer {
  const { sha3Uncles, stateRoot, transactionsRoot, receiptsRoot, logsBloom, mixHash, nonce, difficulty } =
    block;
  if (!sha3Uncles || !stateRoot || !transactionsRoot || !receiptsRoot || !logsBloom || !mixHash || !nonce)
    throw new RangeError('the header is incomplete');
  return Buffer.from(
    toRlp(
      [
        block.parentHash,
        sha3Uncles,
        block.miner,
        stateRoot,
        transactionsRoot,
        receiptsRoot,
        logsBloom,
        toRlpInteger(difficulty ?? 0n),
        toRlpInteger(block.number),
        toRlpInteger(block.gasLimit),
        toRlpInteger(block.gasUsed),
        toRlpInteger(block.headerTimestamp),
        block.extraData,
        mixHash,
        nonce,
        ...encodeForkFields(block),
      ],
      'bytes',
    ),
  );
}

/** The fields that forks appended, as far as the block has them. */
function encodeForkFields(block: RpcBlock): Buffer[] {
  const { baseFeePerGas, withdrawalsRoot, blobGasUsed, excessBlobGas, parentBeaconBlockRoot, requestsHash } =
    block;
  const fields = [
    baseFeePerGas === null ? null : toRlpInteger(baseFeePerGas),
    withdrawalsRoot,
    blobGasUsed === null ? null : toRlpInteger(blobGasUsed),
    excessBlobGas === null ? null : toRlpInteger(excessBlobGas),
    parentBeaconBlockRoot,
    requestsHash,
  ];
  return fields.filter((field) => field !== null);
}
