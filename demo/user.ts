import type { PrivateKeyAccount } from 'viem/accounts';
import type { DemoChain } from './chain';

/** The user of that index; throws RangeError beyond the last. */
export function getUser(chain: DemoChain, index: number): PrivateKeyAccount {
  const user = chain.accounts.users[index];
  if (!user) throw new RangeError(`The demo chain has no user ${index}.`);
  return user;
}
