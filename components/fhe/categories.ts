/** Display name and colors of an operation category. */
export type Category = Readonly<{ name: string; fill: string; dot: string; text: string }>;

const CATEGORIES: Readonly<Record<string, Category>> = {
  arithmetic: { name: 'Arithmetic', fill: 'fill-arithmetic', dot: 'bg-arithmetic', text: 'text-arithmetic' },
  bitwise: { name: 'Bitwise', fill: 'fill-bitwise', dot: 'bg-bitwise', text: 'text-bitwise' },
  comparison: { name: 'Comparison', fill: 'fill-comparison', dot: 'bg-comparison', text: 'text-comparison' },
  unary: { name: 'Unary', fill: 'fill-unary', dot: 'bg-unary', text: 'text-unary' },
  control: { name: 'Selection', fill: 'fill-control', dot: 'bg-control', text: 'text-control' },
  encryption: { name: 'Encryption', fill: 'fill-encryption', dot: 'bg-encryption', text: 'text-encryption' },
  random: { name: 'Randomness', fill: 'fill-random', dot: 'bg-random', text: 'text-random' },
};

/** Unknown categories are gray, under the API's name. */
export function categoryOf(type: string): Category {
  return CATEGORIES[type] ?? { name: type, fill: 'fill-faint', dot: 'bg-faint', text: 'text-soft' };
}
