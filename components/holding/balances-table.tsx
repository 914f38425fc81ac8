import { AddressLabel } from '@/components/chain/address';
import { Amount } from '@/components/chain/amount';
import { ChainLink } from '@/components/chain/chain-link';
import { DeceptiveLetters } from '@/components/chain/deceptive-letters';
import { ImitationMark } from '@/components/chain/imitation';
import { Worth } from '@/components/chain/worth';
import { rateOfToken } from '@/components/token/rate-of-token';
import { tokenSymbol } from '@/components/token/token-label';
import { TokenLogo } from '@/components/token/token-logo';
import { TokenId } from '@/components/token-transfer/token-id';
import { type Column, DataTable } from '@/components/ui/data-table';
import { Pill } from '@/components/ui/pill';
import type { TokenBalance } from '@/lib/endpoints/holding';
import { hasTrait } from '@/lib/evm/token-standards';
import { parseDecimals } from '@/lib/format/amount';
import { displayText } from '@/lib/format/text';
import { msg, t } from '@/lib/language/t';
import { HeldAt } from './held-at';

/** Token balances of an address: an amount of a token or ID, or a number of NFTs. */
export function AddressTokensTable({ balances }: { balances: readonly TokenBalance[] }) {
  return (
    <DataTable
      caption={t('Tokens held by this address')}
      columns={[NAME, CONTRACT, STANDARD, AMOUNT]}
      rows={balances}
    />
  );
}

const NAME: Column<TokenBalance> = {
  head: msg('Token'),
  className: 'max-md:order-1',
  cell: ({ token, token_id: id }) =>
    token === null ? (
      <span className="text-faint">{t('unknown token')}</span>
    ) : (
      <>
        <ChainLink to={`/token/${token.address_hash}`} className="wrap-any font-medium">
          <TokenLogo url={token.icon_url} />
          <ImitationMark imitated={token.imitates} />
          <DeceptiveLetters name={token.name} />
          <bdi>
            {token.name === null || token.name.trim() === ''
              ? t('Unnamed token')
              : displayText(token.name, 60)}
          </bdi>
        </ChainLink>
        {id !== null && (
          <>
            {' '}
            <ChainLink to={`/token/${token.address_hash}/instance/${id}`} className="text-ink">
              <TokenId id={id} />
            </ChainLink>
          </>
        )}
      </>
    ),
};

const CONTRACT: Column<TokenBalance> = {
  head: msg('Contract'),
  className: 'max-md:order-3 max-md:col-span-2',
  cell: ({ token }) =>
    token && <AddressLabel address={{ hash: token.address_hash, name: null, is_contract: true }} />,
};

const STANDARD: Column<TokenBalance> = {
  head: msg('Standard'),
  className: 'aside-cell',
  cell: ({ token }) => <Pill>{displayText(token?.type ?? 'token', 24)}</Pill>,
};

const AMOUNT: Column<TokenBalance> = {
  head: msg('Amount'),
  className: 'units md:text-end max-md:order-4 max-md:col-span-2 max-md:text-base',
  cell: (balance) => <Held balance={balance} />,
};

function Held({ balance }: { balance: TokenBalance }) {
  const value = BigInt(balance.value);
  const { token, token_id: id } = balance;
  if (hasTrait(token?.type, 'items')) {
    return (
      <>
        <span className="font-medium">
          {t('{count, plural, one {# item} other {# items}}', { count: value })}
        </span>
        <HeldAt balance={balance} />
      </>
    );
  }
  // an ID has decimals of its own, which are not known
  const decimals = id === null ? parseDecimals(token?.decimals ?? null) : undefined;
  return (
    <>
      <Amount value={value} decimals={decimals} isColumn className="font-medium">
        {token && id === null && (
          <>
            <DeceptiveLetters name={token.symbol} />
            <bdi className="text-soft">{tokenSymbol(token)}</bdi>
          </>
        )}
      </Amount>
      {token && (
        <Worth
          amount={balance.value}
          decimals={decimals}
          symbol={tokenSymbol(token)}
          now={rateOfToken(token)}
        />
      )}
      <HeldAt balance={balance} />
    </>
  );
}
