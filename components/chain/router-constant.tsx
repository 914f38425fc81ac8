import type { ReactNode } from 'react';
import { groupDigits } from '@/lib/format/number';
import { type Msg, msg, t } from '@/lib/language/t';

/** What addresses stand for as a recipient in commands of a Universal Router. */
const RECIPIENTS: ReadonlyMap<string, Msg> = new Map([
  [`0x${'1'.padStart(40, '0')}`, msg('stands for the caller of the router')],
  [`0x${'2'.padStart(40, '0')}`, msg('stands for the router itself')],
]);
/** The amount that stands for all that the router has. */
const WHOLE_BALANCE = String(2n ** 255n);

/** A parameter of a command that stands for something else; undefined for any other. */
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
