import type { Metadata } from 'next';
import { Frame } from '@/components/layout/frame';
import { ProblemState } from '@/components/layout/problem-state';
import { TopBar } from '@/components/layout/top-bar';
import { listChains } from '@/lib/client/chains';
import { AppError } from '@/lib/errors';
import { readDisplay } from '../display';
import { requestedPath } from '../problem-frame';

export const metadata: Metadata = { title: 'Not available', robots: { index: false } };

/** The 5xx page: says whether the API is at fault and whether a retry may help. */
export default async function ProblemPage() {
  const [path, display, reason] = await Promise.all([requestedPath(), readDisplay(), findReason()]);
  return (
    <Frame bar={<TopBar chain={undefined} display={display} />}>
      <ProblemState
        code={reason === undefined ? '500' : '503'}
        title={reason === undefined ? 'Something went wrong' : 'Data is temporarily unavailable'}
        actions={<a href={path}>Try again</a>}
      >
        <p>
          {reason ??
            'The explorer is running, but this page could not be rendered. The error is in the server log; other pages are not affected.'}
        </p>
      </ProblemState>
    </Frame>
  );
}

/** User-facing reason why the API is unusable; undefined if it works. */
async function findReason(): Promise<string | undefined> {
  try {
    await listChains();
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error.publicMessage;
    throw error;
  }
}
