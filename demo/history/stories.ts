import { decodeAbiParameters, encodeAbiParameters, type Hex } from 'viem';
import type { DemoChain } from '../chain';
import { encryptInput, FheType, signDecryption } from '../encryption';
import type { Receipt } from '../miner';
import { getUser } from '../user';
import { decryptionOf, encryptAmount, findBurntHandle } from './confidential';

const GAS = 3_000_000n;
const FOREVER = 2 ** 48 - 1;
const DOLLAR = 10n ** 6n;

/** Confidential computation as people use it: a payroll, a vote, an auction and a swap, from start to disclosure. */
export async function tellStories(chain: DemoChain): Promise<void> {
  await paySalaries(chain);
  await holdVote(chain);
  await holdAuction(chain);
  await swapConfidentially(chain);
}

/** An employer wraps dollars, funds the payroll, hires three people and pays them; one of them takes dollars out. */
async function paySalaries(chain: DemoChain): Promise<void> {
  const [employer, first] = [getUser(chain, 9), getUser(chain, 10)];
  const token = 'ConfidentialDollar';
  await chain.deploy({ from: employer, contract: 'Payroll', args: [chain.addressOf(token)] });
  const boss = { from: employer, gas: GAS };
  const wrapped = [employer.address, 9_000n * DOLLAR];
  await chain.call({ ...boss, to: token, fn: 'wrap', args: wrapped, name: 'payroll: dollars wrapped' });
  await chain.mine();
  const funds = await encryptAmount(chain, {
    ...{ user: employer, contract: token, amount: 9_000n * DOLLAR, salt: 7 },
  });
  const payroll = chain.addressOf('Payroll');
  const funding = { ...boss, to: token, fn: 'confidentialTransfer', args: [payroll, ...funds] };
  await chain.call({ ...funding, name: 'payroll: funded' });
  for (const [index, amount] of [2_500n, 3_000n, 3_200n].entries()) {
    const salary = { user: employer, contract: 'Payroll', amount: amount * DOLLAR, salt: index };
    const args = [getUser(chain, 10 + index).address, ...(await encryptAmount(chain, salary))];
    await chain.call({ ...boss, to: 'Payroll', fn: 'hire', args, name: `payroll: hired ${index + 1}` });
  }
  await chain.mine();
  await chain.call({ ...boss, to: 'Payroll', fn: 'sumUp', name: 'payroll: summed up' });
  await chain.mine();
  await chain.call({ ...boss, to: 'Payroll', fn: 'pay', gas: 8_000_000n, name: 'payroll: payday' });
  await chain.mine();
  const amount = 500n * DOLLAR;
  const taken = await encryptAmount(chain, { user: first, contract: token, amount, salt: 7 });
  const unwrap = { from: first, to: token, gas: GAS };
  const out = [first.address, first.address, ...taken];
  await chain.call({ ...unwrap, fn: 'unwrap', args: out, name: 'payroll: unwrap requested' });
  const burnt = findBurntHandle(await chain.mine(), chain.addressOf(token));
  const args = [burnt, amount, await decryptionOf(chain, burnt, amount)];
  await chain.call({ ...unwrap, fn: 'finalizeUnwrap', args, name: 'payroll: unwrapped' });
  await chain.mine();
}

/** Five people vote on three proposals, one of them for none; the tallies are disclosed, not the votes. */
async function holdVote(chain: DemoChain): Promise<void> {
  const to = 'CouncilVote';
  const from = chain.accounts.deployer;
  await chain.deploy({ from, contract: to, args: ['Which telescope shall we buy?', 3] });
  await chain.mine();
  for (const [index, choice] of [1n, 2n, 2n, 3n, 9n].entries()) {
    const user = getUser(chain, index + 1);
    const { handles, inputProof } = await encryptInput({
      coprocessor: chain.accounts.coprocessor,
      contract: chain.addressOf(to),
      user: user.address,
      values: [{ type: FheType.Uint8, value: choice }],
      salt: 1,
    });
    const args = [...handles, inputProof];
    await chain.call({ from: user, to, fn: 'vote', args, gas: GAS, name: `council: vote ${index + 1}` });
    if (index === 2) await chain.mine();
  }
  await chain.mine();
  await chain.call({ from, to, fn: 'close', gas: GAS, name: 'council: closed' });
  const closing = findLog(await chain.mine(), chain.addressOf(to));
  const [handles] = decodeAbiParameters([{ type: 'bytes32[]' }], closing);
  const votes = [1n, 2n, 1n] as const;
  const cleartexts = encodeAbiParameters([{ type: 'uint64' }, { type: 'uint64' }, { type: 'uint64' }], votes);
  const proof = await signDecryption({ kms: chain.accounts.kms, handles, cleartexts });
  await chain.call({ from, to, fn: 'count', args: [votes, proof], gas: GAS, name: 'council: counted' });
  await chain.mine();
}

