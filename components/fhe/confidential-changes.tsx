import { NamedAddress } from '@/components/chain/address';
import { Age } from '@/components/chain/age';
import { TransactionLink } from '@/components/chain/transaction-link';
import { type Column, DataTable } from '@/components/ui/data-table';
import { rich } from '@/components/ui/rich';
import type { ConfidentialChange, ConfidentialToken } from '@/lib/endpoints/confidential-token';
import type { Token } from '@/lib/endpoints/token';
import { type Msg, msg, t } from '@/lib/language/t';
import { HandleLink } from './handle-link';
import { PublicAmount } from './public-amount';

type Props = { token: Token; told: ConfidentialToken | undefined; changes: readonly ConfidentialChange[] };

/** Mints, burns, wraps, unwraps and disclosures of a confidential token. */
export function ConfidentialChanges({ token, told, changes }: Props) {
  const underlying = told?.underlying ?? null;
  return (
    <DataTable
      caption={t('Changes of the supply, and disclosures, newest first')}
      columns={columnsFor(token, underlying)}
      rows={changes}
      narrow="max-md:grid-cols-[minmax(0,1fr)_auto]"
    />
  );
}

const KINDS: Readonly<Record<ConfidentialChange['kind'], Msg>> = {
  mint: msg('minted to {account}'),
  wrap: msg('wrapped for {account}'),
  burn: msg('burnt by {account}'),
  unwrap_requested: msg('unwrap to {account} requested'),
  unwrap: msg('unwrapped to {account}'),
  disclosure_requested: msg('disclosure requested by {account}'),
  disclosure: msg('disclosed'),
};

const CERTAINTIES: Readonly<Record<NonNullable<ConfidentialChange['certainty']>, Msg>> = {
  erc20: msg('by the ERC-20 transfer'),
  verified: msg('verified'),
  reported: msg('as the token says'),
};

function columnsFor(
  token: Token,
  underlying: ConfidentialToken['underlying'],
): readonly Column<ConfidentialChange>[] {
  const erc20: Column<ConfidentialChange> = {
    head: msg('ERC-20 side'),
    className: 'md:w-48 max-md:order-3 max-md:col-span-2',
    cell: ({ erc20_amount: amount }) =>
      amount === null ? null : (
        <span>
          <span className="text-sm text-soft md:hidden">{t('ERC-20 side')} </span>
          <PublicAmount amount={amount} token={underlying?.token ?? null} />
        </span>
      ),
  };
  return [
    {
      head: msg('What happened'),
      className: 'max-md:order-1 max-md:col-span-2',
      cell: ({ kind, account }) =>
        rich(KINDS[kind].english, { account: account === null ? '–' : <NamedAddress address={account} /> }),
    },
    {
      head: msg('Amount'),
      className: 'md:w-72 max-md:order-2 max-md:col-span-2',
      cell: (change) => <Amount change={change} token={token} />,
    },
    ...(underlying === null ? [] : [erc20]),
    {
      head: msg('Transaction'),
      className: 'md:w-40 max-md:order-4',
      cell: ({ transaction_hash: hash }) => <TransactionLink hash={hash} />,
    },
    {
      head: msg('Age'),
      className: 'md:w-32 max-md:order-5 max-md:justify-self-end',
      cell: ({ timestamp }) => <Age timestamp={timestamp} />,
    },
  ];
}

function Amount({ change, token }: { change: ConfidentialChange; token: Token }) {
  const { amount, certainty, handle } = change;
  return (
    <span className="inline-flex flex-col gap-0.5">
      {amount !== null && <PublicAmount amount={amount} token={token} />}
      <span className="text-xs text-soft">
        {certainty !== null && `${t(CERTAINTIES[certainty])} · `}
        <HandleLink handle={handle} />
      </span>
    </span>
  );
}
