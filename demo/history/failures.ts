import { concat, encodeAbiParameters, type Hex, stringToHex } from 'viem';
import type { DemoChain } from '../chain';
import { getUser } from '../user';

/** `Error(string)`. */
const ERROR_SELECTOR: Hex = '0x08c379a0';

/** Each kind of failure once, and failures that a transaction survives. */
export async function failInEveryWay(chain: DemoChain): Promise<void> {
  await revertWithReasons(chain);
  await panic(chain);
  await revertWithBytes(chain);
  await failInTokens(chain);
  await surviveFailures(chain);
}

async function revertWithReasons(chain: DemoChain): Promise<void> {
  const from = getUser(chain, 7);
  const to = 'Faults';
  const outcome = 'failure';
  const reasons = [
    { name: 'revert with a reason', reason: 'The stars are not right' },
    { name: 'revert with an empty reason', reason: '' },
    { name: 'revert with a NUL byte', reason: 'before\0after' },
    { name: 'revert with markup', reason: '<img src=x onerror=alert(1)><script>alert(2)</script>' },
    { name: 'revert with right-to-left text', reason: 'paid \u202e000,1 to you' },
    { name: 'revert with a long reason', reason: 'because '.repeat(640) },
  ];
  for (const { name, reason } of reasons)
    await chain.call({ from, to, fn: 'failWithString', args: [reason], outcome, gas: 400_000n, name });
  const calls = [
    { name: 'revert with a custom error', fn: 'failWithCustomError', args: [42n] },
    { name: 'revert with a bare custom error', fn: 'failWithBareError' },
    { name: 'revert without a reason', fn: 'failSilently' },
    { name: 'invalid opcode', fn: 'failInvalid' },
    { name: 'out of gas', fn: 'exhaust' },
  ];
  for (const call of calls) await chain.call({ from, to, outcome, gas: 400_000n, ...call });
  await chain.mine();
}

async function panic(chain: DemoChain): Promise<void> {
  const calls = [
    { name: 'panic 0x01: assertion', fn: 'panicAssert' },
    { name: 'panic 0x11: overflow', fn: 'panicOverflow', args: [1n] },
    { name: 'panic 0x12: division by zero', fn: 'panicDivision', args: [0n] },
    { name: 'panic 0x21: enum', fn: 'panicEnum', args: [4n] },
    { name: 'panic 0x31: pop of an empty array', fn: 'panicPop' },
    { name: 'panic 0x32: index out of bounds', fn: 'panicIndex', args: [0n] },
    { name: 'panic 0x41: too much memory', fn: 'panicMemory', args: [2n ** 64n] },
  ];
  for (const call of calls)
    await chain.call({ from: getUser(chain, 7), to: 'Faults', outcome: 'failure', ...call });
  await chain.mine();
}

/** Misleading output of calls. */
async function revertWithBytes(chain: DemoChain): Promise<void> {
  const outputs: { name: string; output: Hex }[] = [
    { name: 'revert with invalid UTF-8', output: errorOf('0xfffe80c328a0') },
    { name: 'revert with three bytes', output: '0x010203' },
    { name: 'revert with a bare selector', output: ERROR_SELECTOR },
    { name: 'revert with a truncated reason', output: `0x${errorOf(stringToHex('cut off')).slice(2, 100)}` },
    {
      name: 'revert with an absurd length',
      output: concat([ERROR_SELECTOR, `0x${'20'.padStart(64, '0')}`, `0x${'f'.repeat(64)}`]),
    },
    { name: 'revert with plain text', output: stringToHex('not ABI-encoded at all') },
    { name: 'revert with an unknown error', output: `0xdeadbeef${'00'.repeat(32)}` },
  ];
  for (const { name, output } of outputs) {
    const call = { from: getUser(chain, 7), to: 'Faults', fn: 'failWithBytes', args: [output] };
    await chain.call({ ...call, outcome: 'failure', name });
  }
  await chain.mine();
}

function errorOf(text: Hex): Hex {
  return concat([ERROR_SELECTOR, encodeAbiParameters([{ type: 'bytes' }], [text])]);
}

async function failInTokens(chain: DemoChain): Promise<void> {
  const from = getUser(chain, 40);
  const other = getUser(chain, 41).address;
  const outcome = 'failure';
  const dollars = { from, to: 'DemoDollar', outcome } as const;
  const args = [other, 10n ** 30n];
  await chain.call({ ...dollars, fn: 'transfer', args, name: 'ERC-20 transfer beyond the balance' });
  const taking = [other, from.address, 1n];
  await chain.call({
    ...dollars,
    fn: 'transferFrom',
    args: taking,
    name: 'ERC-20 transfer without allowance',
  });
  const path = ['DemoDollar', 'Orbit'].map(chain.addressOf);
  const late = { from, to: 'Router', fn: 'swapExactTokensForTokens', args: [1n, 1n, path, other, 0n] };
  await chain.call({ ...late, outcome, name: 'swap after its deadline' });
  const astrolabe = { from, to: 'Astrolabes', fn: 'burn', args: [999_999n] };
  await chain.call({ ...astrolabe, outcome, name: 'ERC-721 burn of nothing' });
  const faults = chain.addressOf('Faults');
  await chain.send({ from, to: faults, value: 1n, outcome, name: 'ether to a contract that takes none' });
  await chain.send({ from, to: faults, data: '0x12345678', outcome, name: 'call of an unknown function' });
  const operator = { from, to: 'ConfidentialCredit', fn: 'confidentialTransferFrom' };
  const handle = `0x${'11'.repeat(32)}`;
  const stealing = { ...operator, args: [other, from.address, handle], outcome, gas: 400_000n } as const;
  await chain.call({ ...stealing, name: 'confidential transfer without permission' });
  await chain.mine();
}

async function surviveFailures(chain: DemoChain): Promise<void> {
  const from = getUser(chain, 7);
  const to = 'Faults';
  const gas = 400_000n;
  const inner = chain.encode({ to, fn: 'failWithString', args: ['caught in time'] });
  await chain.call({ from, to, fn: 'catchInner', args: [inner], gas, name: 'caught inner failure' });
  const panicking = chain.encode({ to, fn: 'panicAssert' });
  await chain.call({ from, to, fn: 'catchInner', args: [panicking], gas, name: 'caught inner panic' });
  await chain.call({ from, to, fn: 'catchCreation', gas, name: 'caught creation failure' });
  const passed = { from, to, fn: 'passOn', args: [inner], gas };
  await chain.call({ ...passed, outcome: 'failure', name: 'failure handed up' });
  const nested = chain.encode({ to, fn: 'catchInner', args: [inner] });
  await chain.call({ from, to, fn: 'passOn', args: [nested], gas, name: 'failure caught two calls deep' });
  await chain.mine();
}
