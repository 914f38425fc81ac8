import { keccak256 } from '@/lib/evm/keccak';
import { DEPOSIT_TYPE, type SignedTransaction } from '@/lib/rpc/transaction';
import { isUnsigned, packSignatures, type SenderRecovery } from './senders';
import { encodeForms, isEncodable, readParity } from './transaction';

/**
 * Why a transaction that no block proves is forged; undefined when its hash and sender follow from its fields. Of a type
 * that is not known here nothing follows, and of a deposit, which nobody signs, the hash alone.
 */
export async function findForgery(
  transaction: SignedTransaction,
  recover: SenderRecovery,
): Promise<string | undefined> {
  const { type, hash, from } = transaction;
  if (!isEncodable(transaction)) return type <= LAST_TYPE || type === DEPOSIT_TYPE ? 'signature' : undefined;
  const forms = encodeForms(transaction);
  if (!keccak256(forms.encoded).equals(hash)) return 'hash';
  if (forms.payload === null) return undefined;
  if (isUnsigned(transaction) || readParity(transaction) === undefined) return 'signature';
  const sender = await recover(packSignatures([forms]));
  return Buffer.compare(from, sender) === 0 ? undefined : 'sender';
}

/** The last of the types that this index encodes. */
const LAST_TYPE = 4;
