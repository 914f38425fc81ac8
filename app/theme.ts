import { cookies } from 'next/headers';
import type { Theme } from '@/components/layout/theme-menu';

/** The cookie that holds a chosen theme. */
export const THEME_COOKIE = 'theme';

/** The theme that the reader chose; undefined follows the system. */
export async function readTheme(): Promise<Theme> {
  const value = (await cookies()).get(THEME_COOKIE)?.value;
  return value === 'light' || value === 'dark' ? value : undefined;
}
