import { ApiMessage } from '@/components/ui/api-message';
import { Icon, type IconName } from '@/components/ui/icon';
import { Notice } from '@/components/ui/notice';
import { Panel } from '@/components/ui/panel';
import { Pill, type Tone } from '@/components/ui/pill';
import { rich } from '@/components/ui/rich';
import type { VerificationState } from '@/lib/endpoints/verification';
import { displaySource, displayText } from '@/lib/format/text';
import { msg, t } from '@/lib/language/t';

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

const STEPS = [msg('Queue'), msg('Compilation'), msg('Comparison')] as const;

/** The steps of a verification, and which of them it is at. */
function VerificationSteps({ state }: { state: VerificationState }) {
  const current = stepOf(state);
  return (
    <ol aria-label={t('Progress')} className="flex flex-wrap items-center gap-x-6 gap-y-2 text-sm">
      {STEPS.map((step, at) => {
        const [icon, color] = lookOf(at - current, state.status === 'failed');
        return (
          <li
            key={step.english}
            aria-current={at === current ? 'step' : undefined}
            className={`flex items-center gap-1.5 ${color}`}
          >
            <Icon name={icon} className="size-4" />
            {t(step)}
          </li>
        );
      })}
    </ol>
  );
}

/** Beyond the last one when all have succeeded. A compiler that reported errors, or did not run, left nothing to compare. */
function stepOf({ status, findings }: VerificationState): number {
  if (status === 'queued') return 0;
  if (status === 'verified') return STEPS.length;
  return findings.length > 0 ? 2 : 1;
}

function lookOf(distance: number, hasFailed: boolean): [IconName, string] {
  if (distance < 0) return ['check', 'text-ok'];
  if (distance > 0) return ['none', 'text-soft'];
  return hasFailed ? ['cross', 'font-medium text-error'] : ['clock', 'font-medium'];
}

type Finding = VerificationState['findings'][number];

const PARTS = {
  compiler: msg('Compiler'),
  settings: msg('Settings'),
  code: msg('Code'),
  metadata: msg('Metadata'),
  constructor: msg('Constructor'),
  libraries: msg('Library'),
} as const;
const MAX_NAME = 100;

/** What was compared, part by part; nothing where nothing was. */
function VerificationFindings({ state }: { state: VerificationState }) {
  const { findings, contract_name: name } = state;
  if (findings.length === 0) return null;
  return (
    <Panel
      title={t('What was compared')}
      id="compared"
      aside={name === null ? undefined : <bdi>{displayText(name, MAX_NAME)}</bdi>}
    >
      <dl className="divide-y divide-line">
        {findings.map((finding, at) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: a part may be there twice; their order is fixed
            key={at}
            className="grid gap-x-4 gap-y-1 px-4 py-2 text-sm sm:grid-cols-[8rem_minmax(0,1fr)_auto] sm:items-baseline"
          >
            <dt className="text-soft">{t(PARTS[finding.part])}</dt>
            <dd className="wrap-any min-w-0">
              <ApiMessage of={finding} />
            </dd>
            <dd>
              <Verdict of={finding} />
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

function Verdict({ of: { is_same: isSame } }: { of: Finding }) {
  const [tone, icon, text] = toVerdict(isSame);
  return (
    <Pill tone={tone} icon={icon}>
      {text}
    </Pill>
  );
}

function toVerdict(isSame: boolean | null): [Tone, IconName, string] {
  if (isSame === null) return ['neutral', 'none', t('not known')];
  return isSame ? ['ok', 'check', t('same')] : ['error', 'cross', t('differs')];
}
