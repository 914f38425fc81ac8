import { decodeAbiParameters, parseAbiParameters } from 'viem';
import { bufferToHex, hexToBuffer, isHexData, isHexOfLength } from '@/lib/evm/hex';
import { canDelegate, detectProxy, PROXY_GETTERS, PROXY_SLOTS, type ProxyType } from '@/lib/evm/proxies';
import { WORD, wordToAddress } from '@/lib/evm/words';
import type { Rpc } from './client';
import { type CallOutcome, fetchCall, fetchCode, type StateHeight, toTag } from './methods';
import { RpcError } from './rpc-error';

/** Type and targets of a proxy: none when its beacon returns none, several for a diamond (ERC-2535) or modules. */
export type ProxyFacts = Readonly<{
  proxy_type: Exclude<ProxyType, 'eip7702'>;
  implementations: readonly Buffer[];
  beacon: Buffer | null;
}>;

/** facets() of a diamond. */
const FACETS = hexToBuffer('0x7a0ed627');
const facetList = parseAbiParameters('(address target, bytes4[] selectors)[]');
const MAX_FACETS = 100;
const MAX_FACET_BYTES = 64 * 1024;
const PUSH4 = Buffer.of(0x63);
const HALF_MASTER_COPY = hexToBuffer('0x530ca437');
/** Returns its own address: through a delegation that of the proxy. */
const ECHO_CODE = '0x303d5260203df3';
const TRIAL_GAS = '0xf4240';
/** No function has it. */
const UNKNOWN_SELECTOR = hexToBuffer('0xfeedfeed');

/** A contract's code, and its proxy target. */
export type DeployedCode = Readonly<{ code: Buffer; proxy: ProxyFacts | null }>;

/**
 * A contract; `targets` is where it has delegated whole inputs to, the latest first, `selectors` the last function of each;
 * the first `current` of these it uses side by side.
 */
type DeployedAt = Readonly<{
  address: Buffer;
  height: StateHeight;
  targets: readonly Buffer[];
  selectors: readonly Buffer[];
  current: number;
}>;

/** The code and proxy target of a contract after block `height`. Throws AppError when the node does not respond. */
export async function fetchDeployed(rpc: Rpc, contract: DeployedAt): Promise<DeployedCode> {
  const code = await fetchCode(rpc, contract.address, contract.height);
  return { code, proxy: await fetchProxy({ ...contract, rpc, code }) };
}

type Contract = DeployedAt & Readonly<{ rpc: Rpc; code: Buffer }>;

/** Null for none or an EIP-7702 delegation. What is no standard of proxies counts if the contract delegates to it. */
async function fetchProxy(contract: Contract): Promise<ProxyFacts | null> {
  const { address, code } = contract;
  const cloned = detectProxy({ code });
  if (cloned?.proxy_type === 'eip7702') return null;
  if (cloned === null && !canDelegate(code)) return null;
  const proxy = cloned ?? detectProxy({ code, storage: await readSlots(contract) });
  if (proxy === null)
    return (await askGetters(contract)) ?? (await askDiamond(contract)) ?? readForwards(contract);
  if (proxy.proxy_type === 'eip1967_beacon') {
    const { proxy_type, beacon } = proxy;
    const outcome = await ask(contract, beacon, PROXY_GETTERS.basic_implementation);
    if (outcome.kind === 'refused') throw outcome.error;
    const target = readAddress(outcome);
    return { proxy_type, implementations: target === null ? [] : [target], beacon };
  }
  const { proxy_type, implementation } = proxy;
  if (proxy_type === 'eip7702' || implementation.equals(address)) return null;
  const isStandard = proxy_type !== 'eip1967_oz' || (await delegates(contract, implementation));
  return isStandard
    ? { proxy_type, implementations: [implementation], beacon: null }
    : readForwards(contract);
}

function readForwards({ targets, current }: Contract): ProxyFacts | null {
  const implementations = targets.slice(0, current);
  return implementations.length > 0 ? { proxy_type: 'unknown', implementations, beacon: null } : null;
}

async function readSlots(contract: Contract) {
  const read = (name: keyof typeof PROXY_SLOTS) => fetchSlot(contract, PROXY_SLOTS[name]);
  const [eip1967, eip1967_beacon, eip1822, eip1967_oz] = await Promise.all([
    read('eip1967'),
    read('eip1967_beacon'),
    read('eip1822'),
    contract.code.includes(hexToBuffer(PROXY_SLOTS.eip1967_oz)) ? read('eip1967_oz') : undefined,
  ]);
  return { eip1967, eip1967_beacon, eip1822, eip1967_oz };
}

