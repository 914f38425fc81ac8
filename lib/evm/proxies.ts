import { keccak256, numberToHex, stringToBytes } from 'viem/utils';
import { type Hex, hexToBuffer, quantityToBigint } from './hex';
import { disassemble } from './opcodes';
import { wordToAddress } from './words';

/** A proxy's implementation or beacon, as a 20-byte address. Types follow the upstream API. */
export type Proxy =
  | Readonly<{
      proxy_type:
        | 'eip1167'
        | 'minimal_proxy'
        | 'clone_with_immutable_arguments'
        | 'eip1967'
        | 'eip1822'
        | 'eip1967_oz'
        | 'eip7702';
      implementation: Buffer;
    }>
  | Readonly<{ proxy_type: 'eip1967_beacon'; beacon: Buffer }>;

/** Types of proxies; diamonds and those that tell by a function are known by calls, unknown ones by traces. */
export type ProxyType = Proxy['proxy_type'] | keyof typeof PROXY_GETTERS | 'eip2535' | 'unknown';

/** Types of proxies whose implementation stands in their code. */
export const CLONES = [
  'eip1167',
  'minimal_proxy',
  'clone_with_immutable_arguments',
] as const satisfies ProxyType[];

/** Storage slots of proxies, for eth_getStorageAt. */
export const PROXY_SLOTS = {
  eip1967: eip1967Slot('implementation'),
  eip1967_beacon: eip1967Slot('beacon'),
  eip1822: keccak256(stringToBytes('PROXIABLE')),
  /** Of OpenZeppelin before EIP-1967. */
  eip1967_oz: keccak256(stringToBytes('org.zeppelinos.proxy.implementation')),
} as const satisfies Record<string, Hex>;

/** Functions by which a proxy tells its implementation, the most specific first. */
export const PROXY_GETTERS = {
  master_copy: hexToBuffer('0xa619486e'), // masterCopy(), of Safe
  comptroller: hexToBuffer('0xbb82aa5e'), // comptrollerImplementation(), of Compound
  basic_implementation: hexToBuffer('0x5c60da1b'), // implementation(), ERC-897
  basic_get_implementation: hexToBuffer('0xaaf10f42'), // getImplementation()
} as const;

type ProxyEvidence = Readonly<{
  code: Buffer;
  storage?: Readonly<Partial<Record<keyof typeof PROXY_SLOTS, Buffer | undefined>>>;
}>;

const DELEGATION = Buffer.from('ef0100', 'hex');
const ADDRESS_LENGTH = 20;
/** What EIP-1167 has before and behind the address. */
const EIP1167 = [Buffer.from('363d3d373d3d3d363d', 'hex'), Buffer.from('5af43d82803e903d91', 'hex')] as const;
/** Leading zeros of an address may be left out. */
const MIN_ADDRESS_LENGTH = 10;
const MAX_CLONE = 160;
const OPCODE = {
  ...{ calldatacopy: 0x37, codecopy: 0x39, jumpi: 0x57, gas: 0x5a, jumpdest: 0x5b, return: 0xf3 },
  ...{ delegatecall: 0xf4 },
} as const;
/** What clones do beside pushing, duplicating and swapping: they pass input on, and output or failure back. */
const PASSING: ReadonlySet<number> = new Set([
  ...[0x00, 0x01, 0x34, 0x36, 0x37, 0x39, 0x3d, 0x3e, 0x50, 0x52, 0x57, 0x59, 0x5a, 0x5b, 0x5f, 0xa1, 0xfd],
]);

/** Detects a proxy, or null. Code takes precedence over storage, as it is immutable; no code means no proxy. */
export function detectProxy({ code, storage = {} }: ProxyEvidence): Proxy | null {
  const delegate = readDelegation(code);
  if (delegate) return { proxy_type: 'eip7702', implementation: delegate };
  const clone = readClone(code);
  if (clone) return clone;
  if (code.length === 0) return null;
  const implementation = readSlot(storage.eip1967);
  if (implementation) return { proxy_type: 'eip1967', implementation };
  const beacon = readSlot(storage.eip1967_beacon);
  if (beacon) return { proxy_type: 'eip1967_beacon', beacon };
  const proxiable = readSlot(storage.eip1822);
  if (proxiable) return { proxy_type: 'eip1822', implementation: proxiable };
  const early = readSlot(storage.eip1967_oz);
  return early ? { proxy_type: 'eip1967_oz', implementation: early } : null;
}

/** Whether code can delegate: it has a DELEGATECALL, as far as data is told from instructions. */
export function canDelegate(code: Buffer): boolean {
  for (const { opcode } of disassemble(code)) if (opcode === OPCODE.delegatecall) return true;
  return false;
}

/** The address that code delegates to by EIP-7702; undefined for other code. */
export function readDelegation(code: Buffer): Buffer | undefined {
  const isDelegation = code.length === DELEGATION.length + ADDRESS_LENGTH && code.indexOf(DELEGATION) === 0;
  return isDelegation ? code.subarray(DELEGATION.length) : undefined;
}

/**
 * Minimal proxies of every form (EIP-1167, ERC-7511, those of Solady, Vyper and with immutable arguments): code that copies
 * its input, delegates to an address that it pushes, and returns what comes back, and does nothing else.
 */
function readClone(code: Buffer): Proxy | undefined {
  let [isPassingInput, hasArguments, pushed, end] = [false, false, 0, 0];
  let implementation: Buffer | undefined;
  for (const { offset, opcode, data } of disassemble(code.subarray(0, MAX_CLONE))) {
    if (opcode === OPCODE.return && implementation !== undefined) {
      end = offset + 1;
      break;
    }
    if (opcode === OPCODE.delegatecall) {
      if (implementation === undefined) return undefined;
      continue;
    }
    if (data !== undefined) {
      const next = offset + 1 + data.length;
      const isTarget = code[next] === OPCODE.gas && code[next + 1] === OPCODE.delegatecall;
      if (isTarget && isPassingInput && data.length >= MIN_ADDRESS_LENGTH && data.length <= ADDRESS_LENGTH)
        implementation = Buffer.concat([Buffer.alloc(ADDRESS_LENGTH - data.length), data]);
      pushed = data.length === 1 ? (data[0] ?? 0) : 0;
      continue;
    }
    const isStackWork = opcode >= 0x80 && opcode <= 0x9f;
    if (!isStackWork && !PASSING.has(opcode)) return undefined;
    if (opcode === OPCODE.jumpi && code[pushed] !== OPCODE.jumpdest) return undefined;
    isPassingInput ||= opcode === OPCODE.calldatacopy;
    hasArguments ||= opcode === OPCODE.codecopy;
  }
  if (implementation === undefined || end === 0) return undefined;
  if (hasArguments) return { proxy_type: 'clone_with_immutable_arguments', implementation };
  const isStandard = EIP1167.every((part) => code.subarray(0, end).includes(part));
  return { proxy_type: isStandard ? 'eip1167' : 'minimal_proxy', implementation };
}

function readSlot(word: Buffer | undefined): Buffer | undefined {
  const address = wordToAddress(word);
  return address?.some((byte) => byte !== 0) ? address : undefined;
}

/** Hash minus 1, so that the slot has no known preimage. */
function eip1967Slot(name: 'implementation' | 'beacon'): Hex {
  const hash = keccak256(stringToBytes(`eip1967.proxy.${name}`));
  return numberToHex(quantityToBigint(hash) - 1n, { size: 32 });
}
