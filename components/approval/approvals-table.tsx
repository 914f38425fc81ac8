import { NamedAddress } from '@/components/chain/address';
import { Age } from '@/components/chain/age';
import { Amount, ShortNumber } from '@/components/chain/amount';
import { ListLookAlikes } from '@/components/chain/look-alike-notice';
import { TransactionLink } from '@/components/chain/transaction-link';
import { TokenLabel } from '@/components/token/token-label';
import { TokenId } from '@/components/token-transfer/token-id';
import { type Column, DataTable } from '@/components/ui/data-table';
import { Pill } from '@/components/ui/pill';
import type { Approval } from '@/lib/endpoints/approval';
import { parseDecimals } from '@/lib/format/amount';
import { shortenHash } from '@/lib/format/hash';
import { findLookAlikes } from '@/lib/format/look-alikes';
import { msg, t } from '@/lib/language/t';

/** Approvals by an address. */
export function ApprovalsTable({ approvals, address }: { approvals: readonly Approval[]; address: string }) {
  const lookAlikes = findLookAlikes([address, ...approvals.map(({ spender }) => spender.hash)]);
  return (
    <>
      <ListLookAlikes lookAlikes={lookAlikes} />
      <DataTable
        caption={t('Approvals given by this address, newest first')}
        columns={[spenderColumn(lookAlikes), CONTRACT, LIMIT, TIME, TRANSACTION]}
        rows={approvals}
      />
    </>
  );
}

const spenderColumn = (lookAlikes: ReadonlySet<string>): Column<Approval> => ({
  head: msg('Spender'),
  className: 'max-md:order-1 max-md:col-span-2 md:w-1/3 md:max-w-0',
  cell: ({ spender }) => <NamedAddress address={spender} lookAlikes={lookAlikes} />,
});

/** Names are chosen freely: the address is always next to them. */
const CONTRACT: Column<Approval> = {
  head: msg('Token'),
  className: 'max-md:order-3 max-md:col-span-2',
  cell: ({ token, contract }) =>
    token === null ? (
      <NamedAddress address={contract} />
    ) : (
      <span className="inline-flex flex-wrap items-baseline gap-x-1.5">
        <TokenLabel token={token} />
        {(token.symbol ?? token.name) !== null && (
          <span className="mono text-xs whitespace-nowrap text-faint">{shortenHash(contract.hash)}</span>
        )}
      </span>
    ),
};

const LIMIT: Column<Approval> = {
  head: msg('Limit'),
  className: 'max-md:order-2 max-md:col-span-2 md:text-end',
  cell: (approval) => (
    <span className="inline-flex flex-wrap items-baseline gap-x-1.5 md:justify-end">
      <Limit approval={approval} />
      {approval.is_revoked && <Pill>{approval.limit === '0' ? t('revoked') : t('ended')}</Pill>}
    </span>
  ),
};

const TIME: Column<Approval> = {
  head: msg('Approved'),
  className: 'max-md:order-4',
  cell: ({ timestamp }) => <Age timestamp={timestamp} className="text-soft" />,
};

const TRANSACTION: Column<Approval> = {
  head: msg('Transaction'),
  className: 'max-md:order-5 max-md:justify-self-end',
  cell: ({ transaction_hash }) => <TransactionLink hash={transaction_hash} part="/logs" />,
};

function Limit({ approval }: { approval: Approval }) {
  const { kind, token_id: id, valid_until: until } = approval;
  if (kind === 'all') return <span className="font-medium text-pending">{t('everything')}</span>;
  if (kind === 'all_until')
    return (
      <span className="font-medium text-pending">
        {until === null
          ? t('everything')
          : t('everything until {time} UTC', { time: until.slice(0, 16).replace('T', ' ') })}
      </span>
    );
  return (
    <>
      {kind !== 'nft' && <Spendable approval={approval} />}
      {id !== null && <TokenId id={id} />}
    </>
  );
}

function Spendable({ approval: { limit, is_unlimited: isUnlimited, token } }: { approval: Approval }) {
  const value = BigInt(limit ?? 0);
  if (isUnlimited)
    return (
      <ShortNumber value={value} className="font-medium text-pending">
        {t('unlimited')}
      </ShortNumber>
    );
  return <Amount value={value} decimals={parseDecimals(token?.decimals ?? null)} className="font-medium" />;
}
