import type { Token } from '@/lib/endpoints/token';
import { shortenHash } from '@/lib/format/hash';
import { displayText } from '@/lib/format/text';
import { t } from '@/lib/language/t';
import { ChainLink } from '../chain/chain-link';
import { DeceptiveLetters } from '../chain/deceptive-letters';
import { ImitationMark } from '../chain/imitation';
import { TokenLogo } from './token-logo';

type Named = Pick<Token, 'address_hash' | 'name' | 'symbol'>;
/** The display name of a token, and who chose it. */
export type TokenName = Named & Partial<Pick<Token, 'icon_url' | 'imitates'>>;

const textOf = ({ symbol, name }: Named): string => (symbol ?? name ?? '').trim();

/** Whether a token has neither symbol nor name: its address is shown instead. */
export function isNameless(token: Named): boolean {
  return textOf(token) === '';
}

/** Symbol, name or address of a token, sanitized, to follow an amount. */
export function tokenSymbol(token: Named): string {
  return isNameless(token)
    ? shortenHash(token.address_hash)
    : displayText(token.symbol ?? token.name ?? '', 24);
}

/** A token next to an amount. Anyone can choose a name, so the title always has the address. */
export function TokenLabel({ token }: { token: TokenName }) {
  const title = `${token.name === null ? t('Unnamed token') : displayText(token.name, 60)} · ${token.address_hash}`;
  return (
    <ChainLink
      to={`/token/${token.address_hash}`}
      title={title}
      data-same={token.address_hash.toLowerCase()}
      className={`${isNameless(token) ? 'whitespace-nowrap' : 'wrap-any'} font-medium text-ink`}
    >
      <TokenLogo url={token.icon_url} className="size-3.5" />
      <ImitationMark imitated={token.imitates} />
      <DeceptiveLetters name={token.symbol ?? token.name} />
      <bdi>{tokenSymbol(token)}</bdi>
    </ChainLink>
  );
}
