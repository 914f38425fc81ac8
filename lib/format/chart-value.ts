import { isEnglish } from '@/lib/language/current-language';
import { inLanguage } from '@/lib/language/intl';
import { t } from '@/lib/language/t';
import { groupDigits } from './number';

/** The unit of a chart: percent for shares, else its name. */
export type ChartUnit = Readonly<{ isShare: boolean; name: string }>;

const SHARES: readonly string[] = ['txnsSuccessRate', 'networkUtilization', 'fheTxnsShare'];
const SIGNIFICANT_DIGITS = 6;
const COMPACT = inLanguage(
  (locale) => new Intl.NumberFormat(locale, { notation: 'compact', maximumSignificantDigits: 4 }),
);
const PERCENTS = inLanguage(
  (locale) => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }),
);
const PERCENT_GAP = inLanguage(
  (locale) =>
    new Intl.NumberFormat(locale, { style: 'percent' })
      .formatToParts(1)
      .find(({ type }) => type === 'literal')?.value ?? '',
);
const WITH_TENTHS = inLanguage(
  (locale) => new Intl.NumberFormat(locale, { style: 'percent', minimumFractionDigits: 1 }),
);
const SCALES = [
  { from: 1e12, name: 'T' },
  { from: 1e9, name: 'B' },
  { from: 1e6, name: 'M' },
  { from: 1e3, name: 'K' },
] as const;

/** The unit of a chart; the name is empty for plain numbers. */
export function chartUnit(chart: { id: string; units: string | null }): ChartUnit {
  if (SHARES.includes(chart.id)) return { isShare: true, name: '%' };
  return { isShare: false, name: chart.units?.toLowerCase() === 'bytes' ? t('bytes') : (chart.units ?? '') };
}

/** The gap between a figure and its unit: before a percent sign only what the language requires. */
export function unitGap(unit: ChartUnit): string {
  return unit.isShare ? PERCENT_GAP() : ' ';
}

/** The description of a chart, without the range when shown in percent. */
export function chartDescription(chart: { id: string; description: string }): string {
  return SHARES.includes(chart.id) ? chart.description.replace(/, from 0 to 1$/, '') : chart.description;
}

/** A decimal with all digits, grouped, without unit. */
export function exactChartValue(value: string, unit: ChartUnit): string {
  return groupDigits(unit.isShare ? timesHundred(value) : value);
}

/** A decimal with six significant digits, abbreviated from a billion (1.234B). */
export function shortChartValue(value: string, unit: ChartUnit): string {
  const number = Number(unit.isShare ? timesHundred(value) : value);
  return Math.abs(number) >= 1e9 ? withScale(number, 4) : groupDigits(plain(number, SIGNIFICANT_DIGITS));
}

/** An axis label, as short as possible. */
export function axisValue(value: number, unit: ChartUnit): string {
  const number = unit.isShare ? value * 100 : value;
  const size = Math.abs(number);
  if (size >= 10_000) return withScale(number, 4);
  if (size !== 0 && size < 1e-5) return number.toExponential(1).replace('.0e', 'e');
  return groupDigits(plain(number, 4));
}

/** Relative change: "+12.5%", "−3%", "unchanged", "140×" from tenfold; undefined from zero or less. */
export function formatChange(first: string, last: string): string | undefined {
  const [from, to] = [Number(first), Number(last)];
  if (!(from > 0) || !Number.isFinite(to / from)) return undefined;
  const ratio = to / from;
  if (ratio >= 10) return `${groupDigits(plain(ratio, ratio >= 100 ? 1 : 2))}×`;
  const tenths = Math.round((ratio - 1) * 1000);
  if (tenths === 0) return to === from ? t('unchanged') : `±${WITH_TENTHS().format(0)}`;
  const sign = tenths > 0 ? '+' : '−';
  return isEnglish()
    ? `${sign}${plain(Math.abs(tenths) / 10, 4)}%`
    : `${sign}${PERCENTS().format(Math.abs(tenths) / 1000)}`;
}

function timesHundred(value: string): string {
  const [, sign = '', whole = '0', part = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(value) ?? [];
  const moved = `${whole}${part.slice(0, 2).padEnd(2, '0')}`.replace(/^0+(?=\d)/, '');
  const rest = part.slice(2);
  return `${sign}${moved}${rest === '' ? '' : `.${rest}`}`;
}

/** Rounds the fraction to the significant digits, without exponent. */
function plain(number: number, digits: number): string {
  if (number === 0) return '0';
  const magnitude = Math.floor(Math.log10(Math.abs(number)));
  const decimals = Math.min(Math.max(digits - 1 - magnitude, 0), 24);
  const text = Math.abs(number) < 1e21 ? number.toFixed(decimals) : BigInt(number).toString();
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

function withScale(number: number, digits: number): string {
  if (!isEnglish()) return COMPACT().format(number);
  const scale = SCALES.find(({ from }) => Math.abs(number) >= from);
  if (scale === undefined) return plain(number, digits);
  return `${groupDigits(plain(number / scale.from, digits))}${scale.name}`;
}
