const DAY_SECONDS = 86_400;
const YEAR_DAYS = 365;
const UNITS = [
  { seconds: DAY_SECONDS, name: 'd' },
  { seconds: 3_600, name: 'h' },
  { seconds: 60, name: 'min' },
] as const;
/** Month names, January first. */
export const MONTHS = [
  'Jan',
  'Feb',
  'Mar',
  'Apr',
  'May',
  'Jun',
  'Jul',
  'Aug',
  'Sep',
  'Oct',
  'Nov',
  'Dec',
] as const;

/**
 * Age between Unix times in ms: "12 s ago", "3 y 132 d ago"; "just now" below a second or a minute of clock skew;
 * later times are "in …".
 */
export function formatAge(then: number, now: number): string {
  const seconds = Math.floor((now - then) / 1000);
  if (seconds < 1 && seconds > -60) return 'just now';
  const text = formatDuration(Math.abs(seconds));
  return seconds > 0 ? `${text} ago` : `in ${text}`;
}

/** Rounds down to the largest unit: 59 → "59 s", 3700 → "1 h"; years of 365 days with days. */
function formatDuration(seconds: number): string {
  const days = Math.floor(seconds / DAY_SECONDS);
  if (days >= YEAR_DAYS) {
    const rest = days % YEAR_DAYS;
    return `${Math.floor(days / YEAR_DAYS)} y${rest === 0 ? '' : ` ${rest} d`}`;
  }
  const unit = UNITS.find((candidate) => seconds >= candidate.seconds);
  return unit ? `${Math.floor(seconds / unit.seconds)} ${unit.name}` : `${Math.floor(seconds)} s`;
}

/** Milliseconds as "1.2 s", "12 s" or "4 h". */
export function formatMilliseconds(milliseconds: number): string {
  if (milliseconds >= 60_000) return formatDuration(milliseconds / 1000);
  const tenths = Math.round(milliseconds / 100);
  return tenths >= 100 || tenths % 10 === 0
    ? `${Math.round(tenths / 10)} s`
    : `${(tenths / 10).toFixed(1)} s`;
}

/** An ISO timestamp as "20 Nov 2026, 16:20:24 UTC"; invalid input unchanged. */
export function formatUtc(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  const time = date.toISOString().slice(11, 19);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}, ${time} UTC`;
}

/** An ISO timestamp as "2026-11-20 16:20:24" (UTC); invalid input unchanged. */
export function formatUtcShort(iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? iso : date.toISOString().slice(0, 19).replace('T', ' ');
}

/** Blocks are rarer on no chain that is well. */
const OLD_HEAD_MS = 10 * 60_000;

/**
 * When a head is too old to be called live, its age, or its day ("13 Jul 2023") from one day on; otherwise undefined.
 * `timestamp` is the ISO time of the block, `now` in Unix ms.
 */
export function describeOldHead(timestamp: string | undefined, now: number): string | undefined {
  const then = Date.parse(timestamp ?? '');
  if (Number.isNaN(then) || now - then < OLD_HEAD_MS) return undefined;
  const date = new Date(then);
  return now - then < DAY_SECONDS * 1000
    ? formatAge(then, now)
    : `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

/** A day "2026-11-20" as "20 Nov"; invalid input unchanged. */
export function formatShortDay(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(date.getTime()) ? day : `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`;
}
