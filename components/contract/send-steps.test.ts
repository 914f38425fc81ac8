import { expect, test } from 'vitest';
import { type SendRequest, sendCall } from './send-steps';
import type { Wallet } from './wallets';

const [ONE, OTHER] = [`0x${'11'.repeat(20)}`, `0x${'22'.repeat(20)}`];
const HASH = `0x${'ab'.repeat(32)}`;
const call = { to: `0x${'33'.repeat(20)}`, data: '0x', value: '0x0' };

/** A wallet that its owner changes, and a page that sends a call of which the simulation says `outcome`. */
function open(outcome: Awaited<ReturnType<SendRequest['simulate']>>) {
  const owner = { account: ONE, chain: '0x7', duringSimulation: () => {} };
  const [signed, simulated]: [unknown[], string[]] = [[], []];
  const wallet: Wallet = {
    id: 'w',
    name: 'Wallet',
    request: async ({ method, params = [] }) => {
      if (method === 'eth_requestAccounts') return [owner.account];
      if (method === 'eth_chainId') return owner.chain;
      signed.push(...params);
      return HASH;
    },
  };
  const simulate = async (from: string) => {
    simulated.push(from);
    owner.duringSimulation();
    return outcome;
  };
  const sending: SendRequest = { call, chain: { id: 7, name: 'Seven' }, simulate };
  return { owner, signed, simulated, send: (from?: string) => sendCall(wallet, sending, from) };
}

test('a call that fails is sent when that is accepted, but not on another chain', async () => {
  const { owner, signed, send } = open({ reason: 'no' });
  expect(await send()).toEqual({ at: 'fails', from: ONE, simulation: { reason: 'no' } });
  owner.chain = '0x1';
  expect(await send(ONE)).toMatchObject({ at: 'wrong chain' });
  expect(signed).toEqual([]);
  owner.chain = '0x7';
  expect(await send(ONE)).toEqual({ at: 'sent', hash: HASH });
  expect(signed).toEqual([{ from: ONE, chainId: '0x7', ...call }]);
});

test('what one account accepted is simulated anew for another', async () => {
  const { owner, signed, simulated, send } = open({ refusal: 'Too many requests' });
  await send();
  owner.account = OTHER;
  expect(await send(ONE)).toMatchObject({ at: 'fails', from: OTHER });
  expect([simulated, signed]).toEqual([[ONE, OTHER], []]);
});

test('a wallet that changes while the call is simulated signs for neither another chain nor another account', async () => {
  const { owner, signed, simulated, send } = open({});
  owner.duringSimulation = () => {
    owner.chain = '0x1';
  };
  expect(await send()).toMatchObject({ at: 'wrong chain' });
  expect(signed).toEqual([]);
  owner.chain = '0x7';
  owner.duringSimulation = () => {
    owner.account = OTHER;
  };
  expect(await send()).toEqual({ at: 'sent', hash: HASH });
  expect(simulated).toEqual([ONE, ONE, OTHER]);
  expect(signed).toEqual([{ from: OTHER, chainId: '0x7', ...call }]);
});
