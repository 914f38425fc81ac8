import type { Metadata } from 'next';
import { SiteFrame } from '@/app/site-frame';
import { ProblemState } from '@/components/layout/problem-state';
import { describeRefusal } from '@/lib/client/call';
import { t } from '@/lib/language/t';
import { isApiFine, readApiAnswer, requestedPath } from '../requested-path';

export const generateMetadata = (): Metadata => ({ title: t('Not available'), robots: { index: false } });

/** The 5xx page: says whether the API is at fault and what to do. It does not call the API, which may hang. */
export default async function ProblemPage() {
  const [path, answer] = await Promise.all([requestedPath(), readApiAnswer()]);
  const isOwn = isApiFine(answer);
  return (
    <SiteFrame>
      <ProblemState
        code={isOwn ? '500' : '503'}
        title={isOwn ? t('Something went wrong') : t('Data is temporarily unavailable')}
        actions={<a href={path}>{t('Try again')}</a>}
      >
        <p>
          {isOwn
            ? t(
                'This page could not be shown; other pages are not affected. If it fails again, send its URL and the time to the operator of this site: the web server log contains the reason.',
              )
            : describeRefusal(answer)}
        </p>
      </ProblemState>
    </SiteFrame>
  );
}
