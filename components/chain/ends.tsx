import type { ComponentProps, ReactNode } from 'react';
import { Icon } from '@/components/ui/icon';
import { t } from '@/lib/language/t';
import { AddressLabel } from './address';

type Props = Pick<ComponentProps<typeof AddressLabel>, 'lookAlikes'> & {
  from: ComponentProps<typeof AddressLabel>['address'];
  /** The receiver. */
  children: ReactNode;
};

/** Sender and receiver in a cell of a list. */
export function Ends({ from, lookAlikes, children }: Props) {
  return (
    <span className="ends">
      <AddressLabel address={from} lookAlikes={lookAlikes} />
      <Icon name="arrowRight" className="size-3.5 text-faint" />
      <span className="sr-only">{t('to')}</span>
      {children}
    </span>
  );
}
