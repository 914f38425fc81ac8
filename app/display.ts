import { cookies } from 'next/headers';
import type { Display } from '@/components/layout/display-menu';

export const THEME_COOKIE = 'theme';
export const TIME_COOKIE = 'time';

/** Display preferences from cookies; undefined where none was chosen. */
export async function readDisplay(): Promise<Display> {
  const jar = await cookies();
  const theme = jar.get(THEME_COOKIE)?.value;
  const time = jar.get(TIME_COOKIE)?.value;
  return {
    theme: theme === 'light' || theme === 'dark' ? theme : undefined,
    time: time === 'absolute' ? time : undefined,
  };
}