/** Undefined when the node lacks eth_getStorageAt, or does not return a word. */
async function fetchSlot({ rpc, height, address }: Contract, slot: string): Promise<Buffer | undefined> {
  try {
    const answer = await rpc.request('eth_getStorageAt', [bufferToHex(address), slot, toTag(height)]);
    return isHexOfLength(answer, WORD) ? hexToBuffer(answer) : undefined;
  } catch (error) {
    if (error instanceof RpcError && error.refusal === 'missing') return undefined;
    throw error;
  }
}

async function askGetters(contract: Contract): Promise<ProxyFacts | null> {
  const { address, code } = contract;
  const names = ['master_copy', 'comptroller', 'basic_implementation', 'basic_get_implementation'] as const;
  for (const proxy_type of names) {
    const getter = PROXY_GETTERS[proxy_type];
    // Safe compares the whole first word of its input with the selector, which optimizers write as its half, shifted.
    const isThere =
      proxy_type === 'master_copy' ? [getter, HALF_MASTER_COPY] : [Buffer.concat([PUSH4, getter])];
    if (!isThere.some((bytes) => code.includes(bytes))) continue;
    const target = readAddress(await ask(contract, address, getter));
    if (target !== null && !target.equals(address) && (await delegates(contract, target)))
      return { proxy_type, implementations: [target], beacon: null };
  }
  return null;
}

async function askDiamond(contract: Contract): Promise<ProxyFacts | null> {
  const { address } = contract;
  const outcome = await ask(contract, address, FACETS);
  if (outcome.kind !== 'returned') return null;
  const claimed = readFacets(outcome.output).filter(({ target }) => !target.equals(address));
  const haveCode = await Promise.all(claimed.map(({ target }) => hasCode(contract, target)));
  const facets = claimed.filter((_, at) => haveCode[at]);
  const [first] = facets;
  if (!first || !(contract.targets.length > 0 || (await delegates(contract, first.target, first.selector))))
    return null;
  // what facets() leaves out may be hidden, or removed
  const listed = facets.map(({ target }) => target);
  const isUsed = await Promise.all(
    contract.targets.map(
      async (target, at) =>
        listed.some((one) => one.equals(target)) || tryDelegation(contract, target, contract.selectors[at]),
    ),
  );
  const targets = [...listed, ...contract.targets.filter((_, at) => isUsed[at])];
  const implementations = [...new Map(targets.map((target) => [bufferToHex(target), target])).values()];
  return { proxy_type: 'eip2535', implementations, beacon: null };
}

async function hasCode({ rpc, height }: Contract, target: Buffer): Promise<boolean> {
  return (await fetchCode(rpc, target, height)).length > 0;
}

/** The facets with a function, and the first one of each. */
function readFacets(output: Buffer): { target: Buffer; selector: Buffer }[] {
  if (output.length < 2 * WORD || output.length > MAX_FACET_BYTES) return [];
  try {
    const [facets] = decodeAbiParameters(facetList, bufferToHex(output));
    return facets
      .slice(0, MAX_FACETS)
      .flatMap(({ target, selectors: [selector] }) =>
        selector === undefined
          ? []
          : [{ target: hexToBuffer(target.toLowerCase()), selector: hexToBuffer(selector) }],
      );
  } catch {
    return [];
  }
}

/** Whether a call of the contract runs the code of `target` as its own; true where the node cannot try. */
async function delegates(contract: Contract, target: Buffer, selector = UNKNOWN_SELECTOR): Promise<boolean> {
  return (
    contract.targets.some((known) => known.equals(target)) ||
    (await tryDelegation(contract, target, selector))
  );
}

async function tryDelegation(
  contract: Contract,
  target: Buffer,
  selector = UNKNOWN_SELECTOR,
): Promise<boolean> {
  const { rpc, height, address } = contract;
  if (!(await hasCode(contract, target))) return false;
  const call = { to: bufferToHex(address), data: bufferToHex(selector), gas: TRIAL_GAS };
  try {
    const overrides = { [bufferToHex(target)]: { code: ECHO_CODE } };
    const answer = await rpc.request('eth_call', [call, toTag(height), overrides]);
    return isHexData(answer) && wordToAddress(hexToBuffer(answer))?.equals(address) === true;
  } catch (error) {
    if (!(error instanceof RpcError) || error.isRateLimit) throw error;
    return error.refusal !== 'reverted' && error.data === undefined;
  }
}

/** Throws AppError when the node may answer another time. */
async function ask({ rpc, height }: Contract, to: Buffer, data: Buffer): Promise<CallOutcome> {
  const outcome = await fetchCall(rpc, { to, data }, height);
  if (outcome.kind === 'refused' && outcome.error.retryable) throw outcome.error;
  return outcome;
}

/** The address that a call returned; null for none. */
function readAddress(outcome: CallOutcome): Buffer | null {
  if (outcome.kind !== 'returned' || outcome.output.length < WORD) return null;
  const target = wordToAddress(outcome.output.subarray(0, WORD));
  return target?.some((byte) => byte !== 0) ? target : null;
}
