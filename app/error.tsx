'use client';

import { ProblemState } from '@/components/layout/problem-state';
import { t } from '@/lib/language/t';

/** Error boundary for client-side navigation; on a full load, the server sends its own error page. */
export default function PageError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return (
    <main id="content" className="px-4 pb-14">
      <ProblemState
        code={error.digest === undefined ? '500' : `500 · ${error.digest}`}
        title={t('Something went wrong')}
        actions={
          <button type="button" onClick={reset} className="font-medium text-accent hover:underline">
            {t('Try again')}
          </button>
        }
      >
        <p>{t('The API may be unavailable at the moment. Please try again.')}</p>
      </ProblemState>
    </main>
  );
}
