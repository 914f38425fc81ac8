import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon';

const TONES = {
  neutral: 'border-line bg-surface text-faint',
  error: 'border-error/30 bg-error-wash text-error',
  pending: 'border-pending/30 bg-pending-wash text-pending',
  secret: 'border-secret/30 bg-secret-wash text-secret',
} as const;

/** A short notice: what, why, and what to do next. */
export function Notice(props: {
  tone?: keyof typeof TONES;
  icon: IconName;
  title: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className={`flex gap-3 rounded-md border px-4 py-3 ${TONES[props.tone ?? 'neutral']}`}>
      <Icon name={props.icon} className="mt-0.5 size-4" />
      <div className="min-w-0 text-ink">
        <p className="font-medium">{props.title}</p>
        {props.children && <div className="mt-0.5 text-sm text-soft">{props.children}</div>}
      </div>
    </div>
  );
}
