import { z } from 'zod';
import { TOKEN_TYPES } from '@/lib/evm/token-standards';

/** AddressHash: 20 bytes as 0x hex in any case; answers use EIP-55. */
export const ADDRESS_HASH = /^0x([A-Fa-f0-9]{40})$/;
/** TransactionHash: 32 bytes as 0x hex in any case; answers use lower case. */
export const HASH = /^0x([A-Fa-f0-9]{64})$/;
/** IntegerStringNullable: a decimal integer without leading zeros. */
export const INTEGER_STRING = /^-?([1-9][0-9]*|0)$/;
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/;

/** An address in a body. */
export const addressHash = z
  .string()
  .regex(ADDRESS_HASH)
  .meta({ description: 'An address with EIP-55 checksum.' });
/** A transaction or block hash in a body. */
export const hash32 = z.string().regex(HASH).meta({ description: '32 bytes, lower-case hex.' });
/** Any bytes in a body, `0x` when empty. */
export const hexData = z.string().regex(/^0x([0-9a-fA-F]{2})*$/);
/** An integer of any size as a decimal string. */
export const integerString = z
  .string()
  .regex(INTEGER_STRING)
  .meta({ description: 'An integer as a decimal string.' });
/** A decimal number as a string. */
export const decimalString = z.string().regex(/^-?\d+(\.\d+)?$/);
/** ISO 8601 in UTC with microseconds. */
export const timestamp = z
  .string()
  .regex(TIMESTAMP)
  .meta({ description: 'ISO 8601, UTC, microseconds.', example: '2026-06-20T09:43:58.000000Z' });
/** A JSON integer; a `bigint` beyond 2^53. */
export const jsonInteger = z
  .custom<number | bigint>((value) => typeof value === 'bigint' || Number.isSafeInteger(value))
  .meta({ override: { type: 'integer' } });
/** A non-negative integer. */
export const count = z.int().nonnegative();

/** A token standard. */
export const tokenType = z.enum(TOKEN_TYPES);
