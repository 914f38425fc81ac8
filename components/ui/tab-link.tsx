'use client';

import Link from 'next/link';
import { useSelectedLayoutSegment } from 'next/navigation';
import { type ReactNode, useState } from 'react';

/**
 * A tab that is a page of its own: a link, fetched ahead when the pointer or the focus reaches it. `segment` is its
 * path below the layout, null for the first tab.
 */
export function TabLink(props: { href: string; segment: string | null; children: ReactNode }) {
  const current = useSelectedLayoutSegment();
  const [isNear, setIsNear] = useState(false);
  const isCurrent = current === props.segment;
  return (
    <Link
      href={props.href}
      prefetch={isNear && !isCurrent}
      scroll={false}
      onPointerEnter={() => setIsNear(true)}
      onFocus={() => setIsNear(true)}
      aria-current={isCurrent ? 'page' : undefined}
      className="-mb-px flex h-10 items-center gap-1.5 border-b-2 border-transparent font-medium whitespace-nowrap text-soft hover:text-ink hover:no-underline aria-[current=page]:border-accent aria-[current=page]:text-ink"
    >
      {props.children}
    </Link>
  );
}
