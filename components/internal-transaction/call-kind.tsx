import { Pill } from '@/components/ui/pill';
import { type InternalTransaction, ownErrorOf } from '@/lib/endpoints/internal-transaction';
import { type Msg, msg, t } from '@/lib/language/t';

const HINTS: Readonly<Record<InternalTransaction['type'], Msg>> = {
  call: msg('Calls another account'),
  callcode: msg('Runs another contract’s code on the caller’s storage (deprecated)'),
  delegatecall: msg('Runs another contract’s code in the caller’s context'),
  staticcall: msg('Calls another account, read-only'),
  create: msg('Creates a contract'),
  create2: msg('Creates a contract at a predetermined address'),
  selfdestruct: msg('Sends the contract’s balance away; may also destroy the contract'),
};

/** Call type, and whether it failed or was reverted by its parent. */
export function CallKind({ call }: { call: Pick<InternalTransaction, 'type' | 'error' | 'is_undone'> }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <Pill tone={call.type.startsWith('create') ? 'accent' : 'neutral'} title={t(HINTS[call.type])}>
        {call.type}
      </Pill>
      {call.is_undone === true && ownErrorOf(call) === null && (
        <Pill tone="pending" title={t('A parent call failed, so this call had no effect')}>
          {t('Reverted by parent')}
        </Pill>
      )}
    </span>
  );
}
