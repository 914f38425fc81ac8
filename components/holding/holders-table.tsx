import { AddressLabel } from '@/components/chain/address';
import { Amount, Unknown } from '@/components/chain/amount';
import { ChainLink } from '@/components/chain/chain-link';
import { TokenId } from '@/components/token-transfer/token-id';
import type { ListUrl } from '@/components/ui/column-picker';
import { type Column, DataTable } from '@/components/ui/data-table';
import { Meter } from '@/components/ui/meter';
import type { TokenHolder } from '@/lib/endpoints/holding';
import type { Token } from '@/lib/endpoints/token';
import { hasTrait } from '@/lib/evm/token-standards';
import { parseDecimals, parseInteger } from '@/lib/format/amount';
import { formatHundredths } from '@/lib/format/number';
import { type Msg, msg, t } from '@/lib/language/t';
import { HeldAt, HeldNote } from './held-at';

type Props = {
  token: Pick<Token, 'decimals' | 'total_supply' | 'type'>;
  holders: readonly TokenHolder[];
  /** The address of the token, if its holders are listed by ID. */
  collection?: string | undefined;
  list?: ListUrl;
};

/** Holders of a token, largest first, or of its IDs, with their share of the supply if known. */
export function HoldersTable({ token, holders, collection, list }: Props) {
  return (
    <>
      {areAllSums(holders) && (
        <p className="text-end text-xs text-faint md:hidden">{t('Net of indexed transfers')}</p>
      )}
      <DataTable
        caption={
          collection === undefined
            ? t('Holders of this token, largest first')
            : t('Holders of the IDs of this token, highest ID first')
        }
        columns={columnsFor(token, holders, collection)}
        rows={holders}
        list={list}
      />
    </>
  );
}

/** Whether no amount is a balance. */
function areAllSums(holders: Props['holders']): boolean {
  return holders.every(({ value }) => value === null);
}

function columnsFor(
  token: Props['token'],
  holders: Props['holders'],
  collection: Props['collection'],
): Column<TokenHolder>[] {
  const areSums = areAllSums(holders);
  const amount = amountColumn(hasTrait(token.type, 'items') ? 0 : parseDecimals(token.decimals), areSums);
  const supplyOf = (holder: TokenHolder) =>
    holder.token_id === null && collection === undefined ? token.total_supply : holder.id_supply;
  const hasShares = holders.some((holder) => supplyOf(holder) !== null);
  if (collection !== undefined)
    return [HOLDER, idColumn(collection), amount, ...(hasShares ? [shareColumn(supplyOf, OF_ID)] : [])];
  return hasShares
    ? [{ ...HOLDER, className: 'max-md:col-span-2' }, amount, shareColumn(supplyOf, OF_TOKEN)]
    : [HOLDER, { ...amount, className: 'text-end' }];
}

const OF_TOKEN = msg('Share of supply');
const OF_ID = msg("Share of the ID's supply");

function idColumn(collection: string): Column<TokenHolder> {
  return {
    head: msg('Token ID'),
    className: 'max-md:justify-self-end',
    cell: ({ token_id: id }) =>
      id === null ? (
        <Unknown />
      ) : (
        <ChainLink to={`/token/${collection}/instance/${id}`} className="text-ink">
          <TokenId id={id} />
        </ChainLink>
      ),
  };
}

const HOLDER: Column<TokenHolder> = {
  head: msg('Holder'),
  cell: ({ address }) => <AddressLabel address={address} />,
};

/** The column of amounts; its head says what they are if all are sums of transfers. */
function amountColumn(decimals: number | undefined, areSums: boolean): Column<TokenHolder> {
  return {
    head: areSums ? { id: 'amount', text: t('Net of indexed transfers') } : msg('Amount'),
    className: 'md:text-end',
    cell: (holder) => <HeldAmount holder={holder} decimals={decimals} isMarked={!areSums} />,
  };
}

type Held = { holder: TokenHolder; decimals: number | undefined; isMarked: boolean };

/** A balance with its height if it was called; among balances a sum of transfers is marked as one. */
function HeldAmount({ holder, decimals, isMarked }: Held) {
  const { value, transfers_sum: sum, token_id: id } = holder;
  const amount = parseInteger(value ?? sum);
  if (amount === undefined) return <Unknown />;
  return (
    <span className="block md:flex md:flex-row-reverse md:items-baseline md:gap-2">
      <Amount
        value={amount}
        decimals={id === null ? decimals : 0}
        isColumn
        className={value === null ? 'text-soft' : 'font-medium'}
      />
      {value === null && isMarked && <HeldNote>{t('net of indexed transfers')}</HeldNote>}
      {value !== null && <HeldAt balance={holder} />}
    </span>
  );
}

function shareColumn(supplyOf: (holder: TokenHolder) => string | null, head: Msg): Column<TokenHolder> {
  return {
    head,
    className: 'md:w-56 md:text-end max-md:justify-self-end',
    cell: (holder) => <Share value={holder.value} supply={supplyOf(holder)} />,
  };
}

/** Percentage truncated to two decimals; a contract may report less supply than its holders have. */
function Share({ value, supply }: { value: string | null; supply: string | null }) {
  const [part, whole] = [parseInteger(value), parseInteger(supply)];
  if (part === undefined || whole === undefined || whole <= 0n || part > whole) return <Unknown />;
  const hundredths = Number((part * 10_000n) / whole);
  const percent = formatHundredths(hundredths, true);
  return (
    <span className="inline-flex items-center gap-2">
      <span className="w-20 max-md:hidden">
        <Meter
          stretches={[{ perMille: Math.round(hundredths / 10), className: 'fill-accent' }]}
          label={t('{percent} of supply', { percent })}
        />
      </span>
      <span className="text-soft">{hundredths === 0 ? `<${formatHundredths(1, true)}` : percent}</span>
    </span>
  );
}
