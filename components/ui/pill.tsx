import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon';

const TONES = {
  neutral: 'bg-sunken text-soft ring-line',
  accent: 'bg-accent-wash text-accent ring-accent/20',
  ok: 'bg-ok-wash text-ok ring-ok/20',
  error: 'bg-error-wash text-error ring-error/20',
  pending: 'bg-pending-wash text-pending ring-pending/25',
  secret: 'bg-secret-wash text-secret ring-secret/20',
} as const;

export type Tone = keyof typeof TONES;

export function Pill(props: { tone?: Tone; icon?: IconName; title?: string; children: ReactNode }) {
  return (
    <span title={props.title} className={`pill ${TONES[props.tone ?? 'neutral']}`}>
      {props.icon && <Icon name={props.icon} className="size-3" />}
      {props.children}
    </span>
  );
}
