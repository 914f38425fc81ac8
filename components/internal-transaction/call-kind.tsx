import { Pill } from '@/components/ui/pill';
import type { InternalTransaction } from '@/lib/endpoints/internal-transaction';

const HINTS: Readonly<Record<InternalTransaction['type'], string>> = {
  call: 'A contract calls another account',
  callcode: 'Runs another contract’s code on the caller’s storage (deprecated)',
  delegatecall: 'Runs another contract’s code in the caller’s context',
  staticcall: 'A call that cannot change state',
  create: 'Creates a contract',
  create2: 'Creates a contract at a predetermined address',
  selfdestruct: 'A contract sends its balance away and destroys itself',
};

/** Call type, and whether it failed or was reverted by its parent. */
export function CallKind({ call }: { call: Pick<InternalTransaction, 'type' | 'error' | 'is_undone'> }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <Pill tone={call.type.startsWith('create') ? 'accent' : 'neutral'} title={HINTS[call.type]}>
        {call.type}
      </Pill>
      {call.error === null && call.is_undone === true && (
        <Pill tone="pending" title="A parent call failed, so this call had no effect">
          Reverted by parent
        </Pill>
      )}
    </span>
  );
}
