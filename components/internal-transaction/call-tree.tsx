import { AddressLabel } from '@/components/chain/address';
import { CoinAmount } from '@/components/chain/amount';
import { CallParameters } from '@/components/chain/call-parameters';
import { Disclosure } from '@/components/ui/disclosure';
import { Meter } from '@/components/ui/meter';
import { Pill } from '@/components/ui/pill';
import type { InternalTransaction } from '@/lib/endpoints/internal-transaction';
import type { Transaction } from '@/lib/endpoints/transaction';
import { parseInteger } from '@/lib/format/amount';
import { groupDigits, perMille } from '@/lib/format/number';
import { displayText } from '@/lib/format/text';
import { roleOf } from '../transaction/role-of';
import { CallKind } from './call-kind';

type Props = { calls: readonly InternalTransaction[]; transaction: Transaction; symbol: string };

/** Indentation by call depth. */
const INDENTS = [
  'pl-4',
  'pl-4',
  'pl-6 sm:pl-9',
  'pl-8 sm:pl-14',
  'pl-10 sm:pl-19',
  'pl-12 sm:pl-24',
  'pl-14 sm:pl-29',
  'pl-16 sm:pl-34',
];

/** Internal transactions of a transaction as a tree, in execution order. */
export function CallTree({ calls, transaction, symbol }: Props) {
  return (
    <ol className="divide-y divide-line">
      {calls.map((call) => (
        <li
          key={call.index}
          id={`call-${call.index}`}
          className={`target:bg-accent-wash ${indentOf(call.depth)}`}
        >
          <CallHead call={call} transaction={transaction} symbol={symbol} />
          {call.decoded_input !== null && (
            <Disclosure title="Parameters">
              <CallParameters call={call.decoded_input} />
            </Disclosure>
          )}
        </li>
      ))}
    </ol>
  );
}

function indentOf(depth: number | null): string {
  return INDENTS[Math.min(depth ?? 1, INDENTS.length - 1)] ?? '';
}

function CallHead({ call, transaction, symbol }: Omit<Props, 'calls'> & { call: InternalTransaction }) {
  const target = call.created_contract ?? call.to;
  const isMoving = (parseInteger(call.value) ?? 0n) > 0n;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 pr-4 text-sm">
      <a href={`#call-${call.index}`} aria-label={`Call ${call.index}`} className="mono text-faint">
        #{call.index}
      </a>
      <CallKind call={call} />
      {(call.depth ?? 0) > INDENTS.length - 1 && <span className="text-faint">depth {call.depth}</span>}
      {target === null ? (
        <span className="text-faint">no contract created</span>
      ) : (
        <AddressLabel address={target} part={roleOf(target, transaction)} />
      )}
      {call.method !== null && (
        <bdi className="mono wrap-any font-medium text-accent">{displayText(call.method, 80)}</bdi>
      )}
      {isMoving && <CoinAmount wei={call.value} symbol={symbol} className="font-medium" />}
      <Gas call={call} transaction={transaction} />
      <Failure call={call} />
    </div>
  );
}

function Gas({ call, transaction }: { call: InternalTransaction; transaction: Transaction }) {
  const used = parseInteger(call.gas_used);
  const whole = parseInteger(transaction.gas_used);
  if (used === undefined || whole === undefined) return null;
  const text = `${groupDigits(used)} gas`;
  return (
    <span className="ml-auto inline-flex w-36 shrink-0 items-center gap-2 text-soft">
      <span className="w-14 shrink-0">
        <Meter
          stretches={[{ perMille: Math.min(perMille(used, whole), 1000), className: 'fill-accent' }]}
          label={`${text} of ${groupDigits(whole)} used by the transaction`}
        />
      </span>
      <span className="ml-auto whitespace-nowrap">{text}</span>
    </span>
  );
}

function Failure({ call }: { call: InternalTransaction }) {
  if (call.error === null) return null;
  return (
    <p className="w-full wrap-any text-error">
      <Pill tone="error" icon="cross">
        <bdi>{displayText(call.error, 120)}</bdi>
      </Pill>{' '}
      {call.revert_reason !== null && <bdi>{displayText(call.revert_reason, 400)}</bdi>}
    </p>
  );
}
