'use client';

import { useEffect } from 'react';
import { t } from '@/lib/language/t';

/** Loads the page anew that a navigation did not find: the server says what is missing, and why. */
export function LoadAnew() {
  useEffect(() => {
    const [loaded] = performance.getEntriesByType('navigation');
    // never again and again
    if (loaded?.name !== location.href) location.reload();
  }, []);
  return (
    <main id="content" className="p-6">
      <h1 className="text-lg font-semibold">{t('Page not found')}</h1>
      <a href="/">{t('Home')}</a>
    </main>
  );
}
