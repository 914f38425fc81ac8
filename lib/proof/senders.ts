import { keccak256 } from '@/lib/evm/keccak';
import { ZERO_ADDRESS } from '@/lib/evm/zero-address';
import type { RpcTransaction } from '@/lib/rpc/block';
import type { SignedTransaction } from '@/lib/rpc/transaction';
import { ADDRESS_BYTES, SIGNATURE_BYTES } from './recover-senders';
import { type EncodedTransaction, readParity } from './transaction';

/** Recovers packed signatures, as `recoverSenders` does, perhaps in another thread. */
export type SenderRecovery = (packed: Uint8Array) => Promise<Uint8Array>;

/** True for a missing or dummy signature, which development nodes return for impersonated accounts. */
export function isUnsigned({ signature, deposit }: SignedTransaction): boolean {
  return deposit === null && (signature === null || signature.r === 0n || signature.s === 0n);
}

/** The first transaction whose sender is not its signer; undefined when there is none. */
export async function findForeignSender(
  transactions: readonly EncodedTransaction<RpcTransaction>[],
  recover: SenderRecovery,
): Promise<RpcTransaction | undefined> {
  const signed = transactions.filter(
    ({ transaction, payload }) => payload !== null && !isUnsigned(transaction),
  );
  if (signed.length === 0) return undefined;
  const senders = await recover(packSignatures(signed));
  const foreign = signed.find(
    ({ transaction }, at) => readParity(transaction) === undefined || !isSender(transaction, { senders, at }),
  );
  return foreign?.transaction;
}

/** Whether the recovered address is the sender; false for zeros, which stand for a signature that does not recover. */
export function isSender(
  { from }: SignedTransaction,
  { senders, at }: Readonly<{ senders: Uint8Array; at: number }>,
): boolean {
  const sender = senders.subarray(at * ADDRESS_BYTES, (at + 1) * ADDRESS_BYTES);
  return Buffer.compare(from, sender) === 0 && !from.equals(ZERO_ADDRESS);
}

/** Packs the input of `recoverSenders`. */
export function packSignatures(signed: readonly EncodedTransaction[]): Uint8Array {
  const packed = Buffer.alloc(signed.length * SIGNATURE_BYTES);
  for (const [index, { transaction, payload }] of signed.entries()) {
    const at = index * SIGNATURE_BYTES;
    if (payload !== null) packed.set(keccak256(payload), at);
    writeWord(packed, transaction.signature?.r ?? 0n, at + 32);
    writeWord(packed, transaction.signature?.s ?? 0n, at + 64);
    packed[at + 96] = readParity(transaction) ?? 0;
  }
  return packed;
}

function writeWord(target: Buffer, value: bigint, at: number): void {
  target.write(value.toString(16).padStart(64, '0'), at, 32, 'hex');
}
