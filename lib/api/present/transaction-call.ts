import type { DecodedCall } from '@/lib/evm/abi';
import { bufferToHex } from '@/lib/evm/hex';
import { decodeKnownCall, type Signatures } from '@/lib/evm/signatures';
import type { TransactionRow } from '@/lib/queries/transaction';
import { type AddressBook, interfacesOf } from './address';

/** What a transaction called: the decoded call, and the name to show for it. */
export type Called = Readonly<{ decoded_input: DecodedCall | null; method: string | null }>;
type DecodingContext = Readonly<{ addresses: AddressBook; signatures: readonly Signatures[] }>;
type Calling = Pick<TransactionRow, 'input' | 'to_address'>;

const SELECTOR_LENGTH = 4;

/**
 * The call of a transaction to a contract. Its name is the function's, or the selector where no known interface fits;
 * null where nothing is called: a creation, empty input, an account without code.
 */
export function presentCall(row: Calling, context: DecodingContext): Called {
  const isContract =
    row.to_address !== null && context.addresses.get(row.to_address.toString('hex'))?.is_contract;
  return isContract
    ? describe(row.input, interfacesOf(row.to_address, context))
    : { decoded_input: null, method: null };
}

/** The name to show in a transfer: the same, but the receiver need not be known as a contract. */
export function presentTransferMethod(row: Calling, context: DecodingContext): string | null {
  return row.to_address === null ? null : describe(row.input, interfacesOf(row.to_address, context)).method;
}

function describe(input: Buffer, signatures: readonly Signatures[]): Called {
  if (input.length < SELECTOR_LENGTH) return { decoded_input: null, method: null };
  const decoded = decodeKnownCall(input, signatures);
  if (!decoded) return { decoded_input: null, method: bufferToHex(input.subarray(0, SELECTOR_LENGTH)) };
  return { decoded_input: decoded, method: decoded.method_call.split('(', 1)[0] ?? null };
}
