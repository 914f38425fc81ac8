import { type Address, encodeAbiParameters, type Hex } from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import type { DemoChain } from '../chain';
import { encryptInput, FheType, signDecryption } from '../encryption';
import type { Log, Receipt } from '../miner';
import { getUser } from '../user';

const GAS = 1_200_000n;
const FOREVER = 2 ** 48 - 1;

/** An encrypted amount of `user` for `contract`, with its proof. */
export async function encryptAmount(
  chain: DemoChain,
  options: { user: PrivateKeyAccount; contract: string; amount: bigint; salt: number },
): Promise<readonly [Hex, Hex]> {
  const { user, contract, amount, salt } = options;
  const { handles, inputProof } = await encryptInput({
    coprocessor: chain.accounts.coprocessor,
    contract: chain.addressOf(contract),
    user: user.address,
    values: [{ type: FheType.Uint64, value: amount }],
    salt,
  });
  const [handle] = handles;
  if (handle === undefined) throw new Error('An encrypted input of one value has no handle.');
  return [handle, inputProof];
}

/** The confidential token and the wrapper: mint, transfer, operator, burn, disclosure, wrap and unwrap. */
export async function moveConfidentially(chain: DemoChain): Promise<void> {
  await moveCredits(chain);
  await discloseSupply(chain);
  await wrapAndUnwrap(chain);
}

async function moveCredits(chain: DemoChain): Promise<void> {
  const to = 'ConfidentialCredit';
  const call = { to, gas: GAS };
  const [alice, bob, carol] = [getUser(chain, 1), getUser(chain, 2), getUser(chain, 3)];
  const amountOf = (user: PrivateKeyAccount, amount: bigint) =>
    encryptAmount(chain, { user, contract: to, amount, salt: 1 });
  const minted = [alice.address, ...(await amountOf(alice, 1_000_000n))];
  await chain.call({ ...call, from: alice, fn: 'mint', args: minted, name: 'confidential mint' });
  await chain.mine();
  const paid = [bob.address, ...(await amountOf(alice, 250_000n))];
  const fn = 'confidentialTransfer';
  await chain.call({ ...call, from: alice, fn, args: paid, name: 'confidential transfer' });
  const toSelf = [carol.address, ...(await amountOf(carol, 1n))];
  await chain.call({ ...call, from: carol, fn, args: toSelf, name: 'confidential transfer to self' });
  const operator = [carol.address, FOREVER];
  await chain.call({ ...call, from: bob, fn: 'setOperator', args: operator, name: 'confidential operator' });
  await chain.mine();
  const pulled = [bob.address, alice.address, ...(await amountOf(carol, 40_000n))];
  const pulling = { ...call, from: carol, fn: 'confidentialTransferFrom', args: pulled };
  await chain.call({ ...pulling, name: 'confidential transfer by operator' });
  const burnt = await amountOf(alice, 5_000n);
  await chain.call({ ...call, from: alice, fn: 'burn', args: burnt, name: 'confidential burn' });
  await chain.mine();
}

/** A holder requests the public decryption of its own balance, and the KMS responds. */
async function discloseSupply(chain: DemoChain): Promise<void> {
  const from = getUser(chain, 2);
  const to = 'ConfidentialCredit';
  const handle = await chain.read({ to, fn: 'confidentialBalanceOf', args: [from.address] });
  const asking = { from, to, fn: 'requestDiscloseEncryptedAmount', args: [handle], gas: GAS };
  await chain.call({ ...asking, name: 'disclosure requested' });
  await chain.mine();
  const balance = 50_210_000n;
  const proof = await decryptionOf(chain, handle, balance);
  const args = [handle, balance, proof];
  const answering = { from, to, fn: 'discloseEncryptedAmount', args, gas: GAS };
  await chain.call({ ...answering, name: 'amount disclosed' });
  await chain.mine();
}

async function wrapAndUnwrap(chain: DemoChain): Promise<void> {
  const to = 'ConfidentialDollar';
  const [alice, bob] = [getUser(chain, 1), getUser(chain, 2)];
  for (const from of [alice, bob]) {
    const args = [from.address, 700_000_000n];
    await chain.call({ from, to, fn: 'wrap', args, gas: GAS, name: `wrap of ERC-20 by ${who(chain, from)}` });
  }
  await chain.mine();
  const amount = 200_000_000n;
  const encrypted = await encryptAmount(chain, { user: alice, contract: to, amount, salt: 1 });
  const args = [alice.address, bob.address, ...encrypted];
  await chain.call({ from: alice, to, fn: 'unwrap', args, gas: GAS, name: 'unwrap requested' });
  const burnt = findBurntHandle(await chain.mine(), chain.addressOf(to));
  const proof = await decryptionOf(chain, burnt, amount);
  const finish = { from: bob, to, fn: 'finalizeUnwrap', args: [burnt, amount, proof], gas: GAS };
  await chain.call({ ...finish, name: 'unwrap with KMS proof' });
  await chain.call({ ...finish, outcome: 'failure', name: 'unwrap finished twice' });
  await chain.mine();
}

function who(chain: DemoChain, user: PrivateKeyAccount): string {
  return user === getUser(chain, 1) ? 'Alice' : 'Bob';
}

/** The KMS's proof that a handle decrypts to an amount. */
export function decryptionOf(chain: DemoChain, handle: Hex, amount: bigint): Promise<Hex> {
  const cleartexts = encodeAbiParameters([{ type: 'uint64' }], [amount]);
  return signDecryption({ kms: chain.accounts.kms, handles: [handle], cleartexts });
}

/** The amount of the wrapper's last ConfidentialTransfer to the zero address. */
export function findBurntHandle(receipts: readonly Receipt[], wrapper: Address): Hex {
  const isBurn = ({ address, topics }: Log) =>
    address.toLowerCase() === wrapper.toLowerCase() && topics.length === 4 && /^0x0+$/.test(topics[2] ?? '');
  const handle = receipts.flatMap((receipt) => receipt.logs).findLast(isBurn)?.topics[3];
  if (handle === undefined) throw new Error('The unwrap burnt nothing.');
  return handle;
}
