import type { ReactNode } from 'react';
import { meaningOf } from '@/lib/format/parameter-meaning';
import { formatUtc } from '@/lib/format/time';
import { t } from '@/lib/language/t';
import { ShortNumber } from './amount';

/** A Unix time in seconds and what it is in UTC, or that a deadline is none; undefined for any other value. */
export function drawTime(parameter: Parameters<typeof meaningOf>[0]): ReactNode | undefined {
  const meaning = meaningOf(parameter, { name: '' });
  const value = String(parameter.value);
  if (meaning === 'no deadline') return <ShortNumber value={BigInt(value)}>{t('no deadline')}</ShortNumber>;
  if (meaning !== 'time') return undefined;
  const date = new Date(1_000 * Number(value)).toISOString();
  return (
    <>
      {value}{' '}
      <time dateTime={date} className="text-soft">
        {formatUtc(date)}
      </time>
    </>
  );
}
