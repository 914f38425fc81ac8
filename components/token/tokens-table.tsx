import { Unknown } from '@/components/chain/amount';
import { ChainLink } from '@/components/chain/chain-link';
import { DeceptiveLetters } from '@/components/chain/deceptive-letters';
import { ImitationMark } from '@/components/chain/imitation';
import type { ListUrl } from '@/components/ui/column-picker';
import { type Column, DataTable } from '@/components/ui/data-table';
import { Pill } from '@/components/ui/pill';
import type { ListedToken, Token } from '@/lib/endpoints/token';
import { hasTrait } from '@/lib/evm/token-standards';
import { shortenHash } from '@/lib/format/hash';
import { groupDigits } from '@/lib/format/number';
import { displayText } from '@/lib/format/text';
import { msg, t } from '@/lib/language/t';
import { TokenLogo } from './token-logo';

/** A token, and how often it moves where that is known. */
type Row = Token & Partial<Pick<ListedToken, 'transfers_count'>>;

const TOKEN: readonly Column<Row>[] = [
  {
    head: msg('Token'),
    className: 'max-md:order-1',
    cell: (token) => (
      <ChainLink to={`/token/${token.address_hash}`} className="wrap-any font-medium">
        <TokenLogo url={token.icon_url} />
        <ImitationMark imitated={token.imitates} />
        <DeceptiveLetters name={token.name} />
        <bdi>{token.name === null ? t('Unnamed token') : displayText(token.name, 60)}</bdi>
      </ChainLink>
    ),
  },
  {
    head: msg('Symbol'),
    className: 'max-md:hidden',
    cell: ({ symbol }) => (
      <span className="wrap-any text-soft">
        <DeceptiveLetters name={symbol} />
        <bdi>{symbol === null ? '' : displayText(symbol, 24)}</bdi>
      </span>
    ),
  },
  {
    head: msg('Standard'),
    className: 'aside-cell',
    cell: ({ type }) => <Pill>{type ?? t('token')}</Pill>,
  },
];

const TRANSFERS: Column<Row> = {
  head: msg('Transfers'),
  className: 'md:text-end max-md:order-4 max-md:justify-self-end',
  cell: ({ transfers_count: count }) =>
    count == null ? (
      <Unknown />
    ) : (
      <>
        {groupDigits(count)}
        <span className="text-faint md:hidden">
          {t('{count, plural, one { transfer} other { transfers}}', { count: Number(count) })}
        </span>
      </>
    ),
};

const HOLDERS: Column<Row> = {
  head: msg('Holders'),
  className: 'md:text-end max-md:order-4 max-md:col-start-2 max-md:justify-self-end',
  cell: ({ holders_count: count, type }) =>
    count === null ? (
      <span className="text-faint">
        <span className="md:hidden">{t('holders')} </span>
        {hasTrait(type, 'encrypted') ? t('confidential') : t('unknown')}
      </span>
    ) : (
      <>
        {groupDigits(count)}
        <span className="text-faint md:hidden">
          {t('{count, plural, one { holder} other { holders}}', { count: Number(count) })}
        </span>
      </>
    ),
};

const CONTRACT: Column<Row> = {
  head: msg('Contract'),
  className: 'md:text-end max-md:order-3',
  cell: ({ address_hash: hash }) => (
    <span className="mono text-soft" title={hash}>
      {shortenHash(hash)}
    </span>
  ),
};

/** Whether something is said of the holders: their number, or that balances are encrypted. */
function hasHolders({ holders_count: count, type }: Row): boolean {
  return count !== null || hasTrait(type, 'encrypted');
}

/** Without a column that would say `unknown` in every row. */
function columnsFor(tokens: readonly Row[]): Column<Row>[] {
  return [
    ...TOKEN,
    ...(tokens.some(({ transfers_count: count }) => count != null) ? [TRANSFERS] : []),
    ...(tokens.some(hasHolders) ? [HOLDERS] : []),
    CONTRACT,
  ];
}

/** Anyone can choose a token's name, so the contract address is next to it. */
export function TokensTable({ tokens, list }: { tokens: readonly Row[]; list?: ListUrl }) {
  return (
    <DataTable
      caption={t('Tokens, most known holders first')}
      columns={columnsFor(tokens)}
      rows={tokens}
      list={list}
    />
  );
}
