'use client';

import Link, { useLinkStatus } from 'next/link';
import { useSelectedLayoutSegment } from 'next/navigation';
import { type ReactNode, useState } from 'react';

/**
 * A tab as a link, prefetched on hover or focus and marked while its content is on the way. `segment` is its path
 * below the layout (null for the first tab); `leadsTo` is that of a subpage without a tab of its own.
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
      data-tab=""
      // a finger that is near has tapped: prefetching would only ask twice
      onPointerEnter={(event) => setIsNear(event.pointerType !== 'touch')}
      onFocus={(event) => setIsNear(event.target.matches(':focus-visible'))}
      aria-current={isCurrent ? 'page' : isOver ? 'true' : undefined}
      className="-mb-px flex h-10 items-center gap-1.5 border-b-2 border-transparent font-medium has-data-pending:border-accent/50 has-data-pending:text-ink whitespace-nowrap text-soft hover:text-ink hover:no-underline [&[aria-current]]:border-accent [&[aria-current]]:text-ink"
    >
      <TabText>{props.children}</TabText>
    </Link>
  );
}

function TabText({ children }: { children: ReactNode }) {
  const { pending } = useLinkStatus();
  return (
    <span data-pending={pending ? '' : undefined} className="flex items-center gap-1.5">
      {children}
    </span>
  );
}
