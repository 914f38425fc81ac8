import { type Msg, msg } from '@/lib/language/t';

/** Display name and colors of an operation category. */
export type Category = Readonly<{ name: string | Msg; fill: string; dot: string; text: string }>;

const CATEGORIES: Readonly<Record<string, Category>> = {
  arithmetic: {
    name: msg('Arithmetic'),
    fill: 'fill-blue',
    dot: 'bg-blue',
    text: 'text-blue',
  },
  bitwise: { name: msg('Bitwise'), fill: 'fill-cyan', dot: 'bg-cyan', text: 'text-cyan' },
  comparison: {
    name: msg('Comparison'),
    fill: 'fill-purple',
    dot: 'bg-purple',
    text: 'text-purple',
  },
  unary: { name: msg('Unary'), fill: 'fill-yellow', dot: 'bg-yellow', text: 'text-yellow' },
  control: { name: msg('Selection'), fill: 'fill-orange', dot: 'bg-orange', text: 'text-orange' },
  encryption: {
    name: msg('Encryption'),
    fill: 'fill-green',
    dot: 'bg-green',
    text: 'text-green',
  },
  random: { name: msg('Randomness'), fill: 'fill-pink', dot: 'bg-pink', text: 'text-pink' },
};

/** Unknown categories are gray, under the API's name. */
export function categoryOf(type: string): Category {
  return CATEGORIES[type] ?? { name: type, fill: 'fill-faint', dot: 'bg-faint', text: 'text-soft' };
}
