import { type AddressMap, presentAddress } from '@/lib/api/address/present';
import { type PricesAt, presentPriceThen } from '@/lib/api/price/present';
import { presentTokenOf, type TokenMap } from '@/lib/api/token/present';
import { type InstanceMap, instanceKey, presentTokenInstance } from '@/lib/api/token-instance/present';
import type { TransactionRow } from '@/lib/api/transaction/query';
import { presentTimestamp } from '@/lib/api/values';
import type { TokenInstance } from '@/lib/endpoints/token';
import type { SpecifiedTokenTransfer, TokenTransfer } from '@/lib/endpoints/token-transfer';
import { bufferToHex } from '@/lib/evm/hex';
import { decimalsOf, hasTrait, isFungible, transferKind } from '@/lib/evm/token-standards';
import { ZERO_ADDRESS } from '@/lib/evm/zero-address';
import type { TokenTransferRow } from './query';

/** Data shared by a list's transfers; `method` is the called function's name. */
export type TransferContext = Readonly<{
  transaction: Pick<TransactionRow, 'hash' | 'block_hash' | 'block_number' | 'timestamp' | 'from_address'>;
  method: string | null;
  addresses: AddressMap;
  tokens: TokenMap;
  instances: InstanceMap;
  pricesAt: PricesAt;
}>;

/** Presents a transfer. */
export function presentTransfer(row: TokenTransferRow, context: TransferContext): TokenTransfer {
  return presentMove(row, context, row.log_index);
}

/** Presents a transfer in a transaction's list, as the specification types it. */
export function presentSpecifiedTransfer(
  row: TokenTransferRow,
  context: TransferContext,
): SpecifiedTokenTransfer {
  return presentMove(row, context, String(row.log_index));
}

type Moved = Pick<
  TokenTransferRow,
  'token_address' | 'token_type' | 'encrypted_amount' | 'token_id' | 'value'
>;
type MovedContext = Pick<TransferContext, 'addresses' | 'tokens' | 'instances'>;

/** Presents what a transfer moved. */
export function presentMoved(row: Moved, context: MovedContext) {
  const token = presentTokenOf(row, context.tokens);
  return {
    token,
    token_type: row.token_type,
    total: presentTotal(row, token, context),
    encrypted_amount: row.encrypted_amount === null ? null : bufferToHex(row.encrypted_amount),
  };
}

function presentMove<Index>(row: TokenTransferRow, context: TransferContext, log_index: Index) {
  const { transaction, addresses, method, pricesAt } = context;
  return {
    transaction_hash: bufferToHex(transaction.hash),
    block_hash: bufferToHex(transaction.block_hash),
    block_number: transaction.block_number,
    timestamp: presentTimestamp(transaction.timestamp),
    from: presentAddress(row.from_address, addresses),
    to: presentAddress(row.to_address, addresses),
    method,
    type: transferKind(row.from_address, row.to_address),
    ...presentMoved(row, context),
    is_unsigned_zero: isUnsignedZero(row, transaction.from_address),
    is_wrap: row.is_wrap,
    ...presentPriceThen(pricesAt(row.token_address, transaction.block_number)),
    log_index,
  };
}

/** Anyone can have a token log a transfer of nothing in anyone's name: it leaves a look-alike address in their list. */
function isUnsignedZero(row: TokenTransferRow, signer: Buffer): boolean {
  const { from_address: from, token_type: type, value } = row;
  return isFungible(type) && value === '0' && !from.equals(signer) && !from.equals(ZERO_ADDRESS);
}

/** Inapplicable keys are null: decimals of NFTs, values of confidential tokens. */
function presentTotal(
  row: Moved,
  token: TokenTransfer['token'],
  context: MovedContext,
): TokenTransfer['total'] {
  const hasAmount = hasTrait(row.token_type, 'amounts');
  const total = {
    decimals: hasAmount ? decimalsOf(token, row.token_id) : null,
    value: hasAmount && !hasTrait(row.token_type, 'encrypted') ? row.value : null,
  };
  if (!hasTrait(row.token_type, 'ids')) return total;
  return { ...total, token_id: row.token_id, token_instance: presentInstance(row, token, context) };
}

function presentInstance(
  { token_address, token_id }: Moved,
  token: TokenTransfer['token'],
  { addresses, instances }: MovedContext,
): TokenInstance | null {
  const instance = token_id === null ? undefined : instances.get(instanceKey({ token_address, token_id }));
  return instance ? presentTokenInstance(instance, { addresses, token }) : null;
}
