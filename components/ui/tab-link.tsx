'use client';

import Link from 'next/link';
import { useSelectedLayoutSegment } from 'next/navigation';
import { type ReactNode, useState } from 'react';

/**
 * A tab as a link, prefetched on hover or focus. `segment` is its path below the layout (null for the first tab);
 * `leadsTo` is that of a subpage without a tab of its own.
 */
export function TabLink(props: {
  href: string;
  segment: string | null;
  leadsTo: string | undefined;
  children: ReactNode;
}) {
  const current = useSelectedLayoutSegment();
  const [isNear, setIsNear] = useState(false);
  const isCurrent = current === props.segment;
  const isOver = current !== null && current === props.leadsTo;
  return (
    <Link
      href={props.href}
      prefetch={isNear && !isCurrent}
      scroll={false}
      onPointerEnter={() => setIsNear(true)}
      onFocus={() => setIsNear(true)}
      aria-current={isCurrent ? 'page' : isOver ? 'true' : undefined}
      className="-mb-px flex h-10 items-center gap-1.5 border-b-2 border-transparent font-medium whitespace-nowrap text-soft hover:text-ink hover:no-underline [&[aria-current]]:border-accent [&[aria-current]]:text-ink"
    >
      {props.children}
    </Link>
  );
}
