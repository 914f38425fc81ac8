import { parseEther, parseUnits } from 'viem';
import type { PrivateKeyAccount } from 'viem/accounts';
import { TRADERS } from '../accounts';
import type { DemoChain } from '../chain';
import { FheType } from '../encryption';
import { prepareBallot, prepareBid, prepareRoll } from '../history/applications';
import { encryptAmount } from '../history/confidential';
import type { Random } from '../random';

/** Parameters of an action; `users` are those who have joined so far, traders among them. */
type Scene = { chain: DemoChain; random: Random; users: readonly PrivateKeyAccount[] };
/** Sends one or two transactions, which may fail. */
export type Action = (scene: Scene) => Promise<unknown>;

const outcome = 'either';
const FOREVER = 2n ** 256n - 1n;
const MAX_SALT = 2 ** 31;

type Call = Omit<Parameters<DemoChain['call']>[0], 'from'>;

const callByAnyone = ({ chain, random, users }: Scene, call: Call) =>
  chain.call({ ...call, from: random.pick(users), outcome });

const traderOf = ({ users, random }: Scene) => random.pick(users.slice(0, TRADERS));

export const payEther: Action = async ({ chain, random, users }) => {
  const value = parseEther(`${(1 + random.int(2_000)) / 1_000}`);
  const to = random.pick(users).address;
  const payment = { from: random.pick(users), to, value, gas: 50_000n, outcome } as const;
  await chain.send(random.chance(0.2) ? { ...payment, dress: { type: 'legacy' } } : payment);
};

export const payDollars: Action = (scene) => {
  const { random, users } = scene;
  const args = [random.pick(users).address, parseUnits(`${(1 + random.int(40_000)) / 100}`, 6)];
  return callByAnyone(scene, { to: 'DemoDollar', fn: 'transfer', args, gas: 80_000n });
};

export const payOrbit: Action = (scene) => {
  const { chain, random, users } = scene;
  const args = [random.pick(users).address, parseEther(`${(1 + random.int(900)) / 100}`)];
  return chain.call({ from: traderOf(scene), to: 'Orbit', fn: 'transfer', args, gas: 80_000n, outcome });
};

export const overdraw: Action = (scene) => {
  const { random, users } = scene;
  const args = [random.pick(users).address, parseUnits('900000000', 6)];
  return callByAnyone(scene, { to: 'DemoDollar', fn: 'transfer', args, gas: 80_000n });
};

export const approve: Action = (scene) => {
  const { random, users } = scene;
  const args = [random.pick(users).address, parseUnits(`${random.int(1_000)}`, 6)];
  return callByAnyone(scene, { to: 'DemoDollar', fn: 'approve', args, gas: 80_000n });
};

export const trade: Action = (scene) => {
  const { chain, random } = scene;
  const from = traderOf(scene);
  const buysEther = random.chance(0.3);
  const names = random.chance(0.5) ? ['DemoDollar', 'Orbit'] : ['Orbit', 'DemoDollar'];
  const path = buysEther ? ['DemoDollar', 'Orbit', 'WrappedEther'] : names;
  const amount =
    path[0] === 'Orbit' ? parseEther(`${1 + random.int(80)}`) : parseUnits(`${1 + random.int(300)}`, 6);
  const args = [amount, 1n, path.map(chain.addressOf), from.address, FOREVER];
  return chain.call({ from, to: 'Router', fn: 'swapExactTokensForTokens', args, gas: 500_000n, outcome });
};

export const wrapEther: Action = async ({ chain, random, users }) => {
  const from = random.pick(users);
  const value = parseEther(`${(1 + random.int(500)) / 1_000}`);
  await chain.call({ from, to: 'WrappedEther', fn: 'deposit', value, gas: 80_000n, outcome });
  if (random.chance(0.4))
    await chain.call({ from, to: 'WrappedEther', fn: 'withdraw', args: [value / 2n], gas: 80_000n, outcome });
};

export const mintAstrolabe: Action = ({ chain, random, users }) => {
  const from = random.pick(users);
  return chain.call({ from, to: 'Astrolabes', fn: 'mint', args: [from.address], gas: 150_000n, outcome });
};

/** Gives an astrolabe away when its owner is a user. */
export const giveAstrolabe: Action = async (scene) => {
  const { chain, random, users } = scene;
  const to = 'Astrolabes';
  const count = Number(await chain.read({ to, fn: 'nextId' })) - 1;
  const id = BigInt(1 + random.int(Math.max(count, 1)));
  const owner = await chain.read({ to, fn: 'ownerOf', args: [id] }).catch(() => '0x');
  const from = users.find((user) => owner.endsWith(user.address.slice(2).toLowerCase()));
  if (!from) return mintAstrolabe(scene);
  const args = [from.address, random.pick(users).address, id];
  return chain.call({ from, to, fn: 'transferFrom', args, gas: 100_000n, outcome });
};

export const mintInstruments: Action = (scene) => {
  const { random, users } = scene;
  const ids = Array.from({ length: 1 + random.int(4) }, () => BigInt(random.int(24)));
  const args = [random.pick(users).address, ids, ids.map(() => BigInt(1 + random.int(9)))];
  return callByAnyone(scene, { to: 'Instruments', fn: 'mintBatch', args, gas: 300_000n });
};

export const createVault: Action = ({ chain, random, users }) => {
  const from = random.pick(users);
  return chain.call({ from, to: 'Nursery', fn: 'create', args: [from.address], gas: 300_000n, outcome });
};

export const payConfidentially: Action = async (scene) => {
  const { chain, random, users } = scene;
  const from = traderOf(scene);
  const to = 'ConfidentialCredit';
  const amount = BigInt(1 + random.int(90_000));
  const encrypted = await encryptAmount(chain, {
    user: from,
    contract: to,
    amount,
    salt: random.int(MAX_SALT),
  });
  const args = [random.pick(users).address, ...encrypted];
  return chain.call({ from, to, fn: 'confidentialTransfer', args, gas: 900_000n, outcome });
};

export const wrapDollars: Action = (scene) => {
  const from = traderOf(scene);
  const args = [from.address, parseUnits(`${1 + scene.random.int(90)}`, 6)];
  return scene.chain.call({ from, to: 'ConfidentialDollar', fn: 'wrap', args, gas: 900_000n, outcome });
};

export const playApplication: Action = async ({ chain, random, users }) => {
  const user = random.pick(users);
  const player = { user, salt: random.int(MAX_SALT) };
  const prepare = random.pick([
    () => prepareBid(chain, player, BigInt(1 + random.int(500))),
    () => prepareBallot(chain, player, { support: random.chance(0.6), weight: BigInt(1 + random.int(100)) }),
    () => prepareRoll(chain, player, BigInt(1 + random.int(6))),
  ]);
  return chain.call({ from: user, ...(await prepare()), outcome });
};

export const computeBlindly: Action = (scene) => {
  const { random } = scene;
  const type = random.pick([FheType.Uint8, FheType.Uint16, FheType.Uint32, FheType.Uint64]);
  const operators = Array.from({ length: 1 + random.int(4) }, () => random.int(3));
  const args = [operators, type, BigInt(random.int(200)), BigInt(1 + random.int(50)), random.chance(0.5)];
  return callByAnyone(scene, { to: 'OperatorBench', fn: 'binary', args, gas: 3_000_000n });
};
