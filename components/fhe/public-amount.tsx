import { Amount } from '@/components/chain/amount';
import { TokenLabel } from '@/components/token/token-label';
import type { Token } from '@/lib/endpoints/token';
import { parseDecimals, parseInteger } from '@/lib/format/amount';
import { t } from '@/lib/language/t';

/** A public amount of a token, in its smallest unit where the token or its decimals are not known. */
export function PublicAmount({ amount, token }: { amount: string; token: Token | null }) {
  return (
    <Amount
      value={parseInteger(amount) ?? 0n}
      decimals={parseDecimals(token?.decimals ?? null)}
      className="font-medium"
    >
      {token === null ? t('an unknown token') : <TokenLabel token={token} />}
    </Amount>
  );
}
