import { AddressLabel } from '@/components/chain/address';
import { Unknown } from '@/components/chain/amount';
import type { ListUrl } from '@/components/ui/column-picker';
import { type Column, DataTable } from '@/components/ui/data-table';
import { Meter } from '@/components/ui/meter';
import type { TokenHolder } from '@/lib/endpoints/holding';
import type { Token } from '@/lib/endpoints/token';
import { formatAmount, parseDecimals, parseInteger } from '@/lib/format/amount';
import { formatHundredths } from '@/lib/format/number';
import { msg, t } from '@/lib/language/t';
import { HeldAt, HeldNote } from './held-at';

type Props = {
  token: Pick<Token, 'decimals' | 'total_supply'>;
  holders: readonly TokenHolder[];
  list?: ListUrl;
};

/** Holders of a token, largest first, with their share of the supply if known. */
export function HoldersTable({ token, holders, list }: Props) {
  return (
    <DataTable
      caption={t('Holders of this token, largest first')}
      columns={columnsFor(token)}
      rows={holders}
      list={list}
      narrow="max-md:grid-cols-[minmax(0,1fr)_auto] max-md:items-center"
    />
  );
}

function columnsFor(token: Props['token']): Column<TokenHolder>[] {
  const amount = amountColumn(parseDecimals(token.decimals) ?? 0);
  return token.total_supply === null
    ? [HOLDER, { ...amount, className: 'text-end' }]
    : [{ ...HOLDER, className: 'max-md:col-span-2' }, amount, shareColumn(token.total_supply)];
}

const HOLDER: Column<TokenHolder> = {
  head: msg('Holder'),
  cell: ({ address }) => <AddressLabel address={address} />,
};

function amountColumn(decimals: number): Column<TokenHolder> {
  return {
    head: msg('Amount'),
    className: 'md:text-end',
    cell: (holder) => <HeldAmount holder={holder} decimals={decimals} />,
  };
}

/** A balance with its height if it was called; a sum of transfers is marked as one. */
function HeldAmount({ holder, decimals }: { holder: TokenHolder; decimals: number }) {
  const { value, transfers_sum: sum } = holder;
  const amount = parseInteger(value ?? sum);
  if (amount === undefined) return <Unknown />;
  const shown = formatAmount(amount, decimals);
  return (
    <span className="block md:flex md:flex-row-reverse md:items-baseline md:gap-2">
      <span title={shown.exact} className={`wrap-any ${value === null ? 'text-soft' : 'font-medium'}`}>
        {shown.text}
      </span>
      {value === null ? <HeldNote>{t('sum of transfers')}</HeldNote> : <HeldAt balance={holder} />}
    </span>
  );
}

function shareColumn(supply: string): Column<TokenHolder> {
  return {
    head: msg('Share of supply'),
    className: 'md:w-56 md:text-end max-md:justify-self-end',
    cell: ({ value }) => <Share value={value} supply={supply} />,
  };
}

/** Percentage truncated to two decimals; a contract may report less supply than its holders have. */
function Share({ value, supply }: { value: string | null; supply: string }) {
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
