import { cookies } from 'next/headers';
import { cache } from 'react';
import { DISPLAY_VALUES } from '@/components/layout/display-values';
import { type Coin, type CoinUnit, coinIn } from '@/lib/format/amount';

/** The unit that the visitor chose for coin amounts, by cookie; undefined for the coin itself. One promise per request. */
export const readCoinUnit = cache(async (): Promise<CoinUnit | undefined> => {
  const stored = (await cookies()).get('unit')?.value;
  return DISPLAY_VALUES.unit.find((unit) => unit === stored);
});

/** The coin in the unit that the visitor chose. */
export const readCoin = cache(async (symbol: string): Promise<Coin> => coinIn(await readCoinUnit(), symbol));
