import {
  type AddressMap,
  hadCode,
  interfacesOf,
  presentAddress,
  presentOptionalAddress,
} from '@/lib/api/address/present';
import { confirmationsOf } from '@/lib/api/block/present';
import { NO_PRICES_AT, type PricesAt, presentPriceNow, presentPriceThen } from '@/lib/api/price/present';
import type { PriceRow } from '@/lib/api/price/query';
import type { TokenMap } from '@/lib/api/token/present';
import { presentInteger, presentMilliseconds, presentTimestamp } from '@/lib/api/values';
import type { ListedTransaction, Transaction } from '@/lib/endpoints/transaction';
import { COIN } from '@/lib/evm/coin';
import { bufferToAddress, bufferToHex } from '@/lib/evm/hex';
import type { Signatures } from '@/lib/evm/signatures';
import { TRANSACTION_KINDS, type TransactionKind } from '@/lib/evm/transaction-kinds';
import { presentCall } from './call-present';
import { presentGas } from './gas-present';
import { presentOutcome } from './outcome-present';
import type { AuthorizationRow, TransactionRow } from './query';

/** Data shared by the transactions of a body. */
export type TransactionContext = Readonly<{
  tip: number;
  averageBlockTimeMs: number | undefined;
  addresses: AddressMap;
  tokens: TokenMap;
  signatures: readonly Signatures[];
  /** The price of the coin now. */
  coinPrice?: PriceRow | null;
  pricesAt?: PricesAt;
}>;

type Parts<Outcome, Gas> = {
  row: TransactionRow;
  request: ReturnType<typeof presentRequest>;
  outcome: Outcome;
  gas: Gas;
};

const BLOB_TYPE = 3;
const SET_CODE_TYPE = 4;

/**
 * Presents a mined transaction; `outcome` and `gas` are typed as the answer is, `rest` is what lists leave out. The literal
 * begins with a named property: V8 takes 100 µs for one of this many keys that begins with a spread, 2 µs for this one.
 */
export function presentTransaction<Outcome extends object, Gas extends object, Rest extends object>(
  { row, request, outcome, gas }: Readonly<Parts<Outcome, Gas>>,
  context: TransactionContext,
  rest: Rest,
) {
  return {
    hash: bufferToHex(row.hash),
    ...outcome,
    block_number: row.block_number,
    timestamp: presentTimestamp(row.timestamp),
    position: row.index,
    confirmations: confirmationsOf(row.block_number, context.tip),
    confirmation_duration: presentConfirmationDuration(row, context.averageBlockTimeMs),
    first_seen_at: row.first_seen === null ? null : presentMilliseconds(row.first_seen),
    replaced_by: null,
    created_contract: presentOptionalAddress(row.created_contract, context.addresses),
    ...request,
    ...gas,
    transaction_types: presentTypes(row, context),
    has_error_in_internal_transactions: row.has_error_in_internal_transactions,
    actions: noActions(),
    ...presentPriceNow(context.coinPrice ?? null),
    ...presentPriceThen((context.pricesAt ?? NO_PRICES_AT)(COIN, row.block_number)),
    transaction_tag: null,
    fhe_operations_count: row.fhe_operations_count,
    token_transfers_count: row.token_transfers_count,
    logs_count: row.logs_count,
    internal_transactions_count: row.internal_transactions_count,
    is_pending_update: false,
    ...rest,
  };
}

function noActions(): Transaction['actions'] {
  return [];
}

/** Presents the signed fields of a transaction, mined or not. */
export function presentRequest(
  row: Pick<TransactionRow, 'from_address' | 'to_address' | 'value' | 'type' | 'nonce' | 'input'>,
  context: TransactionContext,
) {
  const called = presentCall(row, context);
  return {
    from: presentAddress(row.from_address, context.addresses),
    to: presentOptionalAddress(row.to_address, context.addresses),
    value: row.value,
    type: row.type,
    nonce: presentInteger(row.nonce),
    raw_input: bufferToHex(row.input),
    decoded_input: called.decoded_input,
    decoded_input_source: called.decoded_input_source,
    method: called.method,
  };
}

/** Bounds of the time to confirmation in ms: from when it was seen, else up to the mean block time. */
function presentConfirmationDuration(
  { first_seen, looked_before, timestamp }: TransactionRow,
  averageBlockTimeMs: number | undefined,
): number[] {
  if (first_seen === null || looked_before === null)
    return averageBlockTimeMs === undefined ? [] : [0, averageBlockTimeMs];
  const durations = [first_seen, looked_before].map((time) => Math.abs(1_000 * timestamp - time));
  return [Math.min(...durations), Math.max(...durations)];
}

const NOT_READ: Pick<
  ListedTransaction,
  'token_transfers' | 'token_transfers_overflow' | 'authorization_list'
> = { token_transfers: null, token_transfers_overflow: null, authorization_list: [] };

/** Presents a transaction in a list, without transfers and authorizations, with what it moved. */
export function presentListedTransaction(
  row: TransactionRow,
  context: TransactionContext,
  moved?: ListedTransaction['moved'],
): ListedTransaction {
  const outcome = presentOutcome(row, interfacesOf(row.to_address, context));
  const parts = { row, request: presentRequest(row, context), outcome, gas: presentGas(row) };
  return presentTransaction(parts, context, moved === undefined ? NOT_READ : { ...NOT_READ, moved });
}

/** Presents an EIP-7702 authorization; null status unless it is invalid, since its nonce is not checked. */
export function presentAuthorization(
  row: AuthorizationRow,
  chainId: number,
): Transaction['authorization_list'][number] {
  const isOfChain = row.chain_id === '0' || row.chain_id === String(chainId);
  return {
    address_hash: bufferToAddress(row.address),
    authority: row.authority === null ? null : bufferToAddress(row.authority),
    chain_id: presentInteger(row.chain_id),
    nonce: row.nonce,
    r: row.r,
    s: row.s,
    v: presentInteger(row.y_parity),
    status: isOfChain ? (row.authority === null ? 'invalid_signature' : null) : 'invalid_chain_id',
  };
}

/** A transaction's types, in the specification's order. */
export function presentTypes(
  row: Pick<TransactionRow, 'value' | 'to_address' | 'created_contract' | 'token_transfers_count' | 'type'>,
  { addresses, tokens }: TransactionContext,
): TransactionKind[] {
  const isOf: Readonly<Record<TransactionKind, boolean>> = {
    coin_transfer: row.value !== '0',
    contract_call: row.to_address !== null && hadCode(addresses.get(row.to_address.toString('hex'))),
    contract_creation: row.to_address === null,
    token_creation: row.created_contract !== null && tokens.has(row.created_contract.toString('hex')),
    token_transfer: row.token_transfers_count > 0,
    blob_transaction: row.type === BLOB_TYPE,
    set_code_transaction: row.type === SET_CODE_TYPE,
  };
  return TRANSACTION_KINDS.filter((type) => isOf[type]);
}
