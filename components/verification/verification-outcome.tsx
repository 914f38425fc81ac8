import { ApiMessage } from '@/components/ui/api-message';
import { Notice } from '@/components/ui/notice';
import { Panel } from '@/components/ui/panel';
import { rich } from '@/components/ui/rich';
import type { VerificationState } from '@/lib/endpoints/verification';
import { displaySource } from '@/lib/format/text';
import { t } from '@/lib/language/t';
import { VerificationFindings } from './verification-findings';
import { VerificationSteps } from './verification-steps';

const MAX_ERROR = 5_000;
const REFRESH_S = 2;

type Props = { state: VerificationState; contractPath: string };

/** Where a verification stands; the page reloads itself until it has ended. */
export function VerificationOutcome(props: Props) {
  return (
    <>
      <VerificationSteps state={props.state} />
      <Outcome {...props} />
      <VerificationFindings state={props.state} />
    </>
  );
}

function Outcome({ state, contractPath }: Props) {
  const { status, is_fully_verified: isExact, message, code, params, compiler_errors: errors } = state;
  if (status === 'queued' || status === 'running') {
    return (
      <>
        <meta httpEquiv="refresh" content={String(REFRESH_S)} />
        <Notice
          tone="pending"
          icon="clock"
          title={status === 'queued' ? t('Waiting for the compiler') : t('The sources are being compiled')}
        >
          {describeWait(state)} {rich('This page reloads every {seconds} seconds.', { seconds: REFRESH_S })}
        </Notice>
      </>
    );
  }
  if (status === 'verified') {
    return (
      <Notice icon="check" title={isExact ? t('Verified: exact match') : t('Verified: partial match')}>
        {isExact
          ? t('The sources compile to the code of this contract, metadata included.')
          : t(
              'The sources compile to the code of this contract; comments, names or settings may differ.',
            )}{' '}
        <a href={contractPath}>{t('Source code of the contract')}</a>
      </Notice>
    );
  }
  return (
    <>
      <Notice tone="error" icon="cross" title={t('Not verified')}>
        <ApiMessage of={message === null ? null : { message, code, params }} />
      </Notice>
      {errors.length > 0 && (
        <Panel title={t('Compiler errors')} id="errors" aside={errors.length}>
          <ol className="divide-y divide-line">
            {errors.map((error, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: errors may be equal; their order is fixed
              <li key={at}>
                <pre className="mono overflow-x-auto px-4 py-3 text-xs whitespace-pre-wrap">
                  {displaySource(error, MAX_ERROR)}
                </pre>
              </li>
            ))}
          </ol>
        </Panel>
      )}
    </>
  );
}

function describeWait({ status, ahead }: VerificationState): string {
  if (status === 'running') return t('A compiler that is not installed here is downloaded first.');
  if (ahead === null) return '';
  return t(
    '{count, plural, =0 {It is the next one.} one {# other is before it.} other {# others are before it.}}',
    {
      count: ahead,
    },
  );
}
