import { bufferToHex } from '@/lib/evm/hex';
import { type Fields, isFields } from '@/lib/rpc/read-fields';
import type { Indexed, PreparedCall } from './json-rpc-call';

/** For results that agree with the index: other fields may still be wrong. */
const FINALIZED_MS = 10 * 60_000;
/** For results about a finalized block that only the node vouches for. */
export const UNPROVEN_MS = 10_000;

/** For how many ms a node's result may be cached; 0 for not at all. */
export async function ageOf(call: PreparedCall, result: unknown, indexed: Indexed): Promise<number> {
  const { method, block } = call;
  const { finalized } = indexed;
  // Not of one state of the chain alone.
  const isOfNoBlock = method === 'eth_estimateGas' || method === 'eth_feeHistory';
  if (finalized === null || result === null || isOfNoBlock) return 0;
  const read = READ[method];
  if (!read) return block !== undefined && block <= finalized ? UNPROVEN_MS : 0;
  if (!isFields(result)) return 0;
  const { height: named, hash } = read(result);
  if (typeof named !== 'string' || !/^0x[0-9a-f]{1,13}$/i.test(named) || Number(named) > finalized) return 0;
  const height = Number(named);
  if (typeof hash !== 'string' || !isRequested(call, result, { height, hash })) return 0;
  const stored = await indexed.blockHash(height);
  if (!stored) return UNPROVEN_MS;
  return bufferToHex(stored) === hash.toLowerCase() ? FINALIZED_MS : 0;
}

const ofBlock = ({ number, hash }: Fields) => ({ height: number, hash });
const inBlock = ({ blockNumber, blockHash }: Fields) => ({ height: blockNumber, hash: blockHash });

/** Where the results that name their block do so. */
const READ: Partial<Record<PreparedCall['method'], (result: Fields) => Record<'height' | 'hash', unknown>>> =
  {
    eth_getBlockByHash: ofBlock,
    eth_getBlockByNumber: ofBlock,
    eth_getTransactionByBlockHashAndIndex: inBlock,
    eth_getTransactionByBlockNumberAndIndex: inBlock,
    eth_getTransactionByHash: inBlock,
    eth_getTransactionReceipt: inBlock,
  };

/** Whether the result is of the requested block or transaction. */
function isRequested(
  { method, params, block }: PreparedCall,
  result: Fields,
  named: Readonly<{ height: number; hash: string }>,
): boolean {
  const isSame = (field: unknown) => String(field).toLowerCase() === String(params[0]).toLowerCase();
  if (method.endsWith('AndIndex') && Number(result.transactionIndex) !== Number(params[1])) return false;
  if (method === 'eth_getTransactionByHash') return isSame(result.hash);
  if (method === 'eth_getTransactionReceipt') return isSame(result.transactionHash);
  return method.includes('ByBlockHash') || method === 'eth_getBlockByHash'
    ? isSame(named.hash)
    : block === named.height;
}
