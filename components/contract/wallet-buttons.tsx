'use client';

import type { ReactNode } from 'react';
import { t } from '@/lib/language/t';
import type { Wallet } from './wallets';

/** Looks of a button beside those of wallets. */
export const WALLET_BUTTON =
  'h-8 rounded-sm border border-edge bg-surface px-3 font-medium hover:bg-hover disabled:opacity-60';

type Props = {
  wallets: readonly Wallet[];
  isBusy: boolean;
  label(name: ReactNode): ReactNode;
  choose(wallet: Wallet): void;
};

/** A button for each wallet of the visitor's, or that there is none. */
export function WalletButtons({ wallets, isBusy, label, choose }: Props) {
  return (
    <p className="flex flex-wrap gap-2">
      {wallets.map((wallet) => (
        <button
          key={wallet.id}
          type="button"
          className={WALLET_BUTTON}
          disabled={isBusy}
          onClick={() => choose(wallet)}
        >
          {label(<bdi>{wallet.name}</bdi>)}
        </button>
      ))}
      {wallets.length === 0 && <span className="text-soft">{t('No wallet was found in this browser.')}</span>}
    </p>
  );
}
