import type { ReactNode } from 'react';
import { NamedAddress } from '@/components/chain/address';
import { Age } from '@/components/chain/age';
import { HashLine } from '@/components/chain/hash-line';
import { TransactionLink } from '@/components/chain/transaction-link';
import { Pill } from '@/components/ui/pill';
import { rich } from '@/components/ui/rich';
import type { FheHandle } from '@/lib/endpoints/fhe-handle';
import { formatFheOperation, formatFheType } from '@/lib/fhe/names';
import { groupDigits } from '@/lib/format/number';
import { t } from '@/lib/language/t';

type Props = { handle: FheHandle; lookAlikes: ReadonlySet<string>; viewAs: ReactNode };

/** What a handle is, in a sentence. */
export function HandleHeader({ handle, lookAlikes, viewAs }: Props) {
  const isPublic = handle.public_since !== null;
  return (
    <header className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="text-xl font-semibold tracking-tight">{t('Encrypted value')}</h1>
        <div className="flex flex-wrap items-center gap-1.5">
          <Pill tone="secret" icon="lock">
            {formatFheType(handle.fhe_type)}
          </Pill>
          {isPublic && <Pill tone="pending">{t('Publicly decryptable')}</Pill>}
        </div>
        <div className="ms-auto">{viewAs}</div>
      </div>
      <HashLine hash={handle.handle} what="handle" />
      <p className="max-w-5xl text-md leading-7">
        <Origin handle={handle} lookAlikes={lookAlikes} />{' '}
        {t(
          'Operations used it {uses, plural, =0 {never} one {once} other {{shown} times}}, and {accounts, plural, =0 {no account} one {# account} other {# accounts}} may decrypt it.',
          {
            uses: handle.uses_count,
            shown: groupDigits(handle.uses_count),
            accounts: handle.accounts_count,
          },
        )}{' '}
        {handle.public_since !== null &&
          rich('Everyone may decrypt it since {transaction}, {age}.', {
            transaction: <TransactionLink hash={handle.public_since.transaction_hash} part="/fhe" />,
            age: <Age timestamp={handle.public_since.timestamp} />,
          })}
      </p>
    </header>
  );
}

function Origin({ handle, lookAlikes }: Omit<Props, 'viewAs'>) {
  const type = <b className="font-medium">{formatFheType(handle.fhe_type)}</b>;
  const { operation, input } = handle;
  if (operation !== null) {
    const values = {
      type,
      operation: <code className="mono">{formatFheOperation(operation.operation)}</code>,
      transaction: <TransactionLink hash={operation.transaction_hash} part="/fhe" />,
      age: <Age timestamp={operation.timestamp} />,
    };
    return operation.caller === null
      ? rich('An encrypted {type}, the result of {operation} in {transaction}, {age}.', values)
      : rich('An encrypted {type}, which {caller} computed with {operation} in {transaction}, {age}.', {
          ...values,
          caller: <NamedAddress address={operation.caller} lookAlikes={lookAlikes} />,
        });
  }
  if (input !== null)
    return rich('An encrypted {type}, an input of {user}, verified in {transaction}, {age}.', {
      type,
      user: <NamedAddress address={input.user} lookAlikes={lookAlikes} />,
      transaction: <TransactionLink hash={input.transaction_hash} part="/fhe" />,
      age: <Age timestamp={input.timestamp} />,
    });
  if (handle.origin === 'bridged')
    return rich('An encrypted {type}, which came over a bridge from chain {chain}.', {
      type,
      chain: handle.bridged.find(({ direction }) => direction === 'received')?.chain_id ?? '?',
    });
  return rich('An encrypted {type}, whose origin is in no indexed block.', { type });
}
