import { decodeAbiParameters, encodeAbiParameters, type Hex } from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import type { DemoChain } from '../chain';
import { encryptInput, FheType, signDecryption } from '../encryption';
import { getUser } from '../user';
import { encryptAmount } from './confidential';

export type PreparedCall = { to: string; fn: string; args: readonly unknown[]; gas: bigint };
type Player = { user: PrivateKeyAccount; salt: number };

export async function prepareBid(chain: DemoChain, player: Player, amount: bigint): Promise<PreparedCall> {
  const to = 'SealedAuction';
  return {
    to,
    fn: 'bid',
    args: await encryptAmount(chain, { ...player, contract: to, amount }),
    gas: 900_000n,
  };
}

export async function prepareBallot(
  chain: DemoChain,
  player: Player,
  ballot: { support: boolean; weight: bigint },
): Promise<PreparedCall> {
  const to = 'PrivateVote';
  const values = [
    { type: FheType.Bool, value: ballot.support ? 1n : 0n },
    { type: FheType.Uint64, value: ballot.weight },
  ];
  return { to, fn: 'vote', args: await encryptArguments(chain, { ...player, to, values }), gas: 1_500_000n };
}

export async function prepareRoll(chain: DemoChain, player: Player, guess: bigint): Promise<PreparedCall> {
  const to = 'EncryptedDice';
  const values = [{ type: FheType.Uint8, value: guess }];
  return { to, fn: 'roll', args: await encryptArguments(chain, { ...player, to, values }), gas: 1_500_000n };
}

async function encryptArguments(
  chain: DemoChain,
  input: Player & { to: string; values: readonly { type: number; value: bigint }[] },
): Promise<readonly Hex[]> {
  const { user, salt, to, values } = input;
  const { handles, inputProof } = await encryptInput({
    coprocessor: chain.accounts.coprocessor,
    contract: chain.addressOf(to),
    user: user.address,
    values,
    salt,
  });
  return [...handles, inputProof];
}

/** Bids, ballots and throws of six users; then the auction is revealed and settled. */
export async function runApplications(chain: DemoChain): Promise<void> {
  for (let index = 1; index <= 6; index++) {
    const player = { user: getUser(chain, index), salt: 1 };
    const sending = { from: player.user };
    const bid = await prepareBid(chain, player, BigInt(index) * 100n);
    await chain.call({ ...sending, ...bid, name: `sealed bid ${index}` });
    const ballot = await prepareBallot(chain, player, { support: index % 2 === 0, weight: 7n });
    await chain.call({ ...sending, ...ballot, name: `private vote ${index}` });
    const roll = await prepareRoll(chain, player, BigInt(index));
    await chain.call({ ...sending, ...roll, name: `dice roll ${index}` });
    await chain.mine();
  }
  const from = chain.accounts.deployer;
  await chain.call({ from, to: 'PrivateVote', fn: 'publish', name: 'vote published' });
  await settleAuction(chain);
}

async function settleAuction(chain: DemoChain): Promise<void> {
  const from = chain.accounts.deployer;
  const to = 'SealedAuction';
  await chain.call({ from, to, fn: 'reveal', name: 'auction revealed' });
  const receipts = await chain.mine();
  const auction = chain.addressOf(to).toLowerCase();
  const revealing = receipts
    .flatMap((receipt) => receipt.logs)
    .find((log) => log.address.toLowerCase() === auction);
  if (!revealing) throw new Error('The auction revealed nothing.');
  const handles = decodeAbiParameters([{ type: 'bytes32' }, { type: 'bytes32' }], revealing.data);
  const best = [600n, getUser(chain, 6).address] as const;
  const cleartexts = encodeAbiParameters([{ type: 'uint64' }, { type: 'address' }], best);
  const proof = await signDecryption({ kms: chain.accounts.kms, handles, cleartexts });
  const args = [...best, proof];
  await chain.call({ from, to, fn: 'settle', args, gas: 400_000n, name: 'auction settled' });
  await chain.mine();
}
