'use client';

import { useParams } from 'next/navigation';
import type { ComponentProps } from 'react';

type Props = Omit<ComponentProps<'a'>, 'href'> & {
  /** The path below the chain of the page, with a leading slash. */
  to: string;
};

/**
 * A link within the chain that the page is about. The chain is that of the URL, so that nothing between a page and
 * its smallest part has to hand it down; on a page of no chain it is no link, only its text.
 */
export function ChainLink({ to, ...rest }: Props) {
  const { chain } = useParams();
  if (typeof chain !== 'string') return <span {...rest} />;
  return <a href={`/${chain}${to}`} {...rest} />;
}
