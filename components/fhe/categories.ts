import { type Msg, msg } from '@/lib/language/t';

/** Display name and colors of an operation category. */
export type Category = Readonly<{ name: string | Msg; fill: string; dot: string; text: string }>;

const CATEGORIES: Readonly<Record<string, Category>> = {
  arithmetic: {
    name: msg('Arithmetic'),
    fill: 'fill-arithmetic',
    dot: 'bg-arithmetic',
    text: 'text-arithmetic',
  },
  bitwise: { name: msg('Bitwise'), fill: 'fill-bitwise', dot: 'bg-bitwise', text: 'text-bitwise' },
  comparison: {
    name: msg('Comparison'),
    fill: 'fill-comparison',
    dot: 'bg-comparison',
    text: 'text-comparison',
  },
  unary: { name: msg('Unary'), fill: 'fill-unary', dot: 'bg-unary', text: 'text-unary' },
  control: { name: msg('Selection'), fill: 'fill-control', dot: 'bg-control', text: 'text-control' },
  encryption: {
    name: msg('Encryption'),
    fill: 'fill-encryption',
    dot: 'bg-encryption',
    text: 'text-encryption',
  },
  random: { name: msg('Randomness'), fill: 'fill-random', dot: 'bg-random', text: 'text-random' },
};

/** Unknown categories are gray, under the API's name. */
export function categoryOf(type: string): Category {
  return CATEGORIES[type] ?? { name: type, fill: 'fill-faint', dot: 'bg-faint', text: 'text-soft' };
}
