'use client';

import { useLiveHead } from '@/lib/client/live';
import { t } from '@/lib/language/t';

/**
 * Says how many blocks came since the list was made, as a link that loads them; the list itself stays as it is read.
 * `shown` is the newest block of the list.
 */
export function NewBlocks({ chainId, shown, href }: { chainId: string; shown: number; href: string }) {
  const latest = useLiveHead(chainId)?.indexed_block ?? null;
  const count = latest === null ? 0 : latest - shown;
  return (
    <output className="inline-flex h-9 items-center text-sm">
      {count > 0 && (
        <a href={href} className="rounded-full bg-accent-wash px-3 py-1 font-medium text-accent">
          {t('{count, plural, one {# new block} other {# new blocks}}: load', { count })}
        </a>
      )}
    </output>
  );
}
