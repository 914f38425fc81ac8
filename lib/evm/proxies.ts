import { keccak256, numberToHex, stringToBytes } from 'viem/utils';
import { type Hex, quantityToBigint } from './hex';
import { wordToAddress } from './words';

/** A proxy's implementation or beacon, as a 20-byte address. Types follow the upstream API, plus `eip1967_beacon`. */
export type Proxy =
  | Readonly<{ proxy_type: 'eip1167' | 'eip1967' | 'eip1822' | 'eip7702'; implementation: Buffer }>
  | Readonly<{ proxy_type: 'eip1967_beacon'; beacon: Buffer }>;

/** Storage slots of proxies, for eth_getStorageAt. */
export const PROXY_SLOTS = {
  eip1967: eip1967Slot('implementation'),
  eip1967_beacon: eip1967Slot('beacon'),
  eip1822: keccak256(stringToBytes('PROXIABLE')),
} as const satisfies Record<string, Hex>;

type ProxyEvidence = Readonly<{
  code: Buffer;
  storage?: Readonly<Partial<Record<keyof typeof PROXY_SLOTS, Buffer | undefined>>>;
}>;

const DELEGATION = Buffer.from('ef0100', 'hex');
const ADDRESS_LENGTH = 20;
const CLONE_START = Buffer.from('363d3d373d3d3d363d', 'hex');
const CLONE_MIDDLE = Buffer.from('5af43d82803e903d9160', 'hex');
const CLONE_END = Buffer.from('57fd5bf3', 'hex');
const CLONE_JUMP = 0x2b;
const PUSH0 = 0x5f;

/** Detects a proxy, or null. Code takes precedence over storage, as it is immutable; no code means no proxy. */
export function detectProxy({ code, storage = {} }: ProxyEvidence): Proxy | null {
  const delegate = readDelegation(code);
  if (delegate) return { proxy_type: 'eip7702', implementation: delegate };
  const cloned = readClone(code);
  if (cloned) return { proxy_type: 'eip1167', implementation: cloned };
  if (code.length === 0) return null;
  const implementation = readSlot(storage.eip1967);
  if (implementation) return { proxy_type: 'eip1967', implementation };
  const beacon = readSlot(storage.eip1967_beacon);
  if (beacon) return { proxy_type: 'eip1967_beacon', beacon };
  const proxiable = readSlot(storage.eip1822);
  return proxiable ? { proxy_type: 'eip1822', implementation: proxiable } : null;
}

function readDelegation(code: Buffer): Buffer | undefined {
  const isDelegation = code.length === DELEGATION.length + ADDRESS_LENGTH && code.indexOf(DELEGATION) === 0;
  return isDelegation ? code.subarray(DELEGATION.length) : undefined;
}

/** EIP-1167, also the vanity form (leading zero bytes omitted, jump adjusted) and with arguments appended. */
function readClone(code: Buffer): Buffer | undefined {
  const pushAt = CLONE_START.length;
  const length = (code[pushAt] ?? 0) - PUSH0;
  if (length < 1 || length > ADDRESS_LENGTH || !code.subarray(0, pushAt).equals(CLONE_START))
    return undefined;
  const address = code.subarray(pushAt + 1, pushAt + 1 + length);
  const jump = Buffer.of(CLONE_JUMP - (ADDRESS_LENGTH - length));
  const suffix = Buffer.concat([CLONE_MIDDLE, jump, CLONE_END]);
  const suffixStart = pushAt + 1 + length;
  if (!code.subarray(suffixStart, suffixStart + suffix.length).equals(suffix)) return undefined;
  return Buffer.concat([Buffer.alloc(ADDRESS_LENGTH - length), address]);
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
