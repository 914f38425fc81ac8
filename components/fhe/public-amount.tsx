import { TokenLabel } from '@/components/token/token-label';
import type { Token } from '@/lib/endpoints/token';
import { formatListed, parseDecimals, parseInteger } from '@/lib/format/amount';
import { t } from '@/lib/language/t';

/** A public amount of a token, in its smallest unit where the token or its decimals are not known. */
export function PublicAmount({ amount, token }: { amount: string; token: Token | null }) {
  const decimals = token === null ? undefined : parseDecimals(token.decimals);
  const shown = formatListed(parseInteger(amount) ?? 0n, decimals ?? 0);
  return (
    <span className="figure wrap-any">
      <span title={shown.exact} className="font-medium">
        {shown.text}
      </span>{' '}
      {decimals === undefined && <span className="text-xs text-faint">{t('units of')} </span>}
      {token === null ? t('an unknown token') : <TokenLabel token={token} />}
    </span>
  );
}
