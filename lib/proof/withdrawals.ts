import type { RpcBlock } from '@/lib/rpc/block';
import { encodeList } from './encode-rlp';

const WEI_PER_GWEI = 1_000_000_000n;

/** A withdrawal as in the withdrawals trie (EIP-4895); its amount is in Gwei there. */
export function encodeWithdrawal(withdrawal: NonNullable<RpcBlock['withdrawals']>[number]): Buffer {
  const { index, validatorIndex, address, amount } = withdrawal;
  return encodeList([index, validatorIndex, address, amount / WEI_PER_GWEI]);
}
