import { cookies } from 'next/headers';
import { readCoinUnit } from '@/components/chain/coin-unit';
import { DISPLAY_VALUES, type Display } from '@/components/layout/display-values';

/** Display preferences from cookies; undefined where none was chosen. */
export async function readDisplay(): Promise<Display> {
  const jar = await cookies();
  const read = <const T extends string>(name: string, values: readonly T[]): T | undefined => {
    const stored = jar.get(name)?.value;
    return values.find((value) => value === stored);
  };
  return {
    theme: read('theme', DISPLAY_VALUES.theme),
    time: read('time', DISPLAY_VALUES.time),
    density: read('density', DISPLAY_VALUES.density),
    unit: await readCoinUnit(),
    keys: read('keys', DISPLAY_VALUES.keys),
    recent: read('recent', DISPLAY_VALUES.recent),
  };
}
