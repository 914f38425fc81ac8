import { formatAmount, formatExact, parseInteger } from '@/lib/format/amount';
import { groupDigits } from '@/lib/format/number';

const WEI_DECIMALS = 18;
const GWEI_DECIMALS = 9;
const LONG = 14;

type Props = {
  wei: string | null;
  symbol: string;
  className?: string;
  /** True in a cell that may be narrower than the longest amount: it breaks, and a long one is written smaller. */
  isTight?: boolean;
};

/** An amount of the chain's coin. Hovering tells it exactly, in wei too. What is unknown is said to be. */
export function CoinAmount({ wei, symbol, className = '', isTight = false }: Props) {
  const value = parseInteger(wei);
  if (value === undefined) return <Unknown />;
  const shown = formatAmount(value, WEI_DECIMALS);
  const title = `${shown.exact} ${symbol} · ${groupDigits(value)} wei`;
  const breaks = shown.text.length > LONG ? 'wrap-any text-sm' : 'wrap-any';
  return (
    <span title={title} className={`${isTight ? breaks : 'whitespace-nowrap'} ${className}`}>
      {shown.text} <bdi className="text-soft">{symbol}</bdi>
    </span>
  );
}

/** A price per gas in Gwei; hovering tells it in wei. */
export function GasPrice({ wei }: { wei: string | null }) {
  const value = parseInteger(wei);
  if (value === undefined) return <Unknown />;
  return (
    <span title={`${groupDigits(value)} wei`} className="whitespace-nowrap">
      {formatAmount(value, GWEI_DECIMALS).text} <span className="text-soft">Gwei</span>
    </span>
  );
}

/** What the index does not know, so that nobody takes it for zero. */
export function Unknown({ text = 'unknown' }: { text?: string }) {
  return <span className="text-faint">{text}</span>;
}

/** The exact decimal number of an amount of wei, for sentences and titles. */
export function coinText(wei: string, symbol: string): string {
  return `${formatExact(BigInt(wei), WEI_DECIMALS)} ${symbol}`;
}
