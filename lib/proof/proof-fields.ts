import { hexToBuffer, isHexData, isHexOfLength } from '@/lib/evm/hex';
import { broken } from './broken-proof';

/** The fields of a proof in JSON. */
export type ProofFields = Readonly<Record<string, unknown>>;

/** Bytes of a hash. */
export const HASH = 32;

/** An object; `name` is named in errors. Throws AppError `proof` for anything else, as all functions of this file do. */
export function readFields(value: unknown, name: string): ProofFields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw broken(`${name} is no object`);
  return { ...value };
}

/** A field of hex, of this number of bytes if one is given. */
export function readBytes(fields: ProofFields, name: string, length?: number): Buffer {
  const value = fields[name];
  const isValid = length === undefined ? isHexData(value) : isHexOfLength(value, length);
  if (!isValid || typeof value !== 'string')
    throw broken(length === undefined ? `${name} is no hex` : `${name} is not ${length} bytes of hex`);
  return hexToBuffer(value);
}

/** A field with an integer from 0 on. */
export function readInteger(fields: ProofFields, name: string): number {
  const value = fields[name];
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw broken(`${name} is no whole number`);
  return value;
}
