import { NamedAddress } from '@/components/chain/address';
import { Age } from '@/components/chain/age';
import { ChainLink } from '@/components/chain/chain-link';
import { TransactionLink } from '@/components/chain/transaction-link';
import { type Column, DataTable } from '@/components/ui/data-table';
import { EmptyState } from '@/components/ui/empty-state';
import { Panel } from '@/components/ui/panel';
import { Pill } from '@/components/ui/pill';
import { rich } from '@/components/ui/rich';
import type { FheGrant, FheHandle } from '@/lib/endpoints/fhe-handle';
import { groupDigits } from '@/lib/format/number';
import { msg, t } from '@/lib/language/t';
import { GrantedBy } from './granted-by';

/** Of each account. */
const MAX_DELEGATIONS = 1;
/** Rights for one transaction that are listed. */
const MAX_TRANSIENT = 8;

type Props = { handle: FheHandle; grants: readonly FheGrant[]; hasMore: boolean };

/** Who may decrypt a handle now, and since when. */
export function HandleAccess({ handle, grants, hasMore }: Props) {
  const { transient_grants: transient } = handle;
  return (
    <Panel title={t('Who may decrypt it')} id="access" aside={t('now, by logs')}>
      {handle.public_since !== null && (
        <p className="border-b border-line px-4 py-3 text-sm">
          {rich('<pill>everyone</pill> since {transaction}, {age}, for good', {
            pill: (words) => <Pill tone="pending">{words}</Pill>,
            transaction: <TransactionLink hash={handle.public_since.transaction_hash} />,
            age: <Age timestamp={handle.public_since.timestamp} />,
          })}
        </p>
      )}
      {grants.length === 0 ? (
        <EmptyState icon="lock" title={t('No grants')}>
          {t('No indexed log of a known ACL lets an account use this value after its transaction.')}
        </EmptyState>
      ) : (
        <DataTable
          caption={t('Accounts that may decrypt the value')}
          columns={COLUMNS}
          rows={grants}
          narrow="max-md:grid-cols-[minmax(0,1fr)_auto]"
        />
      )}
      {transient.length > 0 && (
        <ul className="divide-y divide-line border-t border-line text-sm">
          {transient.slice(0, MAX_TRANSIENT).map((one) => (
            <li
              key={`${one.transaction_hash} ${one.caller.hash} ${one.account?.hash}`}
              className="px-4 py-2 text-soft"
            >
              {rich('{account}, by {caller}: <b>for transaction {transaction} only</b>, {age}', {
                account: one.account === null ? '–' : <NamedAddress address={one.account} />,
                caller: <NamedAddress address={one.caller} />,
                transaction: <TransactionLink hash={one.transaction_hash} />,
                age: <Age timestamp={one.timestamp} />,
                b: (words) => <b className="font-semibold text-ink">{words}</b>,
              })}
            </li>
          ))}
          {transient.length > MAX_TRANSIENT && (
            <li className="px-4 py-2 text-soft">
              {t('and {count} more', { count: groupDigits(transient.length - MAX_TRANSIENT) })}
            </li>
          )}
        </ul>
      )}
      <p className="border-t border-line px-4 py-2 text-xs text-faint">
        {hasMore && `${t('The newest {count}.', { count: groupDigits(grants.length) })} `}
        {t(
          'A grant is never taken back. An account decrypts through a contract that has one, too. Rights that end with their transaction leave no log: they are listed where a trace shows them. Decryptions leave no log either.',
        )}
        {handle.complete_since_block !== null &&
          ` ${t('Blocks below {block} are still being indexed for handles.', {
            block: groupDigits(handle.complete_since_block),
          })}`}
      </p>
    </Panel>
  );
}

const COLUMNS: readonly Column<FheGrant>[] = [
  {
    head: msg('Account'),
    className: 'max-md:col-span-2',
    cell: ({ account, delegations }) => (
      <span className="flex flex-col gap-1">
        <NamedAddress address={account} />
        {delegations.slice(0, MAX_DELEGATIONS).map((one) => (
          <span key={`${one.transaction_hash} ${one.log_index}`} className="text-xs text-soft">
            {rich(
              'delegated to {delegate} {isWildcard, select, true {for any contract} other {for {contract}}}{expires, select, never {} other {, until {end}}}',
              {
                delegate: <NamedAddress address={one.delegate} />,
                isWildcard: String(one.contract === null),
                contract: one.contract === null ? '' : <NamedAddress address={one.contract} />,
                expires: one.expires_at === null ? 'never' : 'then',
                end: one.expires_at === null ? '' : <Age timestamp={one.expires_at} />,
              },
            )}
          </span>
        ))}
        {delegations.length > MAX_DELEGATIONS && (
          <ChainLink to={`/address/${account.hash}/fhe`} className="text-xs">
            {t('and {count} more', { count: groupDigits(delegations.length - MAX_DELEGATIONS) })}
          </ChainLink>
        )}
      </span>
    ),
  },
  {
    head: msg('Kind'),
    className: 'md:w-28 max-md:hidden',
    cell: ({ account }) => (account.is_contract ? t('Contract') : t('Account')),
  },
  {
    head: msg('Granted by'),
    className: 'md:w-60 max-md:col-span-2',
    cell: ({ caller }) => <GrantedBy caller={caller} />,
  },
  {
    head: msg('Since'),
    className: 'md:w-40',
    cell: ({ timestamp }) => <Age timestamp={timestamp} />,
  },
  {
    head: msg('Transaction'),
    className: 'md:w-40',
    cell: ({ transaction_hash: hash }) => <TransactionLink hash={hash} />,
  },
];
