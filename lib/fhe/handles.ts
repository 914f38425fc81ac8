import { fheTypeName, UNKNOWN_FHE_TYPE } from './types';

const HANDLE_LENGTH = 32;
const INDEX_BYTE = 21;
const CHAIN_ID_OFFSET = 22;
const TYPE_BYTE = 30;
const VERSION_BYTE = 31;
const COMPUTED = 0xff;

/** fhEVM handle layout; `inputIndex` is the index among the encrypted inputs, null when computed on chain. */
type FheHandle = { inputIndex: number | null; chainId: bigint; fheType: string; version: number };

/** Parses a 32-byte handle; undefined for any other length. */
export function readHandle(handle: Buffer): FheHandle | undefined {
  if (handle.length !== HANDLE_LENGTH) return undefined;
  const index = handle.readUInt8(INDEX_BYTE);
  return {
    inputIndex: index === COMPUTED ? null : index,
    chainId: handle.readBigUInt64BE(CHAIN_ID_OFFSET),
    fheType: fheTypeName(handle.readUInt8(TYPE_BYTE)),
    version: handle.readUInt8(VERSION_BYTE),
  };
}

/** The type name in a handle, `Unknown` when too short or invalid. */
export function handleType(handle: Buffer): string {
  const id = handle[TYPE_BYTE];
  return id === undefined ? UNKNOWN_FHE_TYPE : fheTypeName(id);
}

/** Origin of a handle that no operation of the transaction produced: a user's input, or an earlier result. */
export function originOfHandle(handle: string): 'input' | 'stored' {
  const index = readHandle(Buffer.from(handle.replace(/^0x/i, ''), 'hex'))?.inputIndex ?? null;
  return index === null ? 'stored' : 'input';
}
