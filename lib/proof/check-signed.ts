import { keccak256 } from '@/lib/evm/keccak';
import { DEPOSIT_TYPE, type SignedTransaction } from '@/lib/rpc/transaction';
import { isSender, isUnsigned, packSignatures, type SenderRecovery } from './senders';
import { type EncodedTransaction, encodeForms, isEncodable, readParity } from './transaction';

/** The part of a transaction that does not match its fields. */
export type Forgery = 'hash' | 'signature' | 'sender';

/**
 * The forged part of a transaction not proven by a block; undefined when hash and sender match its fields. For an
 * unknown type neither is checked; for a deposit, which is unsigned, only the hash.
 */
export async function findForgery(
  transaction: SignedTransaction,
  recover: SenderRecovery,
): Promise<Forgery | undefined> {
  return (await findForgeries([transaction], recover)).get(transaction);
}

/** `findForgery` for many transactions, whose senders are recovered together: the forged ones. */
export async function findForgeries(
  transactions: readonly SignedTransaction[],
  recover: SenderRecovery,
): Promise<ReadonlyMap<SignedTransaction, Forgery>> {
  const forged = new Map<SignedTransaction, Forgery>();
  const signed: EncodedTransaction[] = [];
  for (const transaction of transactions) {
    const { type, hash } = transaction;
    if (!isEncodable(transaction)) {
      if (type <= LAST_TYPE || type === DEPOSIT_TYPE) forged.set(transaction, 'signature');
      continue;
    }
    const forms = encodeForms(transaction);
    if (!keccak256(forms.encoded).equals(hash)) forged.set(transaction, 'hash');
    else if (forms.payload === null) continue;
    else if (isUnsigned(transaction) || readParity(transaction) === undefined)
      forged.set(transaction, 'signature');
    else signed.push(forms);
  }
  if (signed.length === 0) return forged;
  const senders = await recover(packSignatures(signed));
  for (const [at, { transaction }] of signed.entries()) {
    if (!isSender(transaction, { senders, at })) forged.set(transaction, 'sender');
  }
  return forged;
}

/** The last of the types that this index encodes. */
const LAST_TYPE = 4;
