import type { Address } from '@/lib/endpoints/address-mention';
import type { Token } from '@/lib/endpoints/token';
import type { Transaction } from '@/lib/endpoints/transaction';
import { isFungible } from '@/lib/evm/token-standards';
import { isSame } from './account-sides';
import type { AssetValue } from './describe-transaction';
import { stateOf } from './verbs';

/** The two ends of a transfer that did not happen: who was to receive, and the token, if it is known as one. */
export type SendEnds = Readonly<{ receiver: Address; token: Token | undefined }>;

const TRANSFER = 'a9059cbb';
const TRANSFER_FROM = '23b872dd';

/** The transfer of the called token that a transaction asked for and that did not happen; undefined for any other. */
export function readSendCall(
  transaction: Transaction,
): Readonly<{ receiver: string; token: string; value: string }> | undefined {
  const { from, to, decoded_input: call, value: coin } = transaction;
  if (stateOf(transaction) === 'done' || to === null || call === null || coin !== '0') return undefined;
  const values = call.parameters.map((parameter) => parameter.value);
  const [owner, receiver, value] = call.method_id === TRANSFER ? [from.hash, ...values] : values;
  if (call.method_id !== TRANSFER && call.method_id !== TRANSFER_FROM) return undefined;
  if (typeof owner !== 'string' || typeof receiver !== 'string' || typeof value !== 'string')
    return undefined;
  return isSame(owner, from.hash) && /^\d+$/.test(value) ? { receiver, token: to.hash, value } : undefined;
}

/** Who was to receive how much of the called token; undefined if that is not known, or not what was called. */
export function findSend(
  transaction: Transaction,
  ends: SendEnds | undefined,
): Readonly<{ asset: AssetValue; receiver: Address }> | undefined {
  const call = readSendCall(transaction);
  if (call === undefined || ends?.token === undefined || !isFungible(ends.token.type)) return undefined;
  if (!isSame(ends.receiver.hash, call.receiver) || !isSame(ends.token.address_hash, call.token))
    return undefined;
  return { asset: { token: ends.token, token_id: null, amount: call.value }, receiver: ends.receiver };
}
