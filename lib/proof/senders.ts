import { keccak256 } from '@/lib/evm/keccak';
import type { RpcTransaction } from '@/lib/rpc/block';
import { ADDRESS_BYTES, SIGNATURE_BYTES } from './recover-senders';
import { encodeSigningPayload, readParity } from './transaction';

/** Recovers packed signatures, as `recoverSenders` does, perhaps in another thread. */
export type SenderRecovery = (packed: Uint8Array) => Promise<Uint8Array>;

/** True for a signature that nobody made: development nodes send such for impersonated accounts. */
export function isUnsigned({ signature, deposit }: RpcTransaction): boolean {
  return deposit === null && (signature === null || signature.r === 0n || signature.s === 0n);
}

/** The first of the transactions that its signer did not send; undefined when there is none. */
export async function findForeignSender(
  transactions: readonly RpcTransaction[],
  recover: SenderRecovery,
): Promise<RpcTransaction | undefined> {
  const signed = transactions.filter(
    (transaction) => transaction.deposit === null && !isUnsigned(transaction),
  );
  if (signed.length === 0) return undefined;
  const senders = await recover(packSignatures(signed));
  return signed.find((transaction, at) => {
    const sender = senders.subarray(at * ADDRESS_BYTES, (at + 1) * ADDRESS_BYTES);
    return readParity(transaction) === undefined || Buffer.compare(transaction.from, sender) !== 0;
  });
}

function packSignatures(transactions: readonly RpcTransaction[]): Uint8Array {
  const packed = Buffer.alloc(transactions.length * SIGNATURE_BYTES);
  for (const [index, transaction] of transactions.entries()) {
    const at = index * SIGNATURE_BYTES;
    keccak256(encodeSigningPayload(transaction)).copy(packed, at);
    writeWord(packed, transaction.signature?.r ?? 0n, at + 32);
    writeWord(packed, transaction.signature?.s ?? 0n, at + 64);
    packed[at + 96] = readParity(transaction) ?? 0;
  }
  return packed;
}

function writeWord(target: Buffer, value: bigint, at: number): void {
  target.write(value.toString(16).padStart(64, '0'), at, 32, 'hex');
}
