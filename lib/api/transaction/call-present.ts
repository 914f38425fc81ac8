import { type AddressMap, hadCode, interfacesOf } from '@/lib/api/address/present';
import type { Transaction } from '@/lib/endpoints/transaction';
import type { DecodedCall } from '@/lib/evm/abi';
import { findCallInputs } from '@/lib/evm/find-declaration';
import { guessCall, listCallGuesses } from '@/lib/evm/guess-call';
import { bufferToHex, hexToBuffer } from '@/lib/evm/hex';
import { decodeNestedCalls } from '@/lib/evm/nested-calls';
import { BUILT_IN, decodeKnownCall, type Signatures } from '@/lib/evm/signatures';
import { presentDeclaredInputs } from './declared-inputs-present';
import type { TransactionRow } from './query';

/** A decoded call, its display name, and its source: the contract's ABI, a known one, or a guess. */
export type PresentedCall = Readonly<{
  decoded_input: DecodedCall | null;
  decoded_input_source: 'contract' | 'known' | 'guess' | null;
  method: string | null;
}>;
/** Addresses and signatures that calls are decoded with. */
export type DecodingContext = Readonly<{ addresses: AddressMap; signatures: readonly Signatures[] }>;
type CallRow = Pick<TransactionRow, 'input' | 'to_address'>;

const SELECTOR_LENGTH = 4;
const NOTHING: PresentedCall = { decoded_input: null, decoded_input_source: null, method: null };

/** Presents a call; the name is the selector if unknown, null for creations, empty input and accounts. */
export function presentCall(row: CallRow, context: DecodingContext): PresentedCall {
  const called = context.addresses.get(row.to_address?.toString('hex') ?? '');
  return hadCode(called) ? describe(row, context) : NOTHING;
}

/** The other calls that a guessed one may be. */
export function presentOtherGuesses(
  { input }: Pick<CallRow, 'input'>,
  { decoded_input_source: source }: Pick<PresentedCall, 'decoded_input_source'>,
  { signatures }: Pick<DecodingContext, 'signatures'>,
): Transaction['other_decoded_inputs'] {
  return source === 'guess' ? listCallGuesses(input, signatures).slice(1) : [];
}

/** The calls in the arguments of a transaction's call. */
export function presentNestedCalls(
  { decoded_input: call, to }: Pick<Transaction, 'decoded_input' | 'to'>,
  context: DecodingContext,
): Pick<Transaction, 'nested_calls' | 'nested_calls_count'> {
  if (call === null) return { nested_calls: [], nested_calls_count: 0 };
  const { signatures } = context;
  const sourcesOf = (target: string | null) => ({ own: ownInterfaces(target, context), general: signatures });
  const { calls, count } = decodeNestedCalls(call, to?.hash ?? null, sourcesOf);
  const presented = calls.map((nested) => {
    const sources = [...sourcesOf(nested.to).own, ...signatures];
    return { ...nested, declared_inputs: presentDeclaredInputs(findCallInputs(nested.call, sources)) };
  });
  return { nested_calls: presented, nested_calls_count: count };
}

const MAX_TARGETS = 20;

/** Whom the calls in the arguments of a call go to, as far as it is decoded without guesses. */
export function listNestedTargets(row: CallRow, addresses: AddressMap): Buffer[] {
  const call = decodeKnownCall(row.input, [
    ...interfacesOf(row.to_address, { addresses, signatures: [] }),
    BUILT_IN,
  ]);
  const targets = new Set<string>();
  if (call === undefined || row.to_address === null) return [];
  decodeNestedCalls(call, bufferToHex(row.to_address), (to) => {
    if (to !== null && targets.size < MAX_TARGETS) targets.add(to.toLowerCase());
    return { own: [], general: [BUILT_IN] };
  });
  targets.delete(bufferToHex(row.to_address));
  return [...targets].map(hexToBuffer);
}

function ownInterfaces(address: string | null, { addresses }: Pick<DecodingContext, 'addresses'>) {
  return address === null
    ? []
    : interfacesOf(hexToBuffer(address.toLowerCase()), { addresses, signatures: [] });
}

/** The declared parameters of a call to `to_address`, if one is a struct. */
export function presentCallInputs(
  { decoded_input: call }: Pick<PresentedCall, 'decoded_input'>,
  { to_address, context }: Readonly<{ to_address: Buffer | null; context: DecodingContext }>,
): Transaction['declared_inputs'] {
  if (call === null) return null;
  return presentDeclaredInputs(findCallInputs(call, interfacesOf(to_address, context)));
}

/** Presents a call of any recipient, also of one that is not known to be a contract. */
export function presentAnyCall(row: CallRow, context: DecodingContext): PresentedCall {
  return row.to_address === null ? NOTHING : describe(row, context);
}

/** The call's name in a transfer; unlike `presentCall` for any recipient. */
export function presentTransferMethod(row: CallRow, context: DecodingContext): string | null {
  return presentAnyCall(row, context).method;
}

function describe({ input, to_address }: CallRow, { addresses, signatures }: DecodingContext): PresentedCall {
  if (input.length < SELECTOR_LENGTH) return NOTHING;
  const own = decodeKnownCall(input, interfacesOf(to_address, { addresses, signatures: [] }));
  if (own) return toPresentedCall(own, 'contract');
  const known = decodeKnownCall(input, signatures);
  if (known) return toPresentedCall(known, 'known');
  const guess = guessCall(input, signatures);
  return guess
    ? toPresentedCall(guess, 'guess')
    : { ...NOTHING, method: bufferToHex(input.subarray(0, SELECTOR_LENGTH)) };
}

function toPresentedCall(call: DecodedCall, source: PresentedCall['decoded_input_source']): PresentedCall {
  return {
    decoded_input: call,
    decoded_input_source: source,
    method: call.method_call.split('(', 1)[0] ?? null,
  };
}
