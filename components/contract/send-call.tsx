'use client';

import { type ReactNode, useState } from 'react';
import { rich } from '@/components/ui/rich';
import { t } from '@/lib/language/t';
import { type SendRequest, type SendResult, type Simulation, sendCall, switchAndSend } from './send-steps';
import { useWallets } from './use-wallets';
import { WALLET_BUTTON, WalletButtons } from './wallet-buttons';
import { describeRefusal, type Wallet } from './wallets';

type State = Readonly<{ at: 'start' | 'busy' }> | (SendResult & Readonly<{ wallet: Wallet }>);

/** Sends a call through a wallet of the visitor's: only the wallet signs, after the call was simulated. */
export function SendCall(sending: SendRequest) {
  const { chain } = sending;
  const wallets = useWallets();
  const [state, setState] = useState<State>({ at: 'start' });

  const run = async (wallet: Wallet, step: () => Promise<SendResult>) => {
    setState({ at: 'busy' });
    const sent = await step().catch(
      (error: unknown): SendResult => ({ at: 'stopped', text: describeRefusal(error) }),
    );
    setState({ ...sent, wallet });
  };

  if (wallets === undefined) return null;
  return (
    <div className="flex flex-col gap-2">
      <WalletButtons
        wallets={wallets}
        isBusy={state.at === 'busy'}
        label={(wallet) => rich('Send with {wallet}', { wallet })}
        choose={(wallet) => run(wallet, () => sendCall(wallet, sending))}
      />
      <div role="status" className="flex flex-wrap items-center gap-2">
        {state.at === 'busy' && <span className="text-soft">{t('Check your wallet…')}</span>}
        {'text' in state && <span className="wrap-any text-error">{state.text}</span>}
        {state.at === 'fails' && (
          <span className="wrap-any text-error">{describeSimulation(state.simulation)}</span>
        )}
        {state.at === 'wrong chain' && (
          <button
            type="button"
            className={WALLET_BUTTON}
            onClick={() => run(state.wallet, () => switchAndSend(state.wallet, sending))}
          >
            {rich('Switch to {name}', { name: chain.name })}
          </button>
        )}
        {state.at === 'fails' && (
          <button
            type="button"
            className={WALLET_BUTTON}
            onClick={() => run(state.wallet, () => sendCall(state.wallet, sending, state.from))}
          >
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
  return rich('The transaction would fail: {reason}', {
    reason: (
      <>
        {meaning} <bdi lang="en">{reason}</bdi>
      </>
    ),
  });
}
