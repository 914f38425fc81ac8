import type { Address, SignedAuthorization } from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import type { DemoChain } from './chain';
import { CHAIN_ID } from './envelope';

/**
 * The EIP-7702 authorization by which `account` delegates to `delegate` (the zero address revokes it). `bySelf` when
 * the account also sends the transaction, which uses a nonce first.
 */
export async function authorize(
  chain: DemoChain,
  options: { account: PrivateKeyAccount; delegate: Address; bySelf?: boolean },
): Promise<SignedAuthorization> {
  const { account, delegate, bySelf = false } = options;
  const nonce = (await chain.nonceOf(account.address)) + (bySelf ? 1 : 0);
  return account.signAuthorization({ address: delegate, chainId: CHAIN_ID, nonce });
}
