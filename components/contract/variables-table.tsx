import type { ReactNode } from 'react';
import { ScrollArea } from '@/components/ui/scroll-area';
import { t } from '@/lib/language/t';

/** Storage variables, a row each, in a frame that scrolls. */
export function VariablesTable({ titles, children }: { titles: readonly string[]; children: ReactNode }) {
  return (
    <ScrollArea label={t('Variables')} className="max-h-96">
      <table className="w-full min-w-[36rem] text-start text-sm">
        <thead>
          <tr className="label border-b border-line">
            {titles.map((title) => (
              <th key={title} scope="col" className="px-4 py-1.5 font-medium">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">{children}</tbody>
      </table>
    </ScrollArea>
  );
}
