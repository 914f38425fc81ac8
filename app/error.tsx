'use client';

import { ProblemState } from '@/components/layout/problem-state';

/** A page that failed while the reader moved within the site; a page loaded anew is answered by the server itself. */
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
        title="Something went wrong"
        actions={
          <button type="button" onClick={reset} className="font-medium text-accent hover:underline">
            Try again
          </button>
        }
      >
        <p>The API may be unavailable at the moment. Please try again.</p>
      </ProblemState>
    </main>
  );
}
