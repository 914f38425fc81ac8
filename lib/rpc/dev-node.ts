import { hexToBuffer, isHexOfLength } from '@/lib/evm/hex';
import type { Rpc } from './client';
import { isFields } from './read-fields';
import { AnswerTooLargeError, RpcError } from './rpc-error';

/**
 * A development node. `instance` is another one after each start and reset, null where the node has none; `forkBlock` is
 * the last block of the chain that it forked, null without a fork or where the node does not tell.
 */
export type DevNode = Readonly<{ instance: string | null; forkBlock: number | null }>;

/** How development nodes name themselves. */
const CLIENTS = /^(anvil|hardhatnetwork|edr|ganache|ethereumjs testrpc)\b/i;
/** geth --dev is geth with this chain ID, and a block 0 of no time. */
const GETH = /^geth\//i;
const GETH_DEV_ID = 1_337;
/** Of anvil's and Hardhat's nodes, and of geth --dev. */
export const DEV_CHAIN_IDS: ReadonlySet<number> = new Set([31_337, GETH_DEV_ID]);
const MAX_ACCOUNTS = 100;
const ADDRESS_BYTES = 20;

/**
 * What the node tells of itself; undefined unless it is a development node, or `isAssumed`. Throws AppError
 * `node_unreachable` or `node_answer`.
 */
export async function fetchDevNode(rpc: Rpc, isAssumed = false): Promise<DevNode | undefined> {
  return isAssumed || (await isDevNode(rpc)) ? await fetchInstance(rpc) : undefined;
}

async function isDevNode(rpc: Rpc): Promise<boolean> {
  const client = await requestOrNull(rpc, 'web3_clientVersion');
  if (typeof client !== 'string') return false;
  if (CLIENTS.test(client)) return true;
  if (!GETH.test(client) || (await rpc.request('eth_chainId', [])) !== `0x${GETH_DEV_ID.toString(16)}`)
    return false;
  const genesis = await rpc.request('eth_getBlockByNumber', ['0x0', false]);
  return isFields(genesis) && genesis.timestamp === '0x0';
}

/** The same of a node that is known to be one. Throws like `fetchDevNode`. */
export async function fetchInstance(rpc: Rpc): Promise<DevNode> {
  const told = await requestOrNull(rpc, 'hardhat_metadata');
  if (!isFields(told)) return { instance: null, forkBlock: null };
  const { instanceId, forkedNetwork } = told;
  const forkBlock = isFields(forkedNetwork) ? forkedNetwork.forkBlockNumber : null;
  return {
    instance: typeof instanceId === 'string' && /^0x[0-9a-f]{1,64}$/.test(instanceId) ? instanceId : null,
    forkBlock:
      typeof forkBlock === 'number' && Number.isSafeInteger(forkBlock) && forkBlock >= 0 ? forkBlock : null,
  };
}

/** The accounts that a development node signs for, at most 100; none where it does not tell. Throws like `fetchDevNode`. */
export async function fetchDevAccounts(rpc: Rpc): Promise<Buffer[]> {
  const told = await requestOrNull(rpc, 'eth_accounts');
  const list = Array.isArray(told) ? told.slice(0, MAX_ACCOUNTS) : [];
  return list.flatMap((account: unknown) =>
    isHexOfLength(account, ADDRESS_BYTES) ? [hexToBuffer(account)] : [],
  );
}

/** Null also where the node has no such method. */
async function requestOrNull(rpc: Rpc, method: string): Promise<unknown> {
  try {
    return await rpc.request(method, []);
  } catch (error) {
    if (error instanceof AnswerTooLargeError) return null;
    if (error instanceof RpcError && !error.isRateLimit) return null;
    throw error;
  }
}
