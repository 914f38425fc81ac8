import { ApiMessage } from '@/components/ui/api-message';
import type { IconName } from '@/components/ui/icon';
import { Panel } from '@/components/ui/panel';
import { Pill, type Tone } from '@/components/ui/pill';
import type { VerificationState } from '@/lib/endpoints/verification';
import { displayText } from '@/lib/format/text';
import { msg, t } from '@/lib/language/t';

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
export function VerificationFindings({ state }: { state: VerificationState }) {
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
