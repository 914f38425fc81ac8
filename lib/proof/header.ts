import { keccak256 } from '@/lib/evm/keccak';
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
 * 4788, 7685, 7928 and 7843, each present from its fork on). `later` are fields of a fork that is not known, which come last.
 * Throws RangeError when `listMissingFields` names any.
 */
export function encodeHeader(block: RpcBlock, later: readonly RlpItem[] = []): Buffer {
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
    ...later,
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

/**
 * Fields of unknown meaning in a header whose hash does not follow from the known ones. `isBound`: it follows with these
 * fields at the end, as every fork so far has added its own. Then nobody can have changed or invented any field.
 */
export type NewerHeader = Readonly<{ fields: readonly string[]; isBound: boolean }>;

/** As many as forks have added at once: of 8 unknown fields, 400 orders are tried. */
const MAX_LATER_FIELDS = 3;

/** What is newer in the header than this version knows; undefined where its hash holds, or it has no unknown field. */
export function findNewerHeader(block: RpcBlock): NewerHeader | undefined {
  const { foreignFields, hash } = block;
  if (foreignFields.length === 0 || listMissingFields(block).length > 0) return undefined;
  if (keccak256(encodeHeader(block)).equals(hash)) return undefined;
  const values = foreignFields.flatMap(({ name, value }) => (value ? [{ name, value }] : []));
  for (let count = 1; count <= MAX_LATER_FIELDS; count++)
    for (const later of listOrders(values, count)) {
      const header = encodeHeader(
        block,
        later.map(({ value }) => value),
      );
      if (keccak256(header).equals(hash)) return { fields: later.map(({ name }) => name), isBound: true };
    }
  return { fields: foreignFields.map(({ name }) => name), isBound: false };
}

/** Every way to put `count` of the items in a row. */
function listOrders<T>(items: readonly T[], count: number): (readonly T[])[] {
  if (count === 0) return [[]];
  return items.flatMap((item, at) =>
    listOrders([...items.slice(0, at), ...items.slice(at + 1)], count - 1).map((rest) => [item, ...rest]),
  );
}
