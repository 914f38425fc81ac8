import { isEnglish } from '@/lib/language/current-language';
import { inLanguage } from '@/lib/language/intl';
import { t } from '@/lib/language/t';

const DAY_SECONDS = 86_400;
const YEAR_DAYS = 365;
const UNITS = [
  { seconds: DAY_SECONDS, name: 'd', unit: 'day' },
  { seconds: 3_600, name: 'h', unit: 'hour' },
  { seconds: 60, name: 'min', unit: 'minute' },
] as const;
const SECOND = { seconds: 1, name: 's', unit: 'second' } as const;
const YEAR = { seconds: YEAR_DAYS * DAY_SECONDS, name: 'y', unit: 'year' } as const;
/** English months, January first. */
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/**
 * Age between Unix times in ms: "12 s ago", "3 y 132 d ago"; "just now" below a second or a minute of clock skew;
 * later times are "in …".
 */
export function formatAge(then: number, now: number): string {
  const seconds = Math.floor((now - then) / 1000);
  if (seconds < 1 && seconds > -60) return t('just now');
  if (!isEnglish()) {
    const { count, unit } = largestUnit(Math.abs(seconds));
    return AGES().format(seconds > 0 ? -count : count, unit);
  }
  const text = formatDuration(Math.abs(seconds));
  return seconds > 0 ? `${text} ago` : `in ${text}`;
}

/** Rounds down to the largest unit: 59 → "59 s", 3700 → "1 h"; years of 365 days with days. */
function formatDuration(seconds: number): string {
  if (!isEnglish()) {
    const { count, unit } = largestUnit(seconds);
    return DURATIONS()[unit].format(count);
  }
  const days = Math.floor(seconds / DAY_SECONDS);
  if (days >= YEAR_DAYS) {
    const rest = days % YEAR_DAYS;
    return `${Math.floor(days / YEAR_DAYS)} y${rest === 0 ? '' : ` ${rest} d`}`;
  }
  const unit = UNITS.find((candidate) => seconds >= candidate.seconds);
  return unit ? `${Math.floor(seconds / unit.seconds)} ${unit.name}` : `${Math.floor(seconds)} s`;
}

function largestUnit(seconds: number): Readonly<{ count: number; unit: Unit }> {
  const found = [YEAR, ...UNITS].find((candidate) => seconds >= candidate.seconds) ?? SECOND;
  return { count: Math.floor(seconds / found.seconds), unit: found.unit };
}

type Unit = 'second' | 'minute' | 'hour' | 'day' | 'year';

const AGES = inLanguage((locale) => new Intl.RelativeTimeFormat(locale, { style: 'short' }));
const DURATIONS = inLanguage((locale): Readonly<Record<Unit, Intl.NumberFormat>> => {
  const of = (unit: Unit) => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' });
  return { second: of('second'), minute: of('minute'), hour: of('hour'), day: of('day'), year: of('year') };
});

/** Milliseconds as "1.2 s", "12 s" or "4 h". */
export function formatMilliseconds(milliseconds: number): string {
  if (milliseconds >= 60_000) return formatDuration(milliseconds / 1000);
  const tenths = Math.round(milliseconds / 100);
  if (!isEnglish()) return DURATIONS().second.format(tenths >= 100 ? Math.round(tenths / 10) : tenths / 10);
  return tenths >= 100 || tenths % 10 === 0
    ? `${Math.round(tenths / 10)} s`
    : `${(tenths / 10).toFixed(1)} s`;
}

/** An ISO timestamp as "20 Nov 2026, 16:20:24 UTC"; invalid input unchanged. */
export function formatUtc(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  const time = date.toISOString().slice(11, 19);
  return `${writeDay(date)}, ${time} UTC`;
}

/** An ISO timestamp as "2026-11-20 16:20:24" (UTC); invalid input unchanged. */
export function formatUtcShort(iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? iso : date.toISOString().slice(0, 19).replace('T', ' ');
}

/** No healthy chain has rarer blocks. */
const OLD_HEAD_MS = 10 * 60_000;

/**
 * When a head is too old to be called live, its age, or its day ("13 Jul 2023") from one day on; otherwise undefined.
 * `timestamp` is the ISO time of the block, `now` in Unix ms.
 */
export function describeOldHead(timestamp: string | undefined, now: number): string | undefined {
  const then = Date.parse(timestamp ?? '');
  if (Number.isNaN(then) || now - then < OLD_HEAD_MS) return undefined;
  const date = new Date(then);
  return now - then < DAY_SECONDS * 1000 ? formatAge(then, now) : writeDay(date);
}

/** A day "2026-11-20" as "20 Nov"; invalid input unchanged. */
export function formatShortDay(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return day;
  return isEnglish() ? `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}` : SHORT_DAYS().format(date);
}

const UTC = { timeZone: 'UTC' } as const;
const MONTHS_ALONE = inLanguage((locale) => new Intl.DateTimeFormat(locale, { month: 'short', ...UTC }));
const SHORT_DAYS = inLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', ...UTC }),
);
const DAYS = inLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric', ...UTC }),
);
const YEAR_MONTHS = inLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', ...UTC }),
);

/** A date in UTC as "20 Nov 2026". */
export function writeDay(date: Date): string {
  if (!isEnglish()) return DAYS().format(date);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

/** The month of a date in UTC as "Nov 2026". */
export function writeMonth(date: Date): string {
  if (!isEnglish()) return YEAR_MONTHS().format(date);
  return `${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

/** Days in UTC as "16 – 22 Nov 2026". */
export function writeDays(first: Date, last: Date): string {
  if (!isEnglish()) return DAYS().formatRange(first, last);
  const isSameYear = first.getUTCFullYear() === last.getUTCFullYear();
  const isSameMonth = isSameYear && first.getUTCMonth() === last.getUTCMonth();
  const month = isSameMonth ? '' : ` ${MONTHS[first.getUTCMonth()]}`;
  return `${first.getUTCDate()}${month}${isSameYear ? '' : ` ${first.getUTCFullYear()}`} – ${writeDay(last)}`;
}

/** The name of a month, from 0: "Nov". */
export function monthName(month: number): string {
  return isEnglish() ? (MONTHS[month] ?? '') : MONTHS_ALONE().format(new Date(Date.UTC(2000, month)));
}
