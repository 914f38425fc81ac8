'use client';

import { useState } from 'react';
import { useWallets } from '@/components/contract/use-wallets';
import { WALLET_BUTTON, WalletButtons } from '@/components/contract/wallet-buttons';
import { describeRefusal, switchChain, type Wallet } from '@/components/contract/wallets';
import { rich } from '@/components/ui/rich';
import { groupDigits } from '@/lib/format/number';
import { t } from '@/lib/language/t';
import type { Decrypted, DecryptRequest, Waiting } from './decrypt-steps';
import { DecryptProblem } from './problem';

type State =
  | Readonly<{ at: 'start' }>
  | Readonly<{ at: 'busy'; waiting: Waiting }>
  | Readonly<{ at: 'stopped'; text: string }>
  | Readonly<{ at: 'wrong chain'; text: string; wallet: Wallet }>
  | Readonly<{ at: 'done' } & Decrypted>;

/** Decrypts a value for a wallet of the visitor's. What does it is loaded when it is first asked for. */
export function DecryptWithWallet(request: DecryptRequest) {
  const wallets = useWallets();
  const [state, setState] = useState<State>({ at: 'start' });

  const run = async (wallet: Wallet) => {
    setState({ at: 'busy', waiting: 'wallet' });
    try {
      const { decryptHandle, describeOtherChain } = await import('./decrypt-steps');
      const text = await describeOtherChain(wallet, request);
      if (text !== undefined) return setState({ at: 'wrong chain', text, wallet });
      const waitFor = (waiting: Waiting) => setState({ at: 'busy', waiting });
      setState({ at: 'done', ...(await decryptHandle(wallet, request, waitFor)) });
    } catch (error) {
      const text = error instanceof DecryptProblem ? error.message : describeRefusal(error);
      setState({ at: 'stopped', text });
    }
  };
  const switchAndRun = (wallet: Wallet) =>
    switchChain(wallet, request.chain.id).then(
      () => run(wallet),
      (error: unknown) => setState({ at: 'stopped', text: describeRefusal(error) }),
    );

  if (wallets === undefined) return null;
  return (
    <div className="flex flex-col gap-2">
      <WalletButtons
        wallets={wallets}
        isBusy={state.at === 'busy'}
        label={(wallet) => rich('Decrypt with {wallet}', { wallet })}
        choose={run}
      />
      <div role="status" className="flex flex-wrap items-center gap-2">
        {state.at === 'busy' && (
          <span className="text-soft">
            {state.waiting === 'wallet' ? t('Check your wallet…') : t('Waiting for the relayer…')}
          </span>
        )}
        {'text' in state && <span className="wrap-any text-error">{state.text}</span>}
        {state.at === 'wrong chain' && (
          <button type="button" className={WALLET_BUTTON} onClick={() => switchAndRun(state.wallet)}>
            {rich('Switch to {name}', { name: request.chain.name })}
          </button>
        )}
        {state.at === 'done' && <Result {...state} />}
      </div>
    </div>
  );
}

function Result({ value, account, delegator }: Decrypted) {
  return (
    <p className="flex flex-col gap-1">
      <span className="figure wrap-any text-lg font-semibold">
        {/^\d+$/.test(value) ? groupDigits(BigInt(value)) : value}
      </span>
      <span className="wrap-any text-soft">
        {rich('Decrypted for {account}, and verified by the signatures of the KMS. Only this page has it.', {
          account: <span className="mono">{account}</span>,
        })}
        {delegator !== undefined && (
          <>
            {' '}
            {rich('The right is that of {delegator}, which delegated it.', {
              delegator: <span className="mono">{delegator}</span>,
            })}
          </>
        )}
      </span>
    </p>
  );
}
