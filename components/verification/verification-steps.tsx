import { Icon, type IconName } from '@/components/ui/icon';
import type { VerificationState } from '@/lib/endpoints/verification';
import { msg, t } from '@/lib/language/t';

const STEPS = [msg('Queue'), msg('Compilation'), msg('Comparison')] as const;

/** The steps of a verification, and which of them it is at. */
export function VerificationSteps({ state }: { state: VerificationState }) {
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
