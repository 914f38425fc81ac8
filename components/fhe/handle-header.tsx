import type { ReactNode } from 'react';
import { NamedAddress } from '@/components/chain/address';
import { Age } from '@/components/chain/age';
import { HashLine } from '@/components/chain/hash-line';
import { TransactionLink } from '@/components/chain/transaction-link';
import { Pill } from '@/components/ui/pill';
import { rich } from '@/components/ui/rich';
import { type FheHandle, HANDLE_COUNTS } from '@/lib/endpoints/fhe-handle';
import { formatFheOperation, formatFheType } from '@/lib/fhe/names';
import { t } from '@/lib/language/t';
import { nameChain } from './name-chain';
import { orMore } from './or-more';

type Props = {
  handle: FheHandle;
  /** There are more grants than the first page has. */
  hasMoreGrants: boolean;
  lookAlikes: ReadonlySet<string>;
  /** The chain of the page: a handle can be of another one. */
  chainId: string;
  viewAs: ReactNode;
};

/** What a handle is, in a sentence. */
export function HandleHeader(props: Props) {
  const { handle, hasMoreGrants, lookAlikes, chainId, viewAs } = props;
  const { public_since: since } = handle;
  const uses = {
    uses: handle.uses_count,
    shown: orMore(handle.uses_count, handle.uses_count >= HANDLE_COUNTS.uses),
  };
  return (
    <header className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="text-xl font-semibold tracking-tight">{t('Encrypted value')}</h1>
        <div className="flex flex-wrap items-center gap-1.5">
          <Pill tone="secret" icon="lock">
            {formatFheType(handle.fhe_type)}
          </Pill>
          {since !== null && <Pill tone="pending">{t('Publicly decryptable')}</Pill>}
        </div>
        <div className="ms-auto">{viewAs}</div>
      </div>
      <HashLine hash={handle.handle} what="handle" />
      <p className="max-w-5xl text-md leading-7">
        <Origin handle={handle} lookAlikes={lookAlikes} chainId={chainId} />{' '}
        {since === null
          ? t(
              '{uses, plural, =0 {No operation has used it} one {One operation has used it} other {It was used by {shown} operations}}, and {accounts, plural, =0 {no account} one {{known} account} other {{known} accounts}} may decrypt it.',
              {
                ...uses,
                accounts: handle.accounts_count,
                known: orMore(handle.accounts_count, hasMoreGrants && !handle.are_accounts_counted),
              },
            )
          : rich(
              '{uses, plural, =0 {No operation has used it} one {One operation has used it} other {It was used by {shown} operations}}, and everyone may decrypt it since {transaction}, {age}.',
              {
                ...uses,
                transaction: <TransactionLink hash={since.transaction_hash} part="/fhe" />,
                age: <Age timestamp={since.timestamp} />,
              },
            )}
      </p>
    </header>
  );
}

function Origin({ handle, lookAlikes, chainId }: Pick<Props, 'handle' | 'lookAlikes' | 'chainId'>) {
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
  if (handle.origin === 'bridged') {
    const from = handle.bridged.find(({ direction }) => direction === 'received')?.chain_id ?? null;
    return rich('An encrypted {type}, which came over a bridge from {chain}.', {
      type,
      chain: nameChain(from),
    });
  }
  if (handle.chain_id !== chainId)
    return rich('An encrypted {type} of chain {chain}, where it was made.', { type, chain: handle.chain_id });
  return rich('An encrypted {type}, whose origin is in no indexed block.', { type });
}
