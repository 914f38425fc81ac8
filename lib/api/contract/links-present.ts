import type { Contract } from '@/lib/endpoints/contract';
import { ADDRESS_HASH } from '@/lib/endpoints/formats';
import { readAbiItems } from '@/lib/evm/abi-json';
import { decodeAbiValues, readAbiType } from '@/lib/evm/abi-values';
import { bufferToAddress, bufferToHex, hexToBuffer } from '@/lib/evm/hex';
import { isRecord } from '@/lib/evm/is-record';

type Links = Pick<
  Contract,
  'has_constructor_args' | 'constructor_args' | 'decoded_constructor_args' | 'external_libraries'
>;
type LinkSources = Readonly<{
  constructorArguments: Buffer | null;
  abi: Contract['abi'];
  libraries: unknown;
}>;

/** Presents constructor arguments, decoded by the ABI, and libraries by name. */
export function presentLinks({ constructorArguments: bytes, abi, libraries }: LinkSources): Links {
  return {
    has_constructor_args: bytes === null ? null : bytes.length > 0,
    constructor_args: bytes === null || bytes.length === 0 ? null : bufferToHex(bytes),
    decoded_constructor_args: bytes === null || bytes.length === 0 ? null : decodeArguments(bytes, abi),
    external_libraries: Object.entries(isRecord(libraries) ? libraries : {}).flatMap(([name, hash]) =>
      typeof hash === 'string' && ADDRESS_HASH.test(hash)
        ? [{ name: name.replace(/^.*:/s, ''), address_hash: bufferToAddress(hexToBuffer(hash)) }]
        : [],
    ),
  };
}

/** Each argument with its parameter in the ABI, as upstream; null when they do not match. */
function decodeArguments(bytes: Buffer, abi: Contract['abi']): Contract['decoded_constructor_args'] {
  const declared = abi?.find(({ type }) => type === 'constructor');
  // A constructor has no name; its parameters are checked like a function's.
  const [item] = readAbiItems([{ ...declared, type: 'function', name: 'constructor' }]) ?? [];
  if (declared === undefined || item?.type !== 'function') return null;
  const types = item.inputs.flatMap((input) => readAbiType(input) ?? []);
  const values = types.length === item.inputs.length ? decodeAbiValues(types, bytes) : undefined;
  return values?.map((value, at) => [value, item.inputs[at]]) ?? null;
}
