'use client';

import { useEffect, useState } from 'react';
import { discoverWallets, type Wallet } from './wallets';

/** The wallets of the visitor's browser; undefined on the server. */
export function useWallets(): readonly Wallet[] | undefined {
  const [wallets, setWallets] = useState<readonly Wallet[]>();
  useEffect(() => {
    setWallets([]);
    return discoverWallets((wallet) =>
      setWallets((known = []) => [...known.filter(({ id }) => id !== wallet.id), wallet]),
    );
  }, []);
  return wallets;
}
