import type { Address } from 'viem';
import { deriveAccounts } from '@/demo/accounts';
import { type Anvil, startAnvil } from '@/demo/anvil';
import { createDemoChain, type DemoChain } from '@/demo/chain';
import { hexToBuffer } from '@/lib/evm/hex';
import { WORD } from '@/lib/evm/words';
import type { Rpc } from '@/lib/rpc/client';
import { fetchCall } from '@/lib/rpc/methods';

const GENESIS = 1_767_225_600;
/** How HostileBalances answers, by its mode. */
export const HOSTILE = ['Reverting', 'Short', 'TenMegabytes', 'GasBurning', 'Huge'] as const;

/** A chain of tokens whose balances are sums of their transfers, or are not. */
export type BalanceChain = Readonly<{
  anvil: Anvil;
  chain: DemoChain;
  /** Three accounts: the first has all tokens, and gave some to the second. */
  users: readonly [Address, Address, Address];
  token(name: string): Buffer;
  move(name: string, fn: string, ...args: readonly unknown[]): Promise<void>;
}>;

/** Deploys the tokens in one block, and mints and moves them in another. */
export async function startBalanceChain(): Promise<BalanceChain> {
  const anvil = await startAnvil({ timestamp: GENESIS, keptStates: 500 });
  const chain = await createDemoChain({
    request: anvil.request,
    accounts: deriveAccounts(),
    timestampOf: (height) => GENESIS + height * 12,
  });
  const [from, second, third] = chain.accounts.users;
  if (!from || !second || !third) throw new Error('the chain has no users');
  const users = [from.address, second.address, third.address] as const;
  const move = async (to: string, fn: string, ...args: readonly unknown[]) => {
    await chain.call({ from, to, fn, args, gas: 300_000n });
  };
  for (const contract of ['PlainToken', 'RebasingToken', 'FeeToken', 'QuietToken', 'CallAggregator'] as const)
    await chain.deploy({ from, contract });
  for (const [mode, as] of HOSTILE.entries())
    await chain.deploy({ from, contract: 'HostileBalances', as, args: [BigInt(mode)] });
  await chain.mine();
  for (const name of ['PlainToken', 'RebasingToken', 'FeeToken', 'QuietToken', ...HOSTILE]) {
    await move(name, 'mint', users[0], 1_000n);
    await move(name, 'transfer', users[1], 400n);
  }
  await move('RebasingToken', 'rebase', 150n);
  await move('QuietToken', 'mintQuietly', users[2], 70n);
  await chain.mine();
  return { anvil, chain, users, token: (name) => hexToBuffer(chain.addressOf(name)), move };
}

/** Gives the chain Multicall3, as far as it is needed. */
export async function addMulticall({ anvil, chain }: BalanceChain): Promise<void> {
  const code = await anvil.request('eth_getCode', [chain.addressOf('CallAggregator'), 'latest']);
  await anvil.request('anvil_setCode', ['0xcA11bde05977b3631167028862bE2a173976CA11', code]);
}

/** What balanceOf answers at a height. */
export async function askBalance(
  rpc: Rpc,
  call: Readonly<{ token: Buffer; holder: Buffer; tokenId?: string | null }>,
  height: number,
): Promise<bigint | undefined> {
  const { token, holder, tokenId = null } = call;
  const id = BigInt(tokenId ?? 0)
    .toString(16)
    .padStart(2 * WORD, '0');
  const data = Buffer.concat([
    hexToBuffer(tokenId === null ? '0x70a08231' : '0x00fdd58e'),
    Buffer.alloc(WORD - holder.length),
    holder,
    ...(tokenId === null ? [] : [Buffer.from(id, 'hex')]),
  ]);
  const outcome = await fetchCall(rpc, { to: token, data }, height);
  if (outcome.kind !== 'returned' || outcome.output.length < WORD) return undefined;
  return BigInt(`0x${outcome.output.subarray(0, WORD).toString('hex')}`);
}
