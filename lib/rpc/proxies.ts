import { bufferToHex, hexToBuffer, isHexOfLength } from '@/lib/evm/hex';
import { detectProxy, PROXY_SLOTS } from '@/lib/evm/proxies';
import { WORD, wordToAddress } from '@/lib/evm/words';
import type { Rpc } from './client';
import { fetchCall, fetchCode, type StateHeight, toTag } from './methods';
import { RpcError } from './rpc-error';

/** Type and target of a proxy. `implementation` is null when its beacon returns none. */
type ProxyFacts = Readonly<{
  proxy_type: 'eip1167' | 'eip1822' | 'eip1967' | 'eip1967_beacon';
  implementation: Buffer | null;
  beacon: Buffer | null;
}>;

/** implementation() of a beacon. */
const IMPLEMENTATION = hexToBuffer('0x5c60da1b');
/** Code without DELEGATECALL cannot be a proxy. */
const DELEGATECALL = 0xf4;

/** A contract's code, and its proxy target. */
export type DeployedCode = Readonly<{ code: Buffer; proxy: ProxyFacts | null }>;

/** The code and proxy target of a contract after block `height`. Throws AppError when the node does not respond. */
export async function fetchDeployed(rpc: Rpc, address: Buffer, height: StateHeight): Promise<DeployedCode> {
  const code = await fetchCode(rpc, address, height);
  return { code, proxy: await fetchProxy({ rpc, height }, address, code) };
}

type StateSource = Readonly<{ rpc: Rpc; height: StateHeight }>;

/** Null for none or an EIP-7702 delegation. */
async function fetchProxy(state: StateSource, address: Buffer, code: Buffer): Promise<ProxyFacts | null> {
  const proxy = detectProxy({ code }) ?? (await readStorage(state, address, code));
  if (proxy === null || proxy.proxy_type === 'eip7702') return null;
  if (proxy.proxy_type !== 'eip1967_beacon') {
    const { proxy_type, implementation } = proxy;
    return { proxy_type, implementation, beacon: null };
  }
  const { proxy_type, beacon } = proxy;
  return { proxy_type, implementation: await fetchBeaconTarget(state, beacon), beacon };
}

async function readStorage(
  state: StateSource,
  address: Buffer,
  code: Buffer,
): Promise<ReturnType<typeof detectProxy>> {
  if (!code.includes(DELEGATECALL)) return null;
  const [eip1967, eip1967_beacon, eip1822] = await Promise.all([
    fetchSlot(state, address, PROXY_SLOTS.eip1967),
    fetchSlot(state, address, PROXY_SLOTS.eip1967_beacon),
    fetchSlot(state, address, PROXY_SLOTS.eip1822),
  ]);
  return detectProxy({ code, storage: { eip1967, eip1967_beacon, eip1822 } });
}

/** Undefined when the node lacks eth_getStorageAt, or does not return a word. */
async function fetchSlot(
  { rpc, height }: StateSource,
  address: Buffer,
  slot: string,
): Promise<Buffer | undefined> {
  try {
    const answer = await rpc.request('eth_getStorageAt', [bufferToHex(address), slot, toTag(height)]);
    return isHexOfLength(answer, WORD) ? hexToBuffer(answer) : undefined;
  } catch (error) {
    if (error instanceof RpcError && error.refusal === 'missing') return undefined;
    throw error;
  }
}

async function fetchBeaconTarget({ rpc, height }: StateSource, beacon: Buffer): Promise<Buffer | null> {
  const outcome = await fetchCall(rpc, { to: beacon, data: IMPLEMENTATION }, height);
  if (outcome.kind === 'refused') throw outcome.error;
  if (outcome.kind !== 'returned' || outcome.output.length < WORD) return null;
  const implementation = wordToAddress(outcome.output.subarray(0, WORD));
  return implementation?.some((byte) => byte !== 0) ? implementation : null;
}