/** Three bids stay sealed; the best one is disclosed, after a false proof was refused. */
async function holdAuction(chain: DemoChain): Promise<void> {
  const from = chain.accounts.deployer;
  const to = 'CoinAuction';
  await chain.deploy({ from, contract: 'SealedAuction', as: to });
  await chain.mine();
  for (const [index, amount] of [310n, 450n, 420n].entries()) {
    const user = getUser(chain, index + 4);
    const args = await encryptAmount(chain, { user, contract: to, amount, salt: 1 });
    await chain.call({ from: user, to, fn: 'bid', args, gas: GAS, name: `auction: bid ${index + 1}` });
    await chain.mine();
  }
  await chain.call({ from, to, fn: 'reveal', gas: GAS, name: 'auction: closed' });
  const revealing = findLog(await chain.mine(), chain.addressOf(to));
  const handles = decodeAbiParameters([{ type: 'bytes32' }, { type: 'bytes32' }], revealing);
  const best = [450n, getUser(chain, 5).address] as const;
  const cleartexts = encodeAbiParameters([{ type: 'uint64' }, { type: 'address' }], best);
  const prove = (kms = chain.accounts.kms) => signDecryption({ kms, handles, cleartexts });
  const settle = { from, to, fn: 'settle', gas: GAS };
  const forged = [...best, await prove(chain.accounts.coprocessor)];
  await chain.call({ ...settle, args: forged, outcome: 'failure', name: 'auction: proof of a stranger' });
  await chain.call({ ...settle, args: [...best, await prove()], name: 'auction: settled' });
  await chain.mine();
}

/** Alice swaps confidential dollars for credits: three for two. */
async function swapConfidentially(chain: DemoChain): Promise<void> {
  const [owner, alice] = [chain.accounts.deployer, getUser(chain, 1)];
  const [sold, bought] = ['ConfidentialDollar', 'ConfidentialCredit'].map(chain.addressOf);
  await chain.deploy({ from: owner, contract: 'ConfidentialSwap', args: [sold, bought, 3n, 2n] });
  const swap = chain.addressOf('ConfidentialSwap');
  const stock = { from: owner, to: 'ConfidentialCredit', fn: 'mintPlain', args: [swap, 900n * DOLLAR] };
  await chain.call({ ...stock, gas: GAS, name: 'swap: stocked' });
  const operator = { from: alice, to: 'ConfidentialDollar', fn: 'setOperator', args: [swap, FOREVER] };
  await chain.call({ ...operator, name: 'swap: operator set' });
  await chain.mine();
  const args = await encryptAmount(chain, {
    ...{ user: alice, contract: 'ConfidentialSwap', amount: 90n * DOLLAR, salt: 1 },
  });
  await chain.call({ from: alice, to: 'ConfidentialSwap', fn: 'swap', args, gas: 5_000_000n, name: 'swap' });
  await chain.mine();
}

/** The data of a contract's last log in a block. */
function findLog(receipts: readonly Receipt[], contract: string): Hex {
  const logs = receipts.flatMap((receipt) => receipt.logs);
  const log = logs.findLast(({ address }) => address.toLowerCase() === contract.toLowerCase());
  if (log === undefined) throw new Error(`${contract} logged nothing.`);
  return log.data;
}
