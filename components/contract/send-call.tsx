'use client';

import { type ReactNode, useEffect, useState } from 'react';
import { rich } from '@/components/ui/rich';
import { t } from '@/lib/language/t';
import { describeRefusal, discoverWallets, requestAccount, requestChain, type Wallet } from './wallets';

/** A call to send: hex. */
export type Call = Readonly<{ to: string; data: string; value: string }>;
/**
 * Why a call was not simulated, as a sentence; or why it fails: in the node's or contract's own words, and what they
 * mean where that is known. Neither when it succeeds.
 */
export type Simulation = Readonly<{ refusal: string } | { reason?: string; meaning?: string }>;

type Props = {
  call: Call;
  chain: Readonly<{ id: number; name: string }>;
  simulate: (from: string, call: Call) => Promise<Simulation>;
};
type State =
  | Readonly<{ at: 'start' | 'busy' }>
  | Readonly<{ at: 'stopped'; text: string }>
  | Readonly<{ at: 'wrong chain'; wallet: Wallet; text: string }>
  | Readonly<{ at: 'fails'; wallet: Wallet; from: string; text: ReactNode }>
  | Readonly<{ at: 'sent'; hash: string }>;

const BUTTON =
  'h-8 rounded-sm border border-edge bg-surface px-3 font-medium hover:bg-hover disabled:opacity-60';

/** Sends a call through a wallet of the visitor's: only the wallet signs, after the call was simulated. */
export function SendCall({ call, chain, simulate }: Props) {
  const [wallets, setWallets] = useState<readonly Wallet[]>();
  const [state, setState] = useState<State>({ at: 'start' });
  useEffect(() => {
    setWallets([]);
    return discoverWallets((wallet) =>
      setWallets((known = []) => [...known.filter(({ id }) => id !== wallet.id), wallet]),
    );
  }, []);

  const run = async (step: () => Promise<State>) => {
    setState({ at: 'busy' });
    setState(
      await step().catch((error: unknown) => ({ at: 'stopped', text: describeRefusal(error) }) as const),
    );
  };
  const sign = async (wallet: Wallet, from: string): Promise<State> => {
    const params = [{ from, ...call }];
    const hash = await wallet.request({ method: 'eth_sendTransaction', params });
    return typeof hash === 'string' && /^0x[0-9a-fA-F]{64}$/.test(hash)
      ? { at: 'sent', hash }
      : { at: 'stopped', text: t('The wallet did not return a transaction hash.') };
  };
  const begin = async (wallet: Wallet): Promise<State> => {
    const from = await requestAccount(wallet);
    if (from === undefined) return { at: 'stopped', text: t('The wallet returned no account.') };
    const current = await requestChain(wallet);
    if (current !== chain.id)
      return {
        at: 'wrong chain',
        wallet,
        text: t('The wallet is on chain {current}, this contract on {name}.', { current, name: chain.name }),
      };
    const text = describeSimulation(await simulate(from, call));
    return text === undefined ? sign(wallet, from) : { at: 'fails', wallet, from, text };
  };
  const switchChain = async (wallet: Wallet): Promise<State> => {
    const params = [{ chainId: `0x${chain.id.toString(16)}` }];
    await wallet.request({ method: 'wallet_switchEthereumChain', params });
    return begin(wallet);
  };

  if (wallets === undefined) return null;
  return (
    <div className="flex flex-col gap-2">
      <p className="flex flex-wrap gap-2">
        {wallets.map((wallet) => (
          <button
            key={wallet.id}
            type="button"
            className={BUTTON}
            disabled={state.at === 'busy'}
            onClick={() => run(() => begin(wallet))}
          >
            {rich('Send with {wallet}', { wallet: <bdi>{wallet.name}</bdi> })}
          </button>
        ))}
        {wallets.length === 0 && (
          <span className="text-soft">{t('No wallet was found in this browser.')}</span>
        )}
      </p>
      <div role="status" className="flex flex-wrap items-center gap-2">
        {state.at === 'busy' && <span className="text-soft">{t('Check your wallet…')}</span>}
        {'text' in state && <span className="wrap-any text-error">{state.text}</span>}
        {state.at === 'wrong chain' && (
          <button type="button" className={BUTTON} onClick={() => run(() => switchChain(state.wallet))}>
            {rich('Switch to {name}', { name: chain.name })}
          </button>
        )}
        {state.at === 'fails' && (
          <button type="button" className={BUTTON} onClick={() => run(() => sign(state.wallet, state.from))}>
            {t('Send anyway')}
          </button>
        )}
        {state.at === 'sent' && (
          <span className="wrap-any">
            {rich('Sent: {transaction}', {
              transaction: (
                <a href={`/${chain.id}/tx/${state.hash}`} className="mono">
                  {state.hash}
                </a>
              ),
            })}
          </span>
        )}
      </div>
    </div>
  );
}

function describeSimulation(simulation: Simulation): ReactNode {
  if ('refusal' in simulation) return simulation.refusal;
  const { reason, meaning } = simulation;
  if (reason === undefined) return undefined;
  return rich('The transaction would fail: {reason}', {
    reason: (
      <>
        {meaning} <bdi lang="en">{reason}</bdi>
      </>
    ),
  });
}
