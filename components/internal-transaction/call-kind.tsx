import { Pill } from '@/components/ui/pill';
import type { InternalTransaction } from '@/lib/endpoints/internal-transaction';

const HINTS: Readonly<Record<InternalTransaction['type'], string>> = {
  call: 'One contract calls another account',
  callcode: 'Code of another contract runs on the caller’s own storage',
  delegatecall: 'Code of another contract runs in the caller’s place',
  staticcall: 'A call that may change nothing',
  create: 'A new contract',
  create2: 'A new contract at an address known beforehand',
  selfdestruct: 'A contract hands its coins on and ends itself',
};

/** What kind of call it is, and whether it came to nothing. */
export function CallKind({ call }: { call: Pick<InternalTransaction, 'type' | 'error' | 'is_undone'> }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <Pill tone={call.type.startsWith('create') ? 'accent' : 'neutral'} title={HINTS[call.type]}>
        {call.type}
      </Pill>
      {call.error === null && call.is_undone === true && (
        <Pill tone="pending" title="A call around it failed: nothing of it stayed">
          undone
        </Pill>
      )}
    </span>
  );
}
