import { decodeCall } from '@/lib/evm/abi';
import { hexToBuffer } from '@/lib/evm/hex';
import { decodeKnownLog, findErrors } from '@/lib/evm/signatures';
import type { ReceiptLog } from './receipt';

/** A value as text, or a list of them for arrays and tuples. */
type DecodedValue = string | readonly DecodedValue[];

/** A decoded log or error: numbers as decimal text, addresses in EIP-55 form, bytes in hex, lists as arrays. */
export type Decoded = Readonly<{
  name: string;
  /** `Allowed(address indexed caller, address indexed account, bytes32 handle)`. */
  declaration: string;
  values: Readonly<Record<string, DecodedValue>>;
}>;

/**
 * Decodes a log of fhEVM's host contracts of any version, of confidential tokens, or of a widespread standard; undefined for
 * others. Any contract can emit it: check its address. Throws TypeError for a log that is not hex.
 */
export function decodeEvent(log: Pick<ReceiptLog, 'topics' | 'data'>): Decoded | undefined {
  return toDecoded(decodeKnownLog({ topics: log.topics.map(hexToBuffer), data: hexToBuffer(log.data) }));
}

/** Decodes what a call reverted with, as decodeEvent does a log; undefined for other errors. Throws TypeError when not hex. */
export function decodeError(data: string): Decoded | undefined {
  const bytes = hexToBuffer(data);
  for (const item of findErrors(bytes.subarray(0, 4))) {
    const decoded = toDecoded(decodeCall(bytes, item));
    if (decoded) return decoded;
  }
  return undefined;
}

type Found = Readonly<{
  method_call: string;
  parameters: readonly Readonly<{ name: string; value: DecodedValue }>[];
}>;

function toDecoded(found: Found | undefined): Decoded | undefined {
  if (!found) return undefined;
  const { method_call: declaration, parameters } = found;
  return {
    name: declaration.slice(0, declaration.indexOf('(')),
    declaration,
    values: Object.fromEntries(parameters.map(({ name, value }) => [name, value])),
  };
}
