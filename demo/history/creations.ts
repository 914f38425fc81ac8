import { encodeDeployData, type Hex, stringToHex } from 'viem';
import type { DemoChain } from '../chain';
import { getArtifact } from '../contracts';
import { getUser } from '../user';

const FINNEY = 10n ** 15n;

/** Contracts created by transactions and by contracts, with and without code, and failing creations. */
export async function createContracts(chain: DemoChain): Promise<void> {
  await createFromOutside(chain);
  await createFromInside(chain);
  await failToCreate(chain);
}

async function createFromOutside(chain: DemoChain): Promise<void> {
  const from = getUser(chain, 9);
  const args = [from.address];
  await chain.deploy({ from, contract: 'Vault', args, gas: 500_000n, name: 'contract creation' });
  await chain.send({ from, data: '0x', name: 'creation of a contract without code' });
  await chain.mine();
  await chain.send({ from, to: chain.addressOf('Vault'), value: FINNEY, name: 'ether to a contract' });
  await chain.call({ from, to: 'Vault', fn: 'empty', name: 'self-destruct of an old contract' });
  await chain.mine();
}

async function createFromInside(chain: DemoChain): Promise<void> {
  const from = getUser(chain, 9);
  const to = 'Nursery';
  const owner = from.address;
  const gas = 2_500_000n;
  const call = { from, to, gas };
  await chain.call({ ...call, fn: 'create', args: [owner], value: FINNEY, name: 'inner creation' });
  const salt = stringToHex('salt', { size: 32 });
  await chain.call({ ...call, fn: 'create2', args: [owner, salt], name: 'inner creation with salt' });
  await chain.call({ ...call, fn: 'createMany', args: [owner, 8n], name: 'eight inner creations' });
  const brief = { ...call, fn: 'createAndDestroy', value: FINNEY };
  await chain.call({ ...brief, name: 'created and destroyed at once' });
  await chain.mine();
}

async function failToCreate(chain: DemoChain): Promise<void> {
  const from = getUser(chain, 9);
  const outcome = 'failure';
  const data = encodeDeployData({ ...getArtifact('Stillborn'), args: ['The constructor gave up'] });
  await chain.send({ from, data, outcome, gas: 500_000n, name: 'failed creation' });
  // PUSH1 0xef, PUSH1 0, MSTORE8, PUSH1 1, PUSH1 0, RETURN: code must not begin with 0xef (EIP-3541).
  const reserved: Hex = '0x60ef60005360016000f3';
  await chain.send({ from, data: reserved, outcome, name: 'creation with reserved code' });
  const salt = stringToHex('salt', { size: 32 });
  const again = { from, to: 'Nursery', fn: 'create2', args: [from.address, salt], gas: 500_000n };
  await chain.call({ ...again, outcome, name: 'creation on an occupied address' });
  await chain.mine();
}
