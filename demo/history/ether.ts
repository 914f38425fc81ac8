import { type Address, concat, numberToHex, sha256, slice, stringToHex } from 'viem';
import { authorize } from '../authorize';
import type { DemoChain } from '../chain';
import { getUser } from '../user';

const ETHER = 10n ** 18n;
const NOBODY: Address = '0x0000000000000000000000000000000000000000';
/** The identity precompile. */
const IDENTITY: Address = '0x0000000000000000000000000000000000000004';

/** Ether transfers in transactions of every type, and their edge cases. */
export async function moveEther(chain: DemoChain): Promise<void> {
  await sendEveryType(chain);
  await sendEdges(chain);
  await delegate(chain);
}

async function sendEveryType(chain: DemoChain): Promise<void> {
  const from = getUser(chain, 1);
  const to = getUser(chain, 2).address;
  const gas = 21_000n;
  await chain.send({ from, to, gas, value: ETHER, name: 'plain ether transfer' });
  const legacy = { type: 'legacy' } as const;
  await chain.send({ from, to, gas, value: ETHER / 3n, dress: legacy, name: 'legacy transaction' });
  const dollar = chain.addressOf('DemoDollar');
  const accessList = [{ address: dollar, storageKeys: [numberToHex(0, { size: 32 })] }];
  const data = chain.encode({ to: 'DemoDollar', fn: 'transfer', args: [to, 5_000_000n] });
  const listed = { from, to: dollar, data, accessList };
  await chain.send({ ...listed, dress: { type: 'eip2930' }, name: 'access list transaction' });
  await chain.send({ ...listed, name: 'EIP-1559 transaction with access list' });
  await chain.mine();
  await sendBlob(chain);
}

/**
 * The blob itself is not sent: blocks hold only its versioned hash. Anvil verifies blobs, after three seconds of
 * setup, except those of impersonated accounts; the signature is the account's own.
 */
async function sendBlob(chain: DemoChain): Promise<void> {
  const from = getUser(chain, 1);
  const commitment = sha256(stringToHex('a blob'));
  const blobVersionedHashes = [concat(['0x01', slice(commitment, 1)])];
  const dress = { type: 'eip4844', blobVersionedHashes } as const;
  await chain.request('anvil_impersonateAccount', [from.address]);
  await chain.send({ from, to: getUser(chain, 2).address, value: 1n, dress, name: 'blob transaction' });
  await chain.mine();
  await chain.request('anvil_stopImpersonatingAccount', [from.address]);
}

async function sendEdges(chain: DemoChain): Promise<void> {
  const from = getUser(chain, 2);
  const gas = 60_000n;
  await chain.send({ from, to: from.address, value: ETHER, gas, name: 'transfer to self' });
  await chain.send({ from, to: getUser(chain, 3).address, gas, name: 'transfer of nothing' });
  await chain.send({ from, to: NOBODY, value: 1n, gas, name: 'transfer to nobody' });
  const newcomer = chain.accounts.kms.address;
  await chain.send({ from, to: newcomer, value: 10n ** 15n, gas, name: 'transfer to a new account' });
  const data = stringToHex('Ad astra per aspera ✨');
  await chain.send({ from, to: getUser(chain, 3).address, data, gas, name: 'transfer with a message' });
  await chain.send({ from, to: IDENTITY, data, gas, name: 'call of a precompile' });
  await chain.send({ from, to: getUser(chain, 3).address, value: 4_321n * ETHER, gas });
  await chain.mine();
  await chain.mine();
}

/** EIP-7702: sponsored by another account, sent by the account itself, and revoked. */
async function delegate(chain: DemoChain): Promise<void> {
  const [sponsor, account, other] = [getUser(chain, 5), getUser(chain, 6), getUser(chain, 8)];
  const batch = chain.addressOf('BatchAccount');
  await chain.send({
    from: sponsor,
    to: account.address,
    value: ETHER,
    dress: { type: 'eip7702', authorizationList: [await authorize(chain, { account, delegate: batch })] },
    name: 'sponsored delegation',
  });
  chain.forgetNonce(account.address);
  await chain.mine();
  const both = [
    await authorize(chain, { account: other, delegate: batch }),
    await authorize(chain, { account, delegate: NOBODY }),
  ];
  await chain.send({
    from: sponsor,
    to: sponsor.address,
    dress: { type: 'eip7702', authorizationList: both },
    name: 'delegation and revocation',
  });
  for (const { address } of [account, other]) chain.forgetNonce(address);
  await chain.mine();
}
