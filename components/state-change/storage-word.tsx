import { groupDigits } from '@/lib/format/number';

const DIGITS = 66;

/** A storage word, its leading zeros left out; the whole word in the title. A small number is shown as one. */
export function Word({ word }: { word: string }) {
  const digits = word.slice(2).replace(/^0+/, '');
  const number = digits.length <= 12 ? BigInt(`0x${digits === '' ? '0' : digits}`) : undefined;
  const short = digits.length > 20 ? `0x${digits.slice(0, 8)}…${digits.slice(-8)}` : `0x${digits}`;
  return (
    <span title={word.slice(0, DIGITS)} className="mono whitespace-nowrap">
      {number === undefined ? short : groupDigits(number)}
    </span>
  );
}
