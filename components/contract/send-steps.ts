import { t } from '@/lib/language/t';
import { requestAccount, requestChain, switchChain, toChainId, type Wallet } from './wallets';

/** A call to send: hex. */
export type Call = Readonly<{ to: string; data: string; value: string }>;
/**
 * Why a call was not simulated, as a sentence; or why it fails: in the node's or contract's own words, and what they
 * mean where that is known. Neither when it succeeds.
 */
export type Simulation = Readonly<{ refusal: string } | { reason?: string; meaning?: string }>;
/** The call, its chain, and how it is simulated before it is sent. */
export type SendRequest = Readonly<{
  call: Call;
  chain: Readonly<{ id: number; name: string }>;
  simulate: (from: string, call: Call) => Promise<Simulation>;
}>;
/** The result of sending. A call that `fails`, or was not simulated, is sent again as accepted from `from`. */
export type SendResult =
  | Readonly<{ at: 'stopped' | 'wrong chain'; text: string }>
  | Readonly<{ at: 'fails'; from: string; simulation: Simulation }>
  | Readonly<{ at: 'sent'; hash: string }>;

/**
 * Simulates a call and has a wallet sign it. The wallet's account and chain are requested right before that, as they may
 * have changed: a call is simulated for each account but the one from which it was `accepted`.
 */
export async function sendCall(wallet: Wallet, sending: SendRequest, accepted?: string): Promise<SendResult> {
  const { call, chain, simulate } = sending;
  const from = await requestAccount(wallet);
  if (from === undefined) return { at: 'stopped', text: t('The wallet returned no account.') };
  const current = await requestChain(wallet);
  if (current !== chain.id)
    return {
      at: 'wrong chain',
      text: t('The wallet is on chain {current}, this contract on {name}.', { current, name: chain.name }),
    };
  if (from !== accepted) {
    const simulation = await simulate(from, call);
    const isFine = !('refusal' in simulation) && simulation.reason === undefined;
    return isFine ? sendCall(wallet, sending, from) : { at: 'fails', from, simulation };
  }
  const params = [{ from, chainId: toChainId(chain.id), ...call }];
  const hash = await wallet.request({ method: 'eth_sendTransaction', params });
  return typeof hash === 'string' && /^0x[0-9a-fA-F]{64}$/.test(hash)
    ? { at: 'sent', hash }
    : { at: 'stopped', text: t('The wallet did not return a transaction hash.') };
}

/** Has the wallet change to the chain of the call, and sends it. */
export async function switchAndSend(wallet: Wallet, sending: SendRequest): Promise<SendResult> {
  await switchChain(wallet, sending.chain.id);
  return sendCall(wallet, sending);
}
