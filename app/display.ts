import { cookies } from 'next/headers';
import type { Display } from '@/components/layout/display-menu';

/** The cookie that holds a chosen theme. */
export const THEME_COOKIE = 'theme';
/** The cookie that holds how times are told. */
export const TIME_COOKIE = 'time';

/** How the reader chose to see pages; what is undefined was not chosen. */
export async function readDisplay(): Promise<Display> {
  const jar = await cookies();
  const theme = jar.get(THEME_COOKIE)?.value;
  const time = jar.get(TIME_COOKIE)?.value;
  return {
    theme: theme === 'light' || theme === 'dark' ? theme : undefined,
    time: time === 'absolute' ? time : undefined,
  };
}
