import type { Address, SignedAuthorization } from 'viem';
import type { LocalAccount } from 'viem/accounts';
import type { DemoChain } from './chain';
import { CHAIN_ID } from './sign-envelope';

/**
 * What `account` signs to run the code of `delegate` under EIP-7702 (the zero address takes it back). `bySelf` when
 * the account also sends the transaction, which uses up a nonce first.
 */
export async function authorize(
  chain: DemoChain,
  options: { account: LocalAccount; delegate: Address; bySelf?: boolean },
): Promise<SignedAuthorization> {
  const { account, delegate, bySelf = false } = options;
  if (!account.signAuthorization) throw new Error('The account cannot sign authorizations.');
  const nonce = (await chain.nonceOf(account.address)) + (bySelf ? 1 : 0);
  return account.signAuthorization({ address: delegate, chainId: CHAIN_ID, nonce });
}
