import type { Rate } from '@/components/chain/worth';
import type { Token } from '@/lib/endpoints/token';

/** The price of a token now. */
export function rateOfToken(token: Token): Rate {
  return { rate: token.exchange_rate, source: token.exchange_rate_source };
}
