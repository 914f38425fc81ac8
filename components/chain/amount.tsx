import { use } from 'react';
import {
  formatAmount,
  formatCoin,
  formatEven,
  formatExact,
  formatListed,
  parseInteger,
} from '@/lib/format/amount';
import { groupDigits } from '@/lib/format/number';
import { t } from '@/lib/language/t';
import { readCoinUnit } from './coin-unit';

const WEI_DECIMALS = 18;
const GWEI_DECIMALS = 9;
const LONG = 14;
const SHORT_DIGITS = 4;

type Props = {
  wei: string | null;
  symbol: string;
  className?: string;
  /** For narrow cells: the amount may wrap, and a long one is set smaller. */
  isTight?: boolean;
  /** For a column: as many decimals in every row, in the coin itself. */
  places?: number;
  /** With all digits. */
  isExact?: boolean;
  /** With two decimals at least, as amounts of tokens beside it. */
  isListed?: boolean;
};

/** An amount of the native coin in the visitor's unit, exact and in wei in the title; null is shown as unknown. */
export function CoinAmount(props: Props) {
  const { wei, symbol, className = '', isTight = false, isExact = false, places } = props;
  const value = parseInteger(wei);
  if (value === undefined) return <Unknown />;
  const unit = use(readCoinUnit());
  const shown = formatCoin(value, unit, symbol);
  const isEven = places !== undefined && unit === undefined;
  const title = t('{amount} {symbol} · {wei} wei', {
    amount: formatExact(value, WEI_DECIMALS),
    symbol,
    wei: groupDigits(value),
  });
  const listed = props.isListed === true && unit === undefined ? formatListed(value, WEI_DECIMALS) : shown;
  const text = isEven ? formatEven(value, WEI_DECIMALS, places).text : isExact ? shown.exact : listed.text;
  const breaks =
    text.length > LONG ? `wrap-any ${isExact ? 'max-sm:text-xs sm:text-sm' : 'text-sm'}` : 'wrap-any';
  return (
    <span
      title={title}
      className={`figure ${isTight || unit !== undefined ? breaks : 'whitespace-nowrap'} ${className}`}
    >
      {text} <bdi className="text-soft">{shown.name}</bdi>
    </span>
  );
}

type PriceProps = { wei: string | null; isShort?: boolean; isExact?: boolean; places?: number };

/** A gas price in Gwei, or in wei if that is the visitor's unit, in wei in the title; with four digits if `isShort`. */
export function GasPrice({ wei, isShort = false, isExact = false, places }: PriceProps) {
  const value = parseInteger(wei);
  if (value === undefined) return <Unknown />;
  const isWei = use(readCoinUnit()) === 'wei';
  const gwei = () =>
    isExact
      ? formatExact(value, GWEI_DECIMALS)
      : places === undefined
        ? formatAmount(value, GWEI_DECIMALS, isShort ? SHORT_DIGITS : undefined).text
        : formatEven(value, GWEI_DECIMALS, places).text;
  return (
    <span title={t('{wei} wei', { wei: groupDigits(value) })} className="figure whitespace-nowrap">
      {isWei ? groupDigits(value) : gwei()} <span className="text-soft">{isWei ? t('wei') : t('Gwei')}</span>
    </span>
  );
}

/** A value the index lacks, distinct from zero. */
export function Unknown({ text = t('unknown') }: { text?: string }) {
  return <span className="text-faint">{text}</span>;
}

/** Exact decimal amount of the coin. */
export function coinText(wei: string, symbol: string): string {
  return `${formatExact(BigInt(wei), WEI_DECIMALS)} ${symbol}`;
}
