import { type Hex, parseEther } from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import { authorize } from '../authorize';
import type { DemoChain } from '../chain';
import { getUser } from '../user';
import { prepareBallot, prepareBid, prepareRoll } from './applications';
import { encryptAmount } from './confidential';

type Part = { to: string; fn: string; args: readonly unknown[]; value?: bigint };

/** Two accounts delegated by EIP-7702 each do many things in one transaction. */
export async function playMedleys(chain: DemoChain): Promise<void> {
  await playFheMedley(chain);
  await playTokenMedley(chain);
}

async function playFheMedley(chain: DemoChain): Promise<void> {
  const user = getUser(chain, 4);
  const player = { user, salt: 2 };
  const contract = 'ConfidentialCredit';
  const amount = await encryptAmount(chain, { user, contract, amount: 77_000n, salt: 2 });
  const second = await encryptAmount(chain, { user, contract, amount: 88_000n, salt: 3 });
  const fn = 'confidentialTransfer';
  await sendBatch(chain, {
    user,
    gas: 9_000_000n,
    name: 'FHE medley',
    parts: [
      await prepareBid(chain, player, 450n),
      await prepareBallot(chain, player, { support: true, weight: 60n }),
      await prepareRoll(chain, player, 4n),
      { to: contract, fn, args: [getUser(chain, 5).address, ...amount] },
      { to: contract, fn, args: [getUser(chain, 6).address, ...second] },
    ],
  });
}

async function playTokenMedley(chain: DemoChain): Promise<void> {
  const user = getUser(chain, 3);
  const friends = Array.from({ length: 14 }, (_, index) => getUser(chain, 20 + index).address);
  const contract = 'ConfidentialCredit';
  const amount = await encryptAmount(chain, { user, contract, amount: 9_000n, salt: 2 });
  const path = ['DemoDollar', 'Orbit', 'WrappedEther'].map(chain.addressOf);
  const swap = [250_000_000n, 1n, path, user.address, 2n ** 256n - 1n];
  await sendBatch(chain, {
    user,
    gas: 14_000_000n,
    name: 'token medley',
    parts: [
      { to: 'Bazaar', fn: 'caravan', args: [friends, 12_500_000n] },
      { to: 'WrappedEther', fn: 'deposit', args: [], value: parseEther('0.75') },
      { to: 'Router', fn: 'swapExactTokensForTokens', args: swap },
      { to: 'Comets', fn: 'mint', args: [user.address, 2n] },
      { to: contract, fn: 'confidentialTransfer', args: [friends[0], ...amount] },
    ],
  });
}

async function sendBatch(
  chain: DemoChain,
  batch: { user: PrivateKeyAccount; gas: bigint; name: string; parts: readonly Part[] },
): Promise<void> {
  const { user, gas, name, parts } = batch;
  const delegate = chain.addressOf('BatchAccount');
  const authorization = await authorize(chain, { account: user, delegate, bySelf: true });
  const calls = parts.map((part) => ({
    to: chain.addressOf(part.to),
    value: part.value ?? 0n,
    data: chain.encode(part),
  }));
  const data: Hex = chain.encode({ to: 'BatchAccount', fn: 'execute', args: [calls] });
  const dress = { type: 'eip7702', authorizationList: [authorization] } as const;
  await chain.send({ from: user, to: user.address, data, gas, dress, name });
  chain.forgetNonce(user.address);
  await chain.mine();
}
