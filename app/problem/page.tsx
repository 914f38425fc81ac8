import type { Metadata } from 'next';
import { SiteFrame } from '@/app/site-frame';
import { ProblemState } from '@/components/layout/problem-state';
import { describeRefusal } from '@/lib/client/call';
import { isApiFine, readApiAnswer, requestedPath } from '../requested-path';

export const metadata: Metadata = { title: 'Not available', robots: { index: false } };

/** The 5xx page: says whether the API is at fault and what to do. It asks the API nothing, as that may hang. */
export default async function ProblemPage() {
  const [path, answer] = await Promise.all([requestedPath(), readApiAnswer()]);
  const isOwn = isApiFine(answer);
  return (
    <SiteFrame>
      <ProblemState
        code={isOwn ? '500' : '503'}
        title={isOwn ? 'Something went wrong' : 'Data is temporarily unavailable'}
        actions={<a href={path}>Try again</a>}
      >
        <p>
          {isOwn
            ? 'This page could not be shown; other pages are not affected. If it fails again, tell the operator of this site its URL and the time: the log of the web server has the reason.'
            : describeRefusal(answer)}
        </p>
      </ProblemState>
    </SiteFrame>
  );
}
