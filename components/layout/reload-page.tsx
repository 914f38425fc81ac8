'use client';

import { useEffect } from 'react';
import { t } from '@/lib/language/t';

/** Reloads a page that a client navigation did not find: the server then says what is missing, and why. */
export function ReloadPage() {
  useEffect(() => {
    const [loaded] = performance.getEntriesByType('navigation');
    // once only
    if (loaded?.name !== location.href) location.reload();
  }, []);
  return (
    <main id="content" className="p-6">
      <h1 className="text-lg font-semibold">{t('Page not found')}</h1>
      <a href="/">{t('Home')}</a>
    </main>
  );
}
