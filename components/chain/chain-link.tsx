'use client';

import { useParams } from 'next/navigation';
import type { ComponentProps } from 'react';

type Props = Omit<ComponentProps<'a'>, 'href'> & {
  /** Path below the chain, with a leading slash. */
  to: string;
};

/** A link within the chain of the current URL, which saves passing it down; plain text on pages without a chain. */
export function ChainLink({ to, ...rest }: Props) {
  const { chain } = useParams();
  if (typeof chain !== 'string') return <span {...rest} />;
  return <a href={`/${chain}${to}`} {...rest} />;
}
