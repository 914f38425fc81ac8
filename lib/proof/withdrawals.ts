import { toRlp } from 'viem/utils';
import type { RpcBlock } from '@/lib/rpc/block';
import { toRlpInteger } from './rlp-fields';

const WEI_PER_GWEI = 1_000_000_000n;

/** A withdrawal as in the withdrawals trie (EIP-4895); its amount is in Gwei there. */
export function encodeWithdrawal(withdrawal: NonNullable<RpcBlock['withdrawals']>[number]): Buffer {
  const { index, validatorIndex, address, amount } = withdrawal;
  const gwei = toRlpInteger(amount / WEI_PER_GWEI);
  return Buffer.from(toRlp([toRlpInteger(index), toRlpInteger(validatorIndex), address, gwei], 'bytes'));
}
