import type { ReactNode } from 'react';
import { AddressLabel } from '@/components/chain/address';
import { HashLine } from '@/components/chain/hash-line';
import { MethodName } from '@/components/transaction/method-label';
import { Pill } from '@/components/ui/pill';
import { rich } from '@/components/ui/rich';
import type { UserOperationInfo } from '@/lib/endpoints/user-operation-info';
import { t } from '@/lib/language/t';

type Props = {
  operation: UserOperationInfo;
  lookAlikes: ReadonlySet<string>;
  /** Menu of the page's other forms. */
  viewAs: ReactNode;
};

/** Status, hash and what a user operation did, in a sentence. */
export function OperationHeader({ operation, lookAlikes, viewAs }: Props) {
  return (
    <header className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="text-xl font-semibold tracking-tight">{t('User operation')}</h1>
        <div className="flex flex-wrap items-center gap-1.5">
          {operation.status ? (
            <Pill tone="ok" icon="check">
              {t('Success')}
            </Pill>
          ) : (
            <Pill tone="error" icon="cross">
              {t('Failed')}
            </Pill>
          )}
          <Pill>{t('EntryPoint {version}', { version: operation.entry_point_version })}</Pill>
        </div>
        <div className="ms-auto">{viewAs}</div>
      </div>
      <HashLine hash={operation.hash} what="user operation hash" />
      <p className="max-w-5xl text-md leading-7">
        <AccountCall operation={operation} lookAlikes={lookAlikes} />{' '}
        {operation.paymaster !== null &&
          rich('{paymaster} paid for it.', {
            paymaster: <AddressLabel address={operation.paymaster} lookAlikes={lookAlikes} />,
          })}
      </p>
    </header>
  );
}

/** The account's call, as far as the input shows it. */
function AccountCall({ operation, lookAlikes }: Pick<Props, 'operation' | 'lookAlikes'>) {
  const { execute_target: target, status } = operation;
  const account = <AddressLabel address={operation.address} part="from" lookAlikes={lookAlikes} />;
  const call = target === null ? operation.decoded_call_data : operation.decoded_execute_call_data;
  const method = call?.method_call.split('(', 1)[0];
  const isDone = String(status);
  if (target !== null && method !== undefined)
    return rich('{account} {isDone, select, true {called} other {failed to call}} {method} of {target}.', {
      ...{ account, isDone },
      method: <MethodName name={method} />,
      target: <AddressLabel address={target} part="to" lookAlikes={lookAlikes} />,
    });
  if (target !== null)
    return rich('{account} {isDone, select, true {called} other {failed to call}} {target}.', {
      ...{ account, isDone },
      target: <AddressLabel address={target} part="to" lookAlikes={lookAlikes} />,
    });
  if (method !== undefined)
    return rich('{account} {isDone, select, true {executed} other {failed to execute}} {method}.', {
      ...{ account, isDone },
      method: <MethodName name={method} />,
    });
  return rich('{account} {isDone, select, true {executed} other {failed to execute}} a user operation.', {
    account,
    isDone,
  });
}
