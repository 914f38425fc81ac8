import type { ReactNode } from 'react';
import { groupDigits } from '@/lib/format/number';
import { type Msg, msg, t } from '@/lib/language/t';

/** Addresses with a special meaning as a recipient in Universal Router commands. */
const RECIPIENTS: ReadonlyMap<string, Msg> = new Map([
  [`0x${'1'.padStart(40, '0')}`, msg('→ sender')],
  [`0x${'2'.padStart(40, '0')}`, msg('→ router')],
]);
/** The amount that means the router's whole balance. */
const WHOLE_BALANCE = String(2n ** 255n);

/** A command parameter with a special meaning; undefined for any other. */
export function drawRouterConstant({
  name,
  value,
}: Readonly<{ name: string; value: unknown }>): ReactNode | undefined {
  if (typeof value !== 'string') return undefined;
  if (value === WHOLE_BALANCE) return <span title={groupDigits(value)}>{t('all that the router has')}</span>;
  const meaning = name === 'recipient' ? RECIPIENTS.get(value) : undefined;
  if (meaning === undefined) return undefined;
  return (
    <>
      <span className="mono">{value}</span> <span className="text-soft">{t(meaning)}</span>
    </>
  );
}
