import type { DemoChain } from '../chain';
import { encryptInput, FheType } from '../encryption';
import { getUser } from '../user';

const TYPES = Object.values(FheType);
const { Bool, Address, Uint256 } = FheType;
const ARITHMETIC = [0, 1, 2, 18, 19];
const DIVISION = [3, 4];
const BITWISE = [5, 6, 7];
const SHIFTS = [8, 9, 10, 11];
const EQUALITY = [12, 13];
const ORDERING = [14, 15, 16, 17];
const MULTIPLY = 2;
const GAS = 10_000_000n;

/** Every FHE operator on every type that it supports, with encrypted and plaintext right-hand sides. */
export async function runOperators(chain: DemoChain): Promise<void> {
  for (const scalar of [false, true]) await runBinary(chain, scalar);
  await runUnary(chain);
  await runSelectAndCast(chain);
  await passHandlesOn(chain);
  await reachDepthLimit(chain);
}

function operatorGroups(type: number, scalar: boolean): number[][] {
  const isNumber = type !== Bool && type !== Address;
  const groups: number[][] = [];
  if (isNumber && type !== Uint256) groups.push(scalar ? [...ARITHMETIC, ...DIVISION] : ARITHMETIC, ORDERING);
  if (type !== Address) groups.push(BITWISE);
  if (isNumber) groups.push(SHIFTS);
  groups.push(EQUALITY);
  return groups;
}

async function runBinary(chain: DemoChain, scalar: boolean): Promise<void> {
  const from = getUser(chain, 13);
  const kind = scalar ? 'scalar' : 'encrypted';
  for (const [typeName, type] of Object.entries(FheType)) {
    for (const [index, operators] of operatorGroups(type, scalar).entries()) {
      const args = [operators, type, 1n, 1n, scalar];
      const name = `operators on ${typeName}, ${kind} ${index + 1}`;
      await chain.call({ from, to: 'OperatorBench', fn: 'binary', args, gas: GAS, name });
    }
    await chain.mine();
  }
}

async function runUnary(chain: DemoChain): Promise<void> {
  const bench = { from: getUser(chain, 14), to: 'OperatorBench', gas: 1_500_000n };
  for (const [typeName, type] of Object.entries(FheType)) {
    if (type === Address) continue;
    await chain.call({ ...bench, fn: 'unary', args: [type, 1n], name: `unary operators on ${typeName}` });
    await chain.call({ ...bench, fn: 'random', args: [type], name: `random ${typeName}` });
    if (type === Bool) continue;
    const args = [type, 16n];
    await chain.call({ ...bench, fn: 'randomBelow', args, name: `bounded random ${typeName}` });
  }
  await chain.mine();
}

async function runSelectAndCast(chain: DemoChain): Promise<void> {
  const bench = { from: getUser(chain, 15), to: 'OperatorBench', gas: 1_500_000n };
  for (const [typeName, type] of Object.entries(FheType))
    await chain.call({ ...bench, fn: 'select', args: [type, true, 1n, 0n], name: `select of ${typeName}` });
  await chain.mine();
  const castable = TYPES.filter((type) => type !== Address);
  for (const from of castable) {
    for (const to of castable)
      if (to !== from && to !== Bool)
        await chain.call({ ...bench, fn: 'castTo', args: [from, to, 1n], name: `cast ${from} to ${to}` });
    await chain.mine();
  }
}

/** Inputs of every type, and uses of a result: publish, share, delegate. */
async function passHandlesOn(chain: DemoChain): Promise<void> {
  const from = getUser(chain, 13);
  const bench = { from, to: 'OperatorBench', gas: 4_000_000n };
  const { handles, inputProof } = await encryptInput({
    coprocessor: chain.accounts.coprocessor,
    contract: chain.addressOf('OperatorBench'),
    user: from.address,
    values: TYPES.map((type, index) => ({ type, value: BigInt(index) })),
    salt: 1,
  });
  const args = [handles, TYPES, inputProof];
  await chain.call({ ...bench, fn: 'inputs', args, name: 'encrypted inputs of every type' });
  await chain.call({ ...bench, fn: 'publish', args: [[2, 3, 4]], name: 'results published' });
  const friend = getUser(chain, 16).address;
  await chain.call({ ...bench, fn: 'share', args: [FheType.Uint64, friend], name: 'result shared' });
  const delegation = [friend, chain.addressOf('ConfidentialCredit'), 4_102_444_800n];
  await chain.call({ ...bench, fn: 'delegate', args: delegation, name: 'decryption delegated' });
  await chain.mine();
}

/** Scalar multiplications of 128 bits cost 696,000 HCU each: seven stay below the limit of 5,000,000, eight do not. */
async function reachDepthLimit(chain: DemoChain): Promise<void> {
  const bench = { from: getUser(chain, 13), to: 'OperatorBench', fn: 'chain', gas: 4_000_000n };
  const args = [MULTIPLY, FheType.Uint128, 1n];
  await chain.call({ ...bench, args: [...args, 7n], name: 'deepest chain of operations' });
  const outcome = 'failure';
  await chain.call({ ...bench, args: [...args, 8n], outcome, name: 'chain of operations beyond the limit' });
  await chain.mine();
}
