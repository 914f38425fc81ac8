import { use } from 'react';
import { AddressLabel } from '@/components/chain/address';
import { Amount } from '@/components/chain/amount';
import { readCoin } from '@/components/chain/coin-unit';
import { TokenLabel } from '@/components/token/token-label';
import { type Column, DataTable } from '@/components/ui/data-table';
import { Pill } from '@/components/ui/pill';
import type { StateChange } from '@/lib/endpoints/state-change';
import { parseDecimals, parseInteger } from '@/lib/format/amount';
import { msg, t } from '@/lib/language/t';
import { TokenId } from '../token-transfer/token-id';
import { FromNode } from './from-node';

type Props = { changes: readonly StateChange[]; symbol: string; isProven: boolean };

/** Balances before and after; without these columns where all are unknown. */
export function StateChangesTable({ changes, symbol, isProven }: Props) {
  const isKnown = changes.some((row) => row.balance_before !== null || row.balance_after !== null);
  const balances = isKnown
    ? [balanceColumn('before', symbol, isProven), balanceColumn('after', symbol, isProven)]
    : [];
  return (
    <DataTable
      caption={t('Balances changed by this transaction')}
      columns={[ADDRESS, assetColumn(symbol), ...balances, changeColumn(symbol)]}
      rows={changes}
      narrow="max-md:grid-cols-[fit-content(45%)_minmax(0,1fr)] max-md:items-center"
    />
  );
}

const ADDRESS: Column<StateChange> = {
  head: msg('Address'),
  className: 'max-md:order-1 max-md:col-span-2 md:w-1/3 md:max-w-0',
  cell: ({ address, is_miner }) => (
    <span className="flex min-w-0 items-center gap-2">
      <AddressLabel address={address} />
      {is_miner && <Pill title={t('Receives the priority fees of this block')}>{t('Fee recipient')}</Pill>}
    </span>
  ),
};

const changeColumn = (symbol: string): Column<StateChange> => ({
  head: msg('Change'),
  className: 'md:text-end max-md:order-3 max-md:justify-self-end',
  cell: (row) => <Quantity row={row} value={row.change} symbol={symbol} isSigned />,
});

/** Of an ID the smallest unit: the decimals of the contract are not its own. */
function decimalsOfRow(token: NonNullable<StateChange['token']>, id: string | null): number | undefined {
  return id === null ? parseDecimals(token.decimals) : 0;
}

function assetColumn(symbol: string): Column<StateChange> {
  return {
    head: msg('Asset'),
    className: 'max-md:order-2',
    cell: ({ token, token_id }) =>
      token === null ? (
        <CoinName symbol={symbol} />
      ) : (
        <span className="inline-flex flex-wrap items-center gap-1.5">
          <TokenLabel token={token} />
          {token_id !== null && <TokenId id={token_id} />}
        </span>
      ),
  };
}

/** The unit of coin changes. */
function CoinName({ symbol }: { symbol: string }) {
  return <bdi className="text-soft">{use(readCoin(symbol)).name}</bdi>;
}

function balanceColumn(side: 'before' | 'after', symbol: string, isProven: boolean): Column<StateChange> {
  const head = side === 'before' ? msg('Before') : msg('After');
  return {
    head,
    className: `md:text-end max-md:col-span-2 ${side === 'before' ? 'max-md:order-4' : 'max-md:order-5'}`,
    cell: (row) => (
      <span className="flex flex-wrap justify-between gap-x-2 md:justify-end">
        <span className="label md:hidden">{t(head)}</span>
        <Quantity
          row={row}
          value={side === 'before' ? row.balance_before : row.balance_after}
          symbol={symbol}
        />
        {side === 'before' && isProven && isOfNode(row) && <FromNode />}
      </span>
    ),
  };
}

/** A coin balance that the node returned, beside proven ones. */
const isOfNode = ({ token, balance_before, is_before_proven }: StateChange) =>
  token === null && balance_before !== null && !is_before_proven;

type QuantityProps = { row: StateChange; value: string | null; symbol: string; isSigned?: boolean };

/** A balance or a change of one, with all digits; its unit is in the column beside it. */
function Quantity({ row: { token, token_id: id }, value, symbol, isSigned }: QuantityProps) {
  const amount = parseInteger(value);
  if (amount === undefined) return <span className="text-faint">{t('not known')}</span>;
  const decimals = token === null ? use(readCoin(symbol)).decimals : decimalsOfRow(token, id);
  return (
    <Amount
      value={amount}
      decimals={decimals}
      isSigned={isSigned}
      isExact
      className={isSigned ? 'font-medium' : 'text-soft'}
    />
  );
}
